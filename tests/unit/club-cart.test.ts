import { describe, expect, test } from 'bun:test'
import {
  addLine,
  beginOrder,
  type Cart,
  type CartLine,
  clearLines,
  completeOrder,
  discardOrder,
  countPieces,
  EMPTY_CART,
  inEdition,
  isOld,
  keepFor,
  keyOf,
  quantityOf,
  removeLine,
  restoreLine,
  setQuantity,
  toCart,
} from '#client/portal/shop/cart.ts'
import { orderAgain } from '#client/portal/shop/order-again.ts'
import { isOutdated, newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'

const NOW = 1_700_000_000_000
const HOUR = 3_600_000

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
})

describe('a stored cart', () => {
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
    expect(toCart({ lines: damaged })).toEqual({ ...EMPTY_CART, lines: [brush] })
  })

  test('a missing or malformed cart is an empty one', () => {
    expect(toCart(null)).toEqual(EMPTY_CART)
    expect(toCart({ lines: 'none', pending: { key: 1 } })).toEqual(EMPTY_CART)
  })
})

const begin = (cart: Cart, key = 'k-1') => beginOrder(cart, { key, userId: 'u-1', now: NOW })

describe('sending an order', () => {
  test('the whole cart goes in one body, own items by their name', () => {
    const { pending } = begin(filled(tape, { ...mirror, link: 'https://shop.example/m' }))
    expect(pending).toEqual({
      key: 'k-1',
      sentAt: NOW,
      body: {
        userId: 'u-1',
        items: [
          { item_id: 'i-tape', ordered_quantity: 2 },
          { itemName: 'Mirror Sheet', ordered_quantity: 1, link: 'https://shop.example/m' },
        ],
      },
    })
  })

  test('an own item without a link sends none', () => {
    expect(begin(filled({ ...mirror, link: '' })).pending?.body.items).toEqual([
      { itemName: 'Mirror Sheet', ordered_quantity: 1 },
    ])
  })

  test('an empty cart sends nothing', () => {
    expect(begin(EMPTY_CART)).toBe(EMPTY_CART)
  })

  test('while an order is unanswered, the next press sends that one again, whatever was edited since', () => {
    const sent = begin(filled(tape, brush))
    const edited = setQuantity(addLine(sent, mirror), keyOf(tape), 9)
    const again = begin(edited, 'k-2')
    expect(again.pending).toBe(sent.pending)
    expect(again.lines).toBe(edited.lines)
  })

  test('an unanswered order survives a reload, word for word', () => {
    const sent = begin(filled(tape, mirror))
    const reloaded = toCart(JSON.parse(JSON.stringify(sent)) as Record<string, unknown>)
    expect(reloaded).toEqual(sent)
    expect(JSON.stringify(reloaded.pending?.body)).toBe(JSON.stringify(sent.pending?.body))
  })
})

describe('when the answer comes', () => {
  test('a placed order leaves an empty cart', () => {
    expect(completeOrder(begin(filled(tape, brush, mirror)), 'k-1')).toEqual(EMPTY_CART)
  })

  test('exactly what was added meanwhile stays for the next order', () => {
    const edited = addLine(setQuantity(begin(filled(tape, brush)), keyOf(tape), 5), mirror)
    const { lines, pending } = completeOrder(edited, 'k-1')
    expect(pending).toBeNull()
    expect(lines.map((line) => [line.item_name, line.ordered_quantity])).toEqual([
      ['Gaffer Tape', 3],
      ['Mirror Sheet', 1],
    ])
  })

  test('what was taken out meanwhile cannot be taken back from the order, and is not ordered again', () => {
    const sent = begin(filled(tape, brush))
    expect(completeOrder(removeLine(sent, keyOf(tape)), 'k-1').lines).toEqual([])
    expect(completeOrder(setQuantity(sent, keyOf(brush), 1), 'k-1').lines).toEqual([])
    expect(completeOrder(clearLines(sent), 'k-1')).toEqual(EMPTY_CART)
  })

  test('an answer that another tab has seen already changes nothing', () => {
    const next = begin(addLine(completeOrder(begin(filled(tape)), 'k-1'), brush), 'k-2')
    expect(completeOrder(next, 'k-1')).toBe(next)
    expect(discardOrder(next, 'k-1')).toBe(next)
  })

  test('a refused order leaves the cart as it is, and the next try is a new order', () => {
    const refused = discardOrder(begin(filled(tape)), 'k-1')
    expect(refused).toEqual(filled(tape))
    expect(begin(refused, 'k-2').pending?.key).toBe('k-2')
  })
})

