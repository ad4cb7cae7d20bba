import { describe, expect, test } from 'bun:test'
import type { Line } from '#src/contract/line.ts'
import {
  ADMIN,
  codeOf,
  countSuccesses,
  HOUR,
  NOON,
  refusalOf,
  REMOVAL,
  SECOND,
  times,
  useStore,
} from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Refusal } from '#src/rules/refusal.ts'
import type { Coordinator } from '#tests/support/stores.ts'

const LINK = 'https://shop.example/neon'

const ordererOf = ({ clubId, clubName, cordName, mobile, email }: Coordinator) => ({
  user_id: clubId,
  clubName,
  cordName,
  contact: mobile,
  email,
})

onEachStore('orders', (open) => {
  const portal = useStore(open)

  test('a club orders at most 3,000 rows in an hour, also in many orders at once', async () => {
    const club = await portal.club()
    const rows = times(200, () => customRow('Neon'))
    const order = () => portal.order(club, rows)
    expect(await countSuccesses(times(17, order), 'too_many_requests')).toBe(15)
    const refusal = await refusalOf(portal.order(club, [customRow('Neon')], { now: NOON + 1_000 }))
    expect(refusal.message).toBe(
      'A club orders at most 3,000 rows in an hour. Please go on in the next hour.',
    )
    expect(refusal.details.retryAfterSeconds).toBe(HOUR / 1_000 - 1)
    await portal.reopen()
    expect(await codeOf(portal.order(club, [customRow('Neon')]))).toBe('too_many_requests')
    await portal.order(club, rows, { actorId: ADMIN })
    await portal.order(await portal.club(), rows)
    await portal.order(club, rows, { now: NOON + HOUR })
    // A clock that was wrong once counts for nothing.
    await portal.order(club, rows, { now: NOON + 48 * HOUR })
    await portal.order(club, rows, { now: NOON + 2 * HOUR })
  })

  test('what a club’s orders store in a day is limited; a repeated answer stores nothing', async () => {
    const club = await portal.club()
    const link = (length: number) => `https://example.org/${'x'.repeat(length)}`
    const rows = (order: number) =>
      times(100, (n) => customRow(`Own ${n}`, 1, `${link(2_000)}${order % 10}`))
    const toAnswer = (lines: Line[]) => JSON.stringify(lines)
    const order = (n: number, now: number) =>
      portal.order(club, rows(n), { now, toAnswer, idempotency: { key: `${n}`, bodyHash: '' } })
    // Each hour has room for 30 orders of these, and the day for about 33.
    let placed = 0
    let code = ''
    for (let n = 0; code === '' && n < 60; n++)
      try {
        await order(n, NOON + Math.floor(n / 30) * HOUR)
        placed += 1
      } catch (error) {
        code = (error as Refusal).code
      }
    expect(code).toBe('too_many_requests')
    expect(placed).toBeWithin(20, 40)
    const later = NOON + 3 * HOUR
    const refusal = await refusalOf(order(99, later))
    expect(refusal.message).toContain('in a day')
    expect(refusal.details.retryAfterSeconds).toBe((12 - 3) * 3_600)
    expect((await order(0, later)).value.replayed).toBe(true)
    await order(100, NOON + 12 * HOUR)
  })

  describe('the list of clubs', () => {
    test('drops a cart without live lines and later lists it at the end', async () => {
      const [a, b] = [await portal.club({ clubName: 'A' }), await portal.club({ clubName: 'B' })]
      await portal.order(a, [customRow('Neon')])
      await portal.order(b, [customRow('Neon')], { now: NOON + SECOND })
      const cart = await portal.cartOf(a)
      await portal.store.orders.removeCart(cart, {
        actorId: ADMIN,
        now: NOON + 2 * SECOND,
        reason: '',
      })
      const shown = async () =>
        (await portal.store.orders.listCarts()).rows.map(({ clubName }) => clubName)
      expect(await shown()).toEqual(['B'])
      await portal.order(a, [customRow('Neon')], { now: NOON + 3 * SECOND })
      expect(await shown()).toEqual(['B', 'A'])
      expect(await portal.cartOf(a)).toBe(cart)
    })

    test('moves with a name or a number of a club', async () => {
      const club = await portal.club()
      await portal.order(club, [customRow('Neon')])
      const before = await portal.rev('carts')
      const written = await portal.store.accounts.change(club.email, { mobile: '5550199' }, NOON)
      const moved = written?.moved.find(({ topic }) => topic === 'carts')
      expect(moved?.rev).toBeGreaterThan(before)
      const list = await portal.store.orders.listCarts()
      expect(list.rev).toBe(moved?.rev ?? Number.NaN)
      expect(list.rows).toMatchObject([{ contact: '5550199', changed_at: expect.any(String) }])
      expect((await portal.store.orders.listCustomLines()).rows).toMatchObject([
        { contact: '5550199' },
      ])
    })
  })

  test('custom lines are listed in list order, with who asks', async () => {
    const [a, b] = [await portal.club({ mobile: '5550100' }), await portal.club()]
    const tape = await portal.item('Tape')
    await portal.order(a, [customRow('Neon 10', 2, LINK), stockRow(tape._id, 1)])
    await portal.order(b, [customRow('neon 2', 5), customRow('Neon 10', 1)])
    await portal.store.orders.removeLine(await portal.cartOf(b), 'Neon 10', REMOVAL)
    const { rows } = await portal.store.orders.listCustomLines()
    expect(rows).toEqual([
      { ...(await portal.line(b, 'neon 2')), ...ordererOf(b) },
      { ...(await portal.line(a, 'Neon 10')), ...ordererOf(a) },
    ])
  })

  test('names that look the same make one line, and half a surrogate pair is refused', async () => {
    const club = await portal.club()
    for (const itemName of ['Neon  Sign', 'ｎｅｏｎ\u00a0sign ', 'NEON SIGN'])
      await portal.order(club, [customRow(itemName, 1)])
    expect(await portal.lines(club)).toMatchObject([{ itemName: 'Neon Sign', ordered_quantity: 3 }])
    // Every database would write both as U+FFFD.
    for (const itemName of ['half \ud800', 'half \ud801'])
      expect(await codeOf(portal.order(club, [customRow(itemName, 1)]))).toBe('invalid')
    expect(await portal.lines(club)).toHaveLength(1)
    await portal.item('Paint (15 ml)')
    const again = portal.item('PAINT  (15 ㎖)')
    expect(await codeOf(again)).toBe('name_taken')
  })
})
