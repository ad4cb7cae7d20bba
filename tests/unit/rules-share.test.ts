import { describe, expect, it, test } from 'bun:test'
import * as fc from 'fast-check'
import type { BoardLine } from '#src/contract/board.ts'
import { ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { SHARE_METHODS, share, type ShareMethod } from '#src/rules/share.ts'
import { shortOf } from '#src/rules/short.ts'

type Parts = Partial<BoardLine> & { asked: number; given?: number; delivered?: number }

const toLine = ({ asked, given = 0, delivered = 0, ...rest }: Parts, place: number): BoardLine => ({
  _id: `line-${String(place).padStart(4, '0')}`,
  item_id: 'item',
  ordered_quantity: asked,
  allotted_quantity: given,
  delivered_quantity: delivered,
  status: 'Pending',
  remarks: '',
  // one minute later than the line before
  ordered_at: new Date(Date.UTC(2026, 10, 1) + place * 60_000).toISOString(),
  ...rest,
})
const toLines = (...parts: Parts[]) => parts.map(toLine)
const asking = (...asked: number[]) => asked.map((units, place) => toLine({ asked: units }, place))
const unitsOf = ({ given }: ReturnType<typeof share>, lines: readonly BoardLine[]) =>
  lines.map(({ _id }) => given.get(_id))

describe('a table of cases worked out by hand', () => {
  test.each([
    ['asked', 10, asking(4, 5, 6), [4, 5, 1]],
    ['asked', 0, asking(4, 5), [0, 0]],
    ['asked', 100, asking(4, 5), [4, 5]],
    // quotients: 12, 4, 2.4 … 6, 2 … 3, 1 …; the units go 12, 6, 4, 3, 2.4
    ['proportion', 5, asking(12, 6, 3), [3, 1, 1]],
    // 9 and 9: 9, 9, 3, 3, 1.8, 1.8; the older order gets the odd unit
    ['proportion', 5, asking(9, 9), [3, 2]],
    // 1 asked ÷ 1 is below 100 ÷ 99 = 1.01, the quotient of the 50th unit
    ['proportion', 50, asking(100, 1), [50, 0]],
    ['proportion', 51, asking(100, 1), [50, 1]],
    ['equal', 10, asking(8, 2, 8), [4, 2, 4]],
    ['equal', 11, asking(8, 2, 8), [5, 2, 4]],
    ['equal', 2, asking(8, 2, 8), [1, 1, 0]],
    ['back', 7, asking(8, 2, 8), [0, 0, 0]],
  ] as const)('%s: %d on the shelf', (method, onShelf, lines, expected) => {
    expect(unitsOf(share(method, lines, { onShelf, keptBack: 0 }), lines)).toEqual([...expected])
  })

  it('what is given and not delivered is divided again', () => {
    const lines = toLines({ asked: 10, given: 10, delivered: 2 }, { asked: 10 })
    const result = share('equal', lines, { onShelf: 2, keptBack: 0 })
    expect(unitsOf(result, lines)).toEqual([6, 6])
    expect(result).toMatchObject({ available: 10, shared: 10, wanted: 18, keptBack: 0 })
  })

  it('units are kept back, and the rest is told', () => {
    const lines = asking(10, 5, 10)
    const result = share('proportion', lines, { onShelf: 20, keptBack: 2 })
    expect(unitsOf(result, lines)).toEqual([7, 4, 7])
    expect(result).toMatchObject({ available: 20, shared: 18, keptBack: 2, wanted: 25 })
  })

  it('take all back leaves what was delivered', () => {
    const lines = toLines({ asked: 10, given: 7, delivered: 3 })
    const result = share('back', lines, { onShelf: 1, keptBack: 0 })
    expect(unitsOf(result, lines)).toEqual([3])
    expect(result).toMatchObject({ available: 5, shared: 0 })
  })

  it('who was given more than asked comes down to what was asked, never below what was delivered', () => {
    const lines = toLines(
      { asked: 4, given: 9, delivered: 0 },
      { asked: 4, given: 9, delivered: 6 },
    )
    expect(unitsOf(share('asked', lines, { onShelf: 0, keptBack: 0 }), lines)).toEqual([4, 6])
  })

  it('rejected lines and those ordered elsewhere neither get nor give', () => {
    const lines = toLines(
      { asked: 4, given: 1, status: 'Rejected' },
      { asked: 4, status: ONLINE_RETAILER },
      { asked: 4 },
    )
    const { given, available } = share('asked', lines, { onShelf: 3, keptBack: 0 })
    expect([...given]).toEqual([['line-0002', 3]])
    expect(available).toBe(3)
  })

  it('of orders placed at one moment, the smaller id comes first', () => {
    const at = '2026-11-01T00:00:00.000Z'
    const lines = toLines(
      { asked: 3, _id: 'b', ordered_at: at },
      { asked: 3, _id: 'a', ordered_at: at },
    )
    for (const method of ['asked', 'proportion', 'equal'] as const)
      expect(share(method, lines, { onShelf: 1, keptBack: 0 }).given.get('a')).toBe(1)
  })

  test.each([
    ['nothing is short while the shelf is full', asking(4, 5), 9, 0],
    ['asked less what lies on the shelf', asking(4, 5), 2, 7],
    ['less what is given', toLines({ asked: 9, given: 5 }), 1, 3],
    ['without rejected lines', toLines({ asked: 9, status: 'Rejected' }), 0, 0],
  ])('short: %s', (_, lines, onShelf, expected) => {
    expect(shortOf(lines, onShelf)).toBe(expected)
  })
})

type Case = { method: ShareMethod; lines: BoardLine[]; onShelf: number; keptBack: number }

const lineArb = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(70), fc.nat(70), fc.nat(3), fc.nat(9))
  .map(([asked, given, delivered, minute, kind]): Parts => ({
    asked,
    given,
    delivered: Math.min(given, delivered),
    ordered_at: new Date(Date.UTC(2026, 10, 1) + minute * 60_000).toISOString(),
    status: kind === 0 ? 'Rejected' : kind === 1 ? ONLINE_RETAILER : 'Pending',
  }))
