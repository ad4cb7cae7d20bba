import { beforeEach, describe, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { ADMIN, codeOf, NOON, REMOVAL, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'

onEachStore('removals', (open) => {
  const portal = useStore(open)
  let club: Coordinator
  let tape: StockItem
  let glue: StockItem
  let cart: string
  beforeEach(async () => {
    club = await portal.club()
    tape = await portal.item('Tape', 10)
    glue = await portal.item('Glue', 10)
    await portal.order(club, [stockRow(tape._id, 4), stockRow(glue._id, 4), customRow('Neon', 2)])
    cart = await portal.cartOf(club)
  })
  const removeLine = (line: string) => portal.store.orders.removeLine(cart, line, REMOVAL)
  const removeCart = () => portal.store.orders.removeCart(cart, REMOVAL)
  const names = async () => (await portal.lines(club)).map(({ itemName }) => itemName)

  describe('of a line', () => {
    test('by its id or its name, whatever its case', async () => {
      await removeLine((await portal.line(club, 'Glue'))._id)
      await removeLine(' tAPE ')
      await removeLine('NEON')
      expect(await names()).toEqual([])
      expect((await portal.store.orders.listCarts()).rows).toEqual([])
    })

    test('an unknown line or cart is refused', async () => {
      const other = await portal.club()
      await portal.order(other, [customRow('Other', 1)])
      expect(await codeOf(removeLine('Other'))).toBe('not_found')
      expect(await codeOf(removeLine((await portal.line(other, 'Other'))._id))).toBe('not_found')
      expect(await codeOf(removeLine(Bun.randomUUIDv7()))).toBe('not_found')
      const nowhere = portal.store.orders.removeLine(Bun.randomUUIDv7(), 'Tape', REMOVAL)
      expect(await codeOf(nowhere)).toBe('not_found')
    })

    test('by the present name of its item', async () => {
      await portal.store.stock.edit(
        tape._id,
        { rev: tape.rev, itemName: 'Masking Tape' },
        ADMIN,
        NOON,
      )
      expect(await codeOf(removeLine('Tape'))).toBe('not_found')
      await removeLine('Masking Tape')
      expect(await names()).toEqual(['Glue', 'Neon'])
    })

    test('a new line of the same name has another id', async () => {
      const { _id: lineId } = await portal.line(club, 'Neon')
      await removeLine('Neon')
      await portal.order(club, [customRow('Neon', 7)])
      const line = await portal.line(club, 'Neon')
      expect(line).toMatchObject({ ordered_quantity: 7, allotted_quantity: 0, status: 'Pending' })
      expect(line._id).not.toBe(lineId)
      await removeLine(lineId)
      expect(await names()).toContain('Neon')
    })
  })

  describe('of a cart', () => {
    test('that is not there is refused', async () => {
      const nowhere = portal.store.orders.removeCart(Bun.randomUUIDv7(), REMOVAL)
      expect(await codeOf(nowhere)).toBe('not_found')
    })

    test('without units to return leaves the stock alone', async () => {
      expect(topicsOf(await removeCart())).toEqual(['carts', `orders:${club.id}`])
    })
  })
})
