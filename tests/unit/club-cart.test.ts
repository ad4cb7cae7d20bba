import { describe, expect, test } from 'bun:test'
import {
  addLine,
  type Cart,
  type CartLine,
  clearLines,
  countPieces,
  EMPTY_CART,
  keyOf,
  quantityOf,
  removeLine,
  restoreLine,
  setQuantity,
  toCart,
} from '#client/portal/shop/cart.ts'

const tape: CartLine = { item_id: 'i-tape', item_name: 'Gaffer Tape', ordered_quantity: 2 }
const brush: CartLine = { item_id: 'i-brush', item_name: 'Brush Round 4', ordered_quantity: 6 }
const mirror: CartLine = {
  item_id: null,
  item_name: 'Mirror Sheet',
  ordered_quantity: 1,
  link: 'https://shop.example/mirror',
}
const filled = (...lines: CartLine[]): Cart => lines.reduce(addLine, EMPTY_CART)

describe('adding to the cart', () => {
  test('an item that is added again is one line with both quantities', () => {
    const cart = filled(tape, brush, { ...tape, ordered_quantity: 3 })
    expect(cart.lines.map((line) => [line.item_name, line.ordered_quantity])).toEqual([
      ['Gaffer Tape', 5],
      ['Brush Round 4', 6],
    ])
  })

  test("a club's own item is the same line whatever its case and margins; the later link counts", () => {
    const again = { item_id: null, item_name: '  mirror SHEET ', ordered_quantity: 4 }
    const cart = filled(mirror, { ...again, link: 'https://other.example/' })
    expect(cart.lines).toHaveLength(1)
    expect(cart.lines[0]).toMatchObject({ ordered_quantity: 5, link: 'https://other.example/' })
    expect(filled(mirror, again).lines[0]?.link).toBe('https://shop.example/mirror')
  })

  test('a stock item and an own item of the same name stay two lines', () => {
    expect(filled(tape, { ...mirror, item_name: 'Gaffer Tape' }).lines).toHaveLength(2)
  })

  test('a quantity of 0 changes nothing', () => {
    const cart = filled(tape)
    expect(addLine(cart, { ...brush, ordered_quantity: 0 })).toBe(cart)
  })

  test('a line never asks for more than one order may', () => {
    const cart = filled({ ...tape, ordered_quantity: 9_999 }, { ...tape, ordered_quantity: 500 })
    expect(countPieces(cart.lines)).toBe(10_000)
  })
})

describe('editing the cart', () => {
  const cart = filled(tape, brush, mirror)

  test('a new quantity changes its line alone, and keeps at least one piece', () => {
    expect(setQuantity(cart, keyOf(brush), 9).lines.map((l) => l.ordered_quantity)).toEqual([
      2, 9, 1,
    ])
    expect(quantityOf(setQuantity(cart, keyOf(brush), 0).lines, keyOf(brush))).toBe(1)
    expect(quantityOf(setQuantity(cart, keyOf(brush), 99_999).lines, keyOf(brush))).toBe(10_000)
  })

  test('a removed line returns to its place', () => {
    const without = removeLine(cart, keyOf(brush))
    expect(without.lines).toEqual([tape, mirror])
    expect(restoreLine(without, brush, 1)).toEqual(cart)
  })

  test('a removed line is added to the line of the same item that came since', () => {
    const meanwhile = addLine(removeLine(cart, keyOf(brush)), { ...brush, ordered_quantity: 1 })
    expect(quantityOf(restoreLine(meanwhile, brush, 1).lines, keyOf(brush))).toBe(7)
  })

  test('a cleared cart is empty', () => {
    expect(clearLines(cart).lines).toEqual([])
  })
})

describe('a stored cart', () => {
  test('a cart is read back as it was written', () => {
    const cart = filled(tape, mirror)
    expect(toCart(JSON.parse(JSON.stringify(cart)) as Record<string, unknown>)).toEqual(cart)
  })

  test('damaged lines are left out, the others stay', () => {
    const damaged = [
      { ...tape, ordered_quantity: 'many' },
      { ...tape, ordered_quantity: 0 },
      { ...tape, ordered_quantity: 2.5 },
      { ...tape, ordered_quantity: 10_001 },
      { item_id: 7, item_name: 'Numbered', ordered_quantity: 1 },
      { ...mirror, link: 3 },
      null,
      brush,
    ]
    expect(toCart({ lines: damaged })).toEqual({ lines: [brush], pending: null })
  })

  test('a missing or malformed cart is an empty one', () => {
    expect(toCart(null)).toEqual(EMPTY_CART)
    expect(toCart({ lines: 'none', pending: { key: 1 } })).toEqual(EMPTY_CART)
  })
})
