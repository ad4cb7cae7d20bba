/** What the people of one club share: one order, one quota, one memory of mails; and what each has alone. */
import { beforeEach, expect, test } from 'bun:test'
import type { PersonId } from '#src/contract/ids.ts'
import { toClubLine } from '#src/rules/announced.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'
import { ADMIN, codeOf, MINUTE, NOON, SECOND, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

onEachStore('the people of a club', (open) => {
  const portal = useStore(open)
  let asha: Coordinator
  let ravi: Coordinator
  let other: Coordinator
  beforeEach(async () => {
    asha = await portal.club({ clubName: 'Drama Club', cordName: 'Asha' })
    ravi = await portal.club({ clubId: asha.clubId, cordName: 'Ravi' })
    other = await portal.club({ cordName: 'Meera' })
  })
  const orderAs = ({ id: actorId }: Coordinator, name: string) =>
    portal.order(asha, [customRow(name, 2)], { actorId })

  test('order, correct and withdraw in one order, each under their own name', async () => {
    expect(ravi).toMatchObject({ clubId: asha.id, clubName: 'Drama Club' })
    expect(await portal.store.accounts.clubOf(ravi.id)).toBe(asha.clubId)
    await orderAs(ravi, 'Neon')
    const line = await portal.line(asha, 'Neon')
    const corrected = (actorId: PersonId) =>
      portal.store.orders.correct({
        lineId: line._id,
        correction: { ordered_quantity: 3, was: 2 },
        actorId,
        isOwn: true,
        toReader: toClubLine,
        now: NOON,
      })
    expect(await codeOf(corrected(other.id))).toBe('not_found')
    await corrected(asha.id)
    const remove = (actorId: PersonId) =>
      portal.store.orders.removeLine(asha.id, 'Neon', {
        actorId,
        isOwn: true,
        now: NOON,
        reason: '',
      })
    // In a person's own calls their own id is their own club's, whatever else it may be.
    expect(await codeOf(remove(other.id))).toBe('not_found')
    await remove(asha.id)
    const entries = await portal.entries({ line: line._id })
    expect(entries.map(({ by, asClub, author }) => [by, asClub, author?.name])).toEqual([
      [asha.id, asha.id, 'Asha'],
      [asha.id, asha.id, 'Asha'],
      [ravi.id, asha.id, 'Ravi'],
    ])
    const names = { clubName: 'Drama Club', clubEmail: asha.email, itemName: 'Neon', ordered: 3 }
    for (const entry of entries) expect(entry).toMatchObject(names)
    expect(await portal.store.mail.queueOrderMails(0, NOON + MINUTE)).toBeNull()
    expect(await portal.store.mail.claim(NOON + MINUTE, MINUTE)).toBeNull()
  })

  test('a person of another club, or one who was disabled meanwhile, orders nothing', async () => {
    expect(await codeOf(orderAs(other, 'Neon'))).toBe('unauthorized')
    await portal.store.accounts.change(ravi.email, { disabled: true }, NOON)
    expect(await codeOf(orderAs(ravi, 'Neon'))).toBe('unauthorized')
    expect(await portal.lines(asha)).toEqual([])
  })

  test('share one quota of rows, which a line that they withdraw uses too', async () => {
    const rows = Array.from({ length: 200 }, () => customRow('Neon'))
    for (let calls = 0; calls < 15; calls++)
      await portal.order(asha, rows, { actorId: calls % 2 ? asha.id : ravi.id })
    for (const { id: actorId } of [asha, ravi]) {
      expect(await codeOf(portal.order(asha, rows, { actorId }))).toBe('too_many_requests')
      const own = { actorId, isOwn: true, now: NOON, reason: '' }
      expect(await codeOf(portal.store.orders.removeLine(asha.id, 'Neon', own))).toBe(
        'too_many_requests',
      )
    }
    await portal.order(asha, rows, { actorId: ADMIN })
  })

  test('lists name the longest-standing enabled person, and all of them', async () => {
    const tape = await portal.item('Tape')
    await portal.order(asha, [stockRow(tape._id, 1), customRow('Neon')])
    const named = async () => {
      const { rows } = await portal.store.orders.listCarts()
      const custom = await portal.store.orders.listCustomLines()
      const [club] = (await portal.store.orders.board()).rows.clubs
      const [cart] = rows
      const { email = '', clubName } = cart ?? {}
      expect(custom.rows[0]).toMatchObject({ clubName, email, cordName: cart?.cordName })
      expect(club).toMatchObject({ clubName, email, cordName: cart?.cordName })
      return [cart?.clubName, cart?.cordName, cart?.people.map(({ cordName }) => cordName)]
    }
    expect(await named()).toEqual(['Drama Club', 'Asha', ['Asha', 'Ravi']])
    await portal.store.accounts.change(asha.email, { disabled: true }, NOON)
    expect(await named()).toEqual(['Drama Club', 'Ravi', ['Ravi']])
    await portal.store.accounts.change(ravi.email, { clubId: other.clubId }, NOON)
    expect(await named()).toEqual(['Drama Club', '', []])
    await portal.store.accounts.change(asha.email, { disabled: false }, NOON)
    expect(await named()).toEqual(['Drama Club', 'Asha', ['Asha']])
  })

  test('one memory makes one mail for each who wants it; who joins is told from then on', async () => {
    await orderAs(asha, 'Neon')
    const { _id: id } = await portal.line(asha, 'Neon')
    for (const clubId of [other.clubId, asha.clubId])
      await portal.store.accounts.change(ravi.email, { clubId }, NOON + SECOND)
    const told = async (now: number) => {
      await portal.store.mail.queueOrderMails(0, now)
      const mails: [string, unknown][] = []
      for (let mail = await portal.store.mail.claim(now, MINUTE); mail;) {
        mails.push([mail.to, mail.digest?.since?.what])
        await portal.store.mail.markSent(mail.id)
        mail = await portal.store.mail.claim(now, MINUTE)
      }
      return mails.toSorted()
    }
    await portal.allot([{ _id: id, remarks: 'Soon' }])
    expect(await told(NOON + MINUTE)).toEqual(
      [
        [asha.email, 'order'],
        [ravi.email, undefined],
      ].toSorted() as [string, unknown][],
    )
    await portal.store.accounts.setOrderMails(asha.id, false)
    await portal.allot([{ _id: id, remarks: 'Sooner' }], { now: NOON + 2 * MINUTE })
    expect((await told(NOON + 3 * MINUTE)).map(([to]) => to)).toEqual([ravi.email])
    await portal.store.accounts.setOrderMails(asha.id, true)
    expect(await told(NOON + 4 * MINUTE)).toEqual([])
  })

  test('moving and disabling end sessions; a founder keeps their id, and a club its own', async () => {
    const { store } = portal
    const moved = await store.accounts.change(asha.email, { clubId: other.clubId }, NOON)
    expect(moved?.value).toMatchObject({ clubId: other.id, ver: asha.ver + 1 })
    expect(moved?.moved.map(({ topic }) => topic)).toContain('carts')
    // The id of the founder still means the club that they founded.
    expect(await store.accounts.clubOf(asha.id)).toBe(asha.clubId)
    await store.accounts.change(asha.email, { access: 'bosslevel' }, NOON)
    expect(await store.accounts.find({ id: asha.id })).toMatchObject({ clubId: null })
    const change = { access: 'user', clubName: 'Second Club' }
    const again = await store.accounts.change(asha.email, change, NOON)
    expect(again?.value.clubName).toBe('Second Club')
    expect(again?.value.clubId).not.toBe(asha.id)
    expect(
      (await portal.entries({ by: 'tool' })).map(({ changes }) => changes.clubName),
    ).toContainEqual(['Drama Club', other.clubName])
  })
})