const caseArb: fc.Arbitrary<Case> = fc.record({
  method: fc.constantFrom(...SHARE_METHODS),
  lines: fc.array(lineArb, { minLength: 1, maxLength: 12 }).map((parts) => parts.map(toLine)),
  onShelf: fc.nat(400),
  keptBack: fc.nat(40),
})
const run = ({ method, lines, onShelf, keptBack }: Case) =>
  share(method, lines, { onShelf, keptBack })
const served = ({ lines }: Case) =>
  lines.filter(({ status }) => status !== 'Rejected' && status !== ONLINE_RETAILER)
const mostOf = ({ ordered_quantity, delivered_quantity }: BoardLine) =>
  Math.max(ordered_quantity, delivered_quantity)

/** One unit at a time to the highest quotient or the lowest number: slow, and plainly what the methods say. */
function unitByUnit(kase: Case): Map<string, number> {
  const { method, onShelf, keptBack } = kase
  const lines = served(kase).toSorted(
    (a, b) => a.ordered_at.localeCompare(b.ordered_at) || a._id.localeCompare(b._id),
  )
  const given = new Map(lines.map((line) => [line._id, line.delivered_quantity]))
  const has = ({ _id }: BoardLine) => given.get(_id) ?? 0
  let left =
    onShelf -
    keptBack +
    lines.reduce((sum, line) => sum + line.allotted_quantity - line.delivered_quantity, 0)
  const weight: Record<ShareMethod, (line: BoardLine) => number> = {
    asked: () => 0,
    proportion: (line) => line.ordered_quantity / (2 * has(line) + 1),
    equal: (line) => -has(line),
    back: () => 0,
  }
  if (method === 'back') return given
  for (; left > 0; left--) {
    const open = lines.filter((line) => has(line) < mostOf(line))
    const [first] = open
    if (!first) break
    let best = first
    for (const line of open) if (weight[method](line) > weight[method](best)) best = line
    given.set(best._id, has(best) + 1)
  }
  return given
}

describe('for all lines, shelves and methods', () => {
  it('as many units afterwards as before, whole, and none left over that somebody wanted', () => {
    fc.assert(
      fc.property(caseArb, (kase) => {
        const result = run(kase)
        const lines = served(kase)
        const total = lines.reduce((sum, { _id }) => sum + (result.given.get(_id) ?? 0), 0)
        const delivered = lines.reduce((sum, line) => sum + line.delivered_quantity, 0)
        const movable = lines.reduce(
          (sum, line) => sum + line.allotted_quantity - line.delivered_quantity,
          kase.onShelf,
        )
        const wanted = lines.reduce((sum, line) => sum + mostOf(line), 0) - delivered
        const expected =
          kase.method === 'back' ? 0 : Math.min(wanted, Math.max(0, movable - kase.keptBack))
        expect([...result.given.values()].every(Number.isInteger)).toBe(true)
        expect(total - delivered).toBe(expected)
        expect(result).toMatchObject({ shared: expected, available: movable, wanted })
      }),
    )
  })

  it('each method gives what giving unit by unit gives, ties included', () => {
    fc.assert(
      fc.property(caseArb, (kase) => {
        expect(Object.fromEntries(run(kase).given)).toEqual(Object.fromEntries(unitByUnit(kase)))
      }),
    )
  })
})

it('of quantities as large as a line may have, the exact quotients decide', () => {
  const lines = asking(999_999_999, 999_999_998, 1)
  for (const onShelf of [1_000_000_000, 1_999_999_997]) {
    const given = unitsOf(share('proportion', lines, { onShelf, keptBack: 0 }), lines)
    const [first = 0, second = 0, third = 0] = given
    expect(first + second + third).toBe(onShelf)
    // No unit would have gone to another line first.
    const quotient = (asked: number, units: number) => asked / (2 * units - 1)
    expect(quotient(999_999_999, first)).toBeGreaterThanOrEqual(
      999_999_998 / (2 * second + 1) - Number.EPSILON,
    )
    expect(quotient(999_999_998, second)).toBeGreaterThanOrEqual(
      999_999_999 / (2 * first + 1) - Number.EPSILON,
    )
  }
})
