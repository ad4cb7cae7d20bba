import { beforeEach, describe, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { TOOL } from '#src/rules/entries.ts'
import type { Account } from '#src/store/port.ts'
import { ADMIN, codeOf, HOME, MINUTE, NOON, refusalOf, times, typed, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

/** Every kind of entry, and that nothing else leaves one. */
onEachStore('history', (open) => {
  const portal = useStore(open)
  let admin: Account
  let club: Account
  let tape: StockItem
  beforeEach(async () => {
    admin = await portal.club({ access: 'bosslevel', clubName: 'Office' })
    club = await portal.club({ clubName: 'Drama Club' })
    tape = await portal.item('Tape', 10)
  })

  const newest = async (limit = 1) =>
    (await portal.store.history.list({ filter: {}, limit })).entries
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
  const asAdmin = { actorId: '', now: NOON + MINUTE }
  beforeEach(() => {
    asAdmin.actorId = admin.id
  })
  const author = () => ({
    id: admin.id,
    name: 'Office',
    email: admin.email,
    access: 'bosslevel',
  })
  const orderAs = (rows: Parameters<typeof portal.order>[1]) => portal.order(club, rows)
  const lineId = async (name: string) => (await portal.line(club, name)).id

  describe('an entry tells', () => {
    test('of a new line: who ordered what, and when', async () => {
      const entries = await left(() =>
        orderAs([stockRow(tape._id, 4), customRow('Neon', 2, 'https://shop.example/a')]),
      )
      const shared = {
        at: NOON,
        by: club.id,
        undoes: null,
        undone: null,
        reason: '',
        units: 0,
        told: null,
      }
      const { id: accountId, email: clubEmail } = club
      const names = { accountId, clubName: 'Drama Club', clubEmail }
      const byClub = { id: accountId, name: 'Drama Club', email: clubEmail, access: 'user' }
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
          changes: { ordered: [0, 4] },
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
          changes: { ordered: [0, 2] },
        },
      ])
      expect(entries[0]?.id).not.toBe(entries[1]?.id ?? '')
    })

    test('of a decision: units, and each changed field', async () => {
      await orderAs([stockRow(tape._id, 4), customRow('Neon', 2)])
      const [ofTape, ofNeon] = [await lineId('Tape'), await lineId('Neon')]
      const decisions = [
        { lineId: ofTape, units: 3, status: 'Delivered' as const },
        { lineId: ofNeon, remarks: 'By the door' },
      ]
      const entries = await left(() => portal.allot(decisions, asAdmin))
      expect(entries.map(({ lineId: id }) => id).toSorted()).toEqual([ofTape, ofNeon].toSorted())
      expect(entries.find(({ lineId: id }) => id === ofTape)).toMatchObject({
        kind: 'line_decided',
        at: NOON + MINUTE,
        by: admin.id,
        author: author(),
        accountId: club.id,
        itemId: tape._id,
        units: 3,
        changes: { allotted: [0, 3], delivered: [0, 3], status: ['Pending', 'Delivered'] },
      })
      expect(entries.find(({ lineId: id }) => id === ofNeon)).toMatchObject({
        kind: 'line_decided',
        units: 0,
        changes: { remarks: ['', 'By the door'] },
      })
    })

    test('of items: what was added, edited and noted', async () => {
      const { value: glue, batch } = await portal.store.stock.add(
        { itemName: 'Glue', itemQuantity: 5, itemStatus: 'disabled' },
        admin.id,
        NOON,
      )
      expect(await newest()).toMatchObject([
        {
          batch,
          kind: 'item_added',
          itemId: glue._id,
          itemName: 'Glue',
          lineId: null,
          accountId: null,
          clubName: null,
          units: 0,
          changes: { itemQuantity: [0, 5] },
        },
      ])
      const edit = { rev: glue.rev, itemName: 'Wood Glue', itemQuantity: 2, itemStatus: 'enabled' }
      const edited = await left(() =>
        portal.store.stock.edit(glue._id, { ...edit, itemStatus: 'enabled' }, admin.id, NOON),
      )
      expect(edited).toMatchObject([
        {
          kind: 'item_edited',
          itemName: 'Wood Glue',
          units: -3,
          changes: {
            itemName: ['Glue', 'Wood Glue'],
            itemQuantity: [5, 2],
            itemStatus: ['disabled', 'enabled'],
          },
        },
      ])
      const notes = [
        { _id: glue._id, itemRemark: 'a' },
        { _id: tape._id, itemRemark: '' },
        { _id: glue._id, itemRemark: 'b', itemOrderedStatus: 'Available' },
      ]
      expect(await left(() => portal.store.stock.note(notes, admin.id, NOON))).toMatchObject([
        {
          kind: 'item_noted',
          itemId: glue._id,
          units: 0,
          changes: { itemRemark: ['', 'b'], itemOrderedStatus: ['', 'Available'] },
        },
      ])
    })

    test('of accounts: by the tool, by the account itself, or by nobody; never a hash', async () => {
      expect((await newest(500)).filter(({ kind }) => kind === 'account_made')).toMatchObject([
        { accountId: club.id, by: TOOL, author: null, clubName: 'Drama Club', changes: {} },
        { accountId: admin.id, by: TOOL, author: null },
      ])
      const email = 'new@campus.example'
      const request = { email, client: HOME, now: NOON, codeHash: 'right' }
      await portal.store.codes.request({ ...request, purpose: 'register' })
      const form = portal.newAccount({ email, clubName: 'New Club' })
      const made = await left(() => portal.store.codes.register(form, typed('right')))
      const account = await portal.store.accounts.find({ email })
      expect(made).toMatchObject([
        { kind: 'account_made', by: account?.id, accountId: account?.id, clubName: 'New Club' },
      ])
      const change = { clubName: 'Newer', disabled: true, passwordHash: 'another hash' }
      expect(
        await left(() => portal.store.accounts.change(email, change, NOON + MINUTE)),
      ).toMatchObject([
        {
          kind: 'account_changed',
          by: TOOL,
          at: NOON + MINUTE,
          accountId: account?.id,
          changes: {
            clubName: ['New Club', 'Newer'],
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

  describe('nothing is left by', () => {
    let ofTape: string
    beforeEach(async () => {
      await orderAs([stockRow(tape._id, 4), customRow('Neon', 2)])
      ofTape = await lineId('Tape')
    })

    test('a change that changes nothing', async () => {
      const { stock, ordering, accounts } = portal.store
      const nothing = [
        () => portal.allot([{ lineId: ofTape, units: 0, status: 'Pending', remarks: '' }]),
        () => stock.edit(tape._id, { rev: tape.rev, itemName: 'Tape' }, ADMIN, NOON),
        () => stock.note([{ _id: tape._id, itemRemark: '' }], ADMIN, NOON),
        () => ordering.set(true, ADMIN, NOON),
        () => accounts.change(club.email, { clubName: 'Drama Club' }, NOON),
      ]
      for (const call of nothing) {
        expect(await left(call)).toEqual([])
        expect(await call()).not.toHaveProperty('batch')
      }
      const cart = await portal.cartOf(club)
      const removal = { actorId: ADMIN, now: NOON, reason: '' }
      await portal.store.orders.removeCart(cart, removal)
      expect(await left(() => portal.store.orders.removeCart(cart, removal))).toEqual([])
      const again = () => portal.store.orders.removeLine(cart, ofTape, removal)
      expect(await left(again)).toEqual([])
      expect(await again()).not.toHaveProperty('batch')
    })

    test('a refused call', async () => {
      const { stock } = portal.store
      const refused = [
        () => portal.allot([{ lineId: ofTape, units: 99 }]),
        () => orderAs([customRow('Ink'), customRow(' ')]),
        () => stock.edit(tape._id, { rev: 99, itemQuantity: 1 }, ADMIN, NOON),
        () =>
          stock.note(
            [{ _id: tape._id, itemRemark: 'x' }, { _id: Bun.randomUUIDv7() }],
            ADMIN,
            NOON,
          ),
        () => portal.item('TAPE'),
      ]
      for (const call of refused) expect(await left(() => refusalOf(call()))).toEqual([])
      await portal.store.ordering.set(false, ADMIN, NOON)
      expect(await left(() => codeOf(orderAs([customRow('Ink')])))).toEqual([])
    })

    test('a call repeated with its key', async () => {
      const idempotency = { key: 'a key', bodyHash: 'of one body' }
      const order = () => portal.order(club, [customRow('Ink')], { idempotency })
      expect(await left(order)).toHaveLength(1)
      expect(await left(order)).toEqual([])
      const allot = () => portal.allot([{ lineId: ofTape, units: 1 }], { idempotency })
      expect(await left(allot)).toHaveLength(1)
      expect(await left(allot)).toEqual([])
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