test('an order that was unanswered for as long as the server keeps keys is not sent again', () => {
  const { pending } = begin(filled(tape))
  if (!pending) throw new Error('nothing was sent')
  expect(isOutdated(pending, NOW + 24 * HOUR - 1)).toBe(false)
  expect(isOutdated(pending, NOW + 24 * HOUR)).toBe(true)
})

test('keys are version 7 UUIDs, each is new, and later ones sort after earlier ones', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const times = keys.map((key) => Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.abs(Date.now() - (times[0] ?? 0))).toBeLessThan(60_000)
})

describe('a cart and its edition', () => {
  const oasis = { _id: 'oasis', name: 'OASIS 2026' }
  const apogee = { _id: 'apogee', name: 'APOGEE 2027' }

  test('it remembers the edition in which it was begun, and forgets it when it is empty', () => {
    const begun = inEdition(filled(tape), oasis)
    expect(inEdition(addLine(begun, brush), apogee).edition).toEqual(oasis)
    expect(inEdition(filled(tape), null).edition).toBeNull()
    expect(inEdition(clearLines(begun), apogee)).toBe(EMPTY_CART)
    expect(toCart(JSON.parse(JSON.stringify(begun)))).toEqual(begun)
  })

  test('it is old in another edition until it is kept, with the edition in its order', () => {
    const begun = inEdition(filled(tape), oasis)
    const sent = beginOrder(begun, { key: 'k-1', userId: 'club', now: NOW })
    expect(sent.pending?.body.edition).toBe('oasis')
    expect([isOld(sent, null), isOld(sent, oasis), isOld(sent, apogee)]).toEqual([
      false,
      false,
      true,
    ])
    expect(keepFor(sent, apogee)).toEqual({ ...begun, edition: apogee })
    // An ending that was taken back brings the edition of the cart back.
    expect(isOld(keepFor(sent, apogee), oasis)).toBe(true)
  })
})

test('an earlier order comes into the cart as far as it can be ordered, and the rest says why', () => {
  const lineOf = (itemName: string, item_id: string | null, ordered_quantity: number) => ({
    _id: itemName,
    itemName,
    unit: '',
    item_id,
    ordered_quantity,
    allotted_quantity: 0,
    delivered_quantity: 0,
    status: 'Pending' as const,
    remarks: '',
    link: item_id === null ? 'https://shop.example/' : '',
  })
  const catalogue = [
    { _id: 'i-tape', itemName: 'Gaffer Tape', unit: '' },
    { _id: 'i-brush', itemName: 'Brush Round 4 mm', unit: '' },
    { _id: 'i-foil', itemName: 'Foil', unit: '' },
  ]
  const { cart, leftOut } = orderAgain(
    filled(tape),
    [
      lineOf('Brush Round 4', 'i-brush', 6),
      lineOf('Gaffer Tape', 'i-tape', 12),
      lineOf('Canvas', 'i-canvas', 4),
      lineOf('Mirror Sheet', null, 1),
      lineOf('FOIL', null, 3),
      { ...lineOf('Wire', null, 2), status: 'Rejected' as const },
    ],
    catalogue,
  )
  expect(cart.lines).toEqual([
    tape,
    { item_id: 'i-brush', item_name: 'Brush Round 4 mm', ordered_quantity: 6 },
    { ...mirror, link: 'https://shop.example/' },
    { item_id: 'i-foil', item_name: 'Foil', ordered_quantity: 3 },
  ])
  expect(leftOut).toEqual([
    { name: 'Gaffer Tape', quantity: 12, reason: 'It is in your cart already.' },
    { name: 'Canvas', quantity: 4, reason: 'It cannot be ordered now.' },
    { name: 'Wire', quantity: 2, reason: 'It was rejected.' },
  ])
})
