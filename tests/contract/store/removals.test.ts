import { beforeEach, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { ADMIN, codeOf, NOON, REMOVAL, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'

onEachStore('removals', (open) => {
  const portal = useStore(open)
  let club: Coordinator
  let tape: StockItem
  let cart: string
  beforeEach(async () => {
    club = await portal.club()
    tape = await portal.item('Tape', 10)
    const glue = await portal.item('Glue', 10)
    await portal.order(club, [stockRow(tape._id, 4), stockRow(glue._id, 4), customRow('Neon', 2)])
    cart = await portal.cartOf(club)
  })
  const removeLine = (line: string) => portal.store.orders.removeLine(cart, line, REMOVAL)

  test('of a line by its id or its present name, whatever its case', async () => {
    await removeLine((await portal.line(club, 'Glue'))._id)
    const edit = { rev: tape.rev, itemName: 'Masking Tape' }
    await portal.store.stock.edit(tape._id, edit, ADMIN, NOON)
    expect(await codeOf(removeLine('Tape'))).toBe('not_found')
    await removeLine(' masking tAPE ')
    await removeLine('NEON')
    expect(await portal.lines(club)).toEqual([])
    expect((await portal.store.orders.listCarts()).rows).toEqual([])
  })

  test('of a line of another cart, or in a cart that is not there, is refused', async () => {
    const other = await portal.club()
    await portal.order(other, [customRow('Other', 1)])
    const { _id } = await portal.line(other, 'Other')
    for (const named of ['Other', _id, Bun.randomUUIDv7()])
      expect(await codeOf(removeLine(named))).toBe('not_found')
    const { removeLine: remove, removeCart } = portal.store.orders
    expect(await codeOf(remove(Bun.randomUUIDv7(), 'Tape', REMOVAL))).toBe('not_found')
    expect(await codeOf(removeCart(Bun.randomUUIDv7(), REMOVAL))).toBe('not_found')
  })

  test('of a cart without units to return leaves the stock alone', async () => {
    const removed = await portal.store.orders.removeCart(cart, REMOVAL)
    expect(topicsOf(removed)).toEqual(['carts', `orders:${club.id}`])
  })
})
