import { beforeEach, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { ADMIN, codeOf, NOON, REMOVAL, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'

/** Taking a batch back: what a random history seldom reaches. */
onEachStore('undo', (open) => {
  const portal = useStore(open)
  let club: Coordinator
  let tape: StockItem
  beforeEach(async () => {
    club = await portal.club()
    tape = await portal.item('Tape', 10)
    await portal.order(club, [stockRow(tape._id, 8), customRow('Neon', 4)])
  })

  test('of a deleted line is refused where the cart is full', async () => {
    const cart = await portal.cartOf(club)
    const remove = (name: string) => portal.store.orders.removeLine(cart, name, REMOVAL)
    const { batch = '' } = await remove('Neon')
    await portal.order(
      club,
      times(100, (index) => customRow(`Lamp ${index}`)),
    )
    expect(await codeOf(portal.undo(batch))).toBe('cart_full')
    await remove('Lamp 7')
    await portal.undo(batch)
    expect(await portal.lines(club)).toHaveLength(101)
  })

  test('of the rest of a decision: clubs read their own row, taken back or not', async () => {
    await portal.store.ordering.hold(true, ADMIN, NOON)
    const clubs = [club, await portal.club(), await portal.club()]
    for (const other of clubs.slice(1)) await portal.order(other, [stockRow(tape._id, 2)])
    const lines = await Promise.all(clubs.map((one) => portal.line(one, 'Tape')))
    const rejected = lines.map(({ _id }) => ({ _id, status: 'Rejected' as const }))
    const { value } = await portal.allot(rejected, { toAnswer: (_, batch = '') => batch })
    await portal.order(club, [stockRow(tape._id, 1)])
    await portal.undo(value.body, { isRest: true })
    for (const { clubId } of clubs) {
      const entries = await portal.entries({ readableBy: clubId }, 50)
      expect(entries.filter(({ undone }) => undone && !undone.isHidden)).toEqual([])
    }
  })

  test('under the key of another batch is refused; a refused one leaves its key free', async () => {
    const idempotency = { key: 'a key', bodyHash: 'of one batch' }
    const batch = await portal.give((await portal.line(club, 'Tape'))._id, 3)
    const other = await portal.give((await portal.line(club, 'Neon'))._id, 1)
    const unknown = portal.undo(Bun.randomUUIDv7(), { idempotency })
    expect(await codeOf(unknown)).toBe('not_found')
    await portal.undo(batch, { idempotency })
    const reused = { ...idempotency, bodyHash: 'of another batch' }
    expect(await codeOf(portal.undo(other, { idempotency: reused }))).toBe('key_reused')
    expect(await portal.line(club, 'Neon')).toMatchObject({ allotted_quantity: 1 })
  })
})
