import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { LineRequest } from '#src/contract/line.ts'
import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import * as rules from '#src/rules/place.ts'
import { Refusal } from '#src/rules/refusal.ts'
import '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

type Line = rules.PlacedLine & { key: string }

const stockOf = (named: Record<string, { itemName: string; itemStatus: ItemStatus }>) => {
  const items = Object.fromEntries(
    Object.entries(named).map(([id, item]) => [id, { ...item, unit: 'rolls' }]),
  )
  const byName = new Map(Object.values(items).map((item) => [nameKey(item.itemName), item]))
  const stock: rules.StockLookup = {
    byId: (id) => items[id] ?? null,
    byName: (key) => byName.get(key) ?? null,
  }
  return stock
}

const STOCK = stockOf({
  tape: { itemName: 'Tape', itemStatus: 'enabled' },
  glue: { itemName: 'Glue', itemStatus: 'enabled' },
  palette: { itemName: 'Palette', itemStatus: 'disabled' },
})

const place = <L extends rules.PlacedLine>(
  rows: LineRequest[],
  stock: rules.StockLookup,
  live: ReadonlyMap<string, L>,
) => {
  const custom = [...live.values()].filter(({ item_id }) => item_id === null).length
  return rules.place(rows, stock, live, { lines: live.size, custom })
}

function refusalOf(run: () => unknown): Refusal {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('This was not refused.')
}

const quantity = fc.integer({ min: 1, max: 10_000 })
const ownName = fc.constantFrom('Neon', ' neon ', 'NEON', 'Café', 'Cafe\u0301', 'Ribbon')
const goodRow: fc.Arbitrary<LineRequest> = fc.oneof(
  fc.tuple(fc.constantFrom('tape', 'glue'), quantity).map((row) => stockRow(...row)),
  fc.tuple(ownName, quantity).map((row) => customRow(...row)),
)
const goodRows = fc.array(goodRow, { minLength: 1, maxLength: 30 })

describe('placing rows', () => {
  test('the quantity of each line grows by the sum of its rows', () => {
    fc.assert(
      fc.property(goodRows, goodRows, (first, second) => {
        const live = new Map<string, Line>()
        const apply = (rows: LineRequest[]) => {
          const { raised, created } = place(rows, STOCK, live)
          for (const { line, ...values } of raised) Object.assign(line, values)
          for (const row of created) {
            const key = lineKey(row)
            expect(live.has(key)).toBe(false)
            live.set(key, { ...row, key, status: 'Pending' })
          }
        }
        apply(first)
        apply(second)
        const expected = new Map<string, number>()
        for (const row of [...first, ...second])
          expected.set(lineKey(row), (expected.get(lineKey(row)) ?? 0) + row.ordered_quantity)
        const placed = [...live].map(([key, line]) => [key, line.ordered_quantity] as const)
        expect(new Map(placed)).toEqual(expected)
      }),
    )
  })

  test('the ordered quantity of a line stays below 1,000,000,000', () => {
    const placeOn = (ordered_quantity: number) => {
      const line = { ...customRow('Neon'), itemName: 'Neon', ordered_quantity }
      const live = new Map([[lineKey(line), { ...line, status: 'Pending' as const }]])
      return place([customRow('Ribbon'), customRow('Neon', 2)], STOCK, live)
    }
    expect(placeOn(999_999_997).raised).toMatchObject([{ ordered_quantity: 999_999_999 }])
    const { code, details } = refusalOf(() => placeOn(999_999_998))
    expect(code).toBe('invalid')
    expect(details.errors?.map(({ path }) => path)).toEqual(['items.1.ordered_quantity'])
  })

  test('a cart holds 400 lines, 100 of them custom ones', () => {
    const orderOn = (rows: LineRequest[], more: LineRequest) =>
      place(
        [more],
        STOCK,
        new Map(rows.map((row) => [lineKey(row), { ...row, status: 'Pending' }])),
      )
    const stock = Array.from({ length: 399 }, (_, n) => stockRow(`item ${n}`, 1))
    const own = Array.from({ length: 100 }, (_, n) => customRow(`Own ${n}`))
    const [tape, neon] = [stockRow('tape', 1), customRow('Neon')]
    expect(orderOn(stock, tape).created).toHaveLength(1)
    const glue = stockRow('glue', 1)
    expect(refusalOf(() => orderOn([...stock, tape], glue)).code).toBe('cart_full')
    expect(orderOn([...stock, tape], tape).raised).toHaveLength(1)
    expect(orderOn(own, tape).created).toHaveLength(1)
    expect(refusalOf(() => orderOn(own, neon)).code).toBe('cart_full')
  })

  test('one invalid row refuses the whole order and is named by its index', () => {
    const bad: [LineRequest, string, string][] = [
      [stockRow('nowhere', 1), 'item_unavailable', 'item_id'],
      [stockRow('palette', 1), 'item_unavailable', 'item_id'],
      [customRow('tAPE ', 1), 'in_stock', 'itemName'],
      [customRow('palette', 1), 'in_stock', 'itemName'],
      [customRow('\t ', 1), 'invalid', 'itemName'],
      [customRow('New', 0), 'invalid', 'ordered_quantity'],
      [customRow('New', 1, 'ftp://x'), 'invalid', 'link'],
    ]
    fc.assert(
      fc.property(goodRows, fc.nat(), fc.constantFrom(...bad), (rows, at, [row, code, field]) => {
        const index = at % (rows.length + 1)
        const refusal = refusalOf(() => place(rows.toSpliced(index, 0, row), STOCK, new Map()))
        expect<string>(refusal.code).toBe(code)
        expect(refusal.details.errors?.map(({ path }) => path)).toEqual([`items.${index}.${field}`])
      }),
    )
  })

  test('the error names a disabled item by its stored name and does not repeat an unknown id', () => {
    const rows = [stockRow('sent by a stranger', 1), stockRow('palette', 1)]
    const refusal = refusalOf(() => place(rows, STOCK, new Map()))
    expect(refusal.message).toBe('This item is not available. Palette is not available.')
    expect(refusal.message).not.toContain('stranger')
  })

  test('a custom item named like a stock item is refused by its name only if clubs see that item', () => {
    const refused = (name: string) =>
      refusalOf(() => place([customRow(name, 1)], STOCK, new Map())).message
    expect(refused('tape')).toBe('Tape is in stock: add it from the list.')
    expect(refused('PALETTE')).toBe('This item is not available.')
  })

  test('the message quotes a few of many faults, and each row has its full text', () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']
    const stock = stockOf(
      Object.fromEntries(names.map((name) => [name, { itemName: name, itemStatus: 'disabled' }])),
    )
    const rows = names.map((itemId) => stockRow(itemId, 1))
    const refusal = refusalOf(() => place(rows, stock, new Map()))
    expect(refusal.message).toEndWith('Gamma is not available. (and 2 more)')
    expect(refusal.details.errors).toHaveLength(5)
  })

  test('a new order reopens only delivered and rejected lines', () => {
    const statuses: [LineStatus, LineStatus][] = [
      ['', ''],
      ['Pending', 'Pending'],
      ['Ready', 'Ready'],
      ['Ordered from online retailer', 'Ordered from online retailer'],
      ['Delivered', 'Pending'],
      ['Rejected', 'Pending'],
    ]
    for (const [before, after] of statuses) expect(rules.statusAfterOrder(before)).toBe(after)
  })
})
