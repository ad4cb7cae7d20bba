import { beforeEach, describe, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { TOOL } from '#src/rules/entries.ts'
import type { Account } from '#src/store/port.ts'
import { HOME, MINUTE, NOON, times, typed, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { type Coordinator, NOBODY } from '#tests/support/stores.ts'

/** Every kind of entry, and that nothing else leaves one. */
onEachStore('history', (open) => {
  const portal = useStore(open)
  let admin: Account
  let club: Coordinator
  let tape: StockItem
  beforeEach(async () => {
    admin = await portal.admin({ clubName: 'Office' })
    club = await portal.club({ clubName: 'Drama Club' })
    tape = await portal.item('Tape', 10)
  })

  const newest = async (limit = 1) => await portal.entries({}, limit)
  const count = async () => (await newest(500)).length
  /** The entries that a call adds, oldest first; they are of one batch. */
  async function left(call: () => Promise<{ batch?: string } | unknown>) {
    const before = await count()
    const answer = await call()
    const entries = (await newest(500)).slice(0, (await count()) - before).toReversed()
    expect(new Set(entries.map(({ batch }) => batch)).size).toBeLessThanOrEqual(1)
    if (typeof answer === 'object' && answer !== null && 'batch' in answer)
      expect(answer.batch).toBe(entries[0]?.batch)
    return entries
  }
  const asAdmin = { actorId: NOBODY.id, now: NOON + MINUTE }
  beforeEach(() => {
    asAdmin.actorId = admin.id
  })
  const orderAs = (rows: Parameters<typeof portal.order>[1]) => portal.order(club, rows)
  const lineId = async (name: string) => (await portal.line(club, name))._id

  describe('an entry tells', () => {
    test('of a new line: who ordered what, and when', async () => {
      const entries = await left(() =>
        orderAs([stockRow(tape._id, 4), customRow('Neon', 2, 'https://shop.example/a')]),
      )
      const shared = {
        at: NOON,
        by: club.id,
        asClub: club.clubId,
        personId: null,
        person: null,
        undoes: null,
        undone: null,
        reason: '',
        units: 0,
        told: null,
      }
      const { id, clubId, email: clubEmail } = club
      const names = { clubId, clubName: 'Drama Club', clubEmail }
      const byClub = { id, name: 'Coordinator', email: clubEmail, access: 'user' }
      const common = { ...shared, ...names, author: byClub }
      expect(entries).toEqual([
        {
          ...common,
          id: expect.any(String),
          batch: expect.any(String),
          kind: 'line_ordered',
          lineId: await lineId('Tape'),
          itemId: tape._id,
          itemName: 'Tape',
          ordered: 4,
          changes: { ordered_quantity: [0, 4] },
        },
        {
          ...common,
          id: expect.any(String),
          batch: expect.any(String),
          kind: 'line_ordered',
          lineId: await lineId('Neon'),
          itemId: null,
          itemName: 'Neon',
          ordered: 2,
          changes: { ordered_quantity: [0, 2] },
        },
      ])
      expect(entries[0]?.id).not.toBe(entries[1]?.id ?? '')
    })

    test('of accounts: by the tool, by the account itself, or by nobody; never a hash', async () => {
      expect((await newest(500)).filter(({ kind }) => kind === 'account_made')).toMatchObject([
        { clubId: club.id, personId: club.id, by: TOOL, clubName: 'Drama Club', changes: {} },
        { clubId: null, personId: admin.id, by: TOOL, author: null },
      ])
      const email = 'new@campus.example'
      const request = { email, client: HOME, now: NOON, codeHash: 'right' }
      await portal.store.codes.request({ ...request, purpose: 'register' })
      const form = portal.newAccount({ email, clubName: 'New Club' })
      const made = await left(() => portal.store.codes.register(form, typed('right')))
      const account = await portal.store.accounts.find({ email })
      expect(made).toMatchObject([
        {
          kind: 'account_made',
          by: account?.id,
          asClub: account?.id,
          personId: account?.id,
          clubName: 'New Club',
        },
      ])
      const change = { mobile: '5550100', disabled: true, passwordHash: 'another hash' }
      expect(
        await left(() => portal.store.accounts.change(email, change, NOON + MINUTE)),
      ).toMatchObject([
        {
          kind: 'account_changed',
          by: TOOL,
          at: NOON + MINUTE,
          personId: account?.id,
          changes: {
            mobile: ['', ''],
            disabled: [false, true],
            password: ['', ''],
          },
        },
      ])
      await portal.store.codes.request({ ...request, email: club.email, purpose: 'reset' })
      const reset = () => portal.store.codes.resetPassword(club.email, 'third hash', typed('right'))
      expect(await left(reset)).toMatchObject([
        { kind: 'account_changed', by: null, author: null, changes: { password: ['', ''] } },
      ])
      expect(JSON.stringify(await newest(500))).not.toContain('hash')
    })
  })

  test('purging and a restart keep every entry', async () => {
    await orderAs(times(5, (index) => customRow(`Lamp ${index}`)))
    const before = await newest(500)
    await portal.store.upkeep.purge(NOON + 1_000_000 * MINUTE)
    await portal.reopen()
    expect(await newest(500)).toEqual(before)
  })
})
