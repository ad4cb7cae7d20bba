import { expect, test } from 'bun:test'
import { piecesPerBoard, toCourse } from '#client/portal/stock/shelf-course.ts'
import type { HistoryEntry } from '#src/contract/history.ts'
import { describeCourse, describeInLedger, toLedger } from '#src/rules/describe-ledger.ts'

const NOW = new Date(2026, 11, 1, 14, 20)

let entries = 0
const base = (day: number, kind: HistoryEntry['kind']): HistoryEntry => ({
  _id: `entry-${++entries}`,
  at: new Date(2026, 10, day, 12).toISOString(),
  kind,
  batch: `batch-${entries}`,
  by: { id: 'admin', name: 'Painting Lead', access: 'bosslevel' },
  item: { _id: 'brush', itemName: 'Brush' },
})

const added = (day: number, quantity: number): HistoryEntry => ({
  ...base(day, 'item_added'),
  changes: [{ field: 'itemQuantity', before: 0, after: quantity }],
})
const counted = (day: number, before: number, after: number): HistoryEntry => ({
  ...base(day, 'item_edited'),
  units: after - before,
  changes: [{ field: 'itemQuantity', before, after }],
})
const ofLine = (
  day: number,
  kind: HistoryEntry['kind'],
  units: number,
  given: number,
): HistoryEntry => ({
  ...base(day, kind),
  club: { user_id: 'drama', clubName: 'Drama Club' },
  line: { _id: 'line', itemName: 'Brush', ordered_quantity: 8 },
  units,
  changes: [{ field: 'allotted_quantity', before: given - units, after: given }],
})

const told = [
  added(20, 12),
  { ...base(21, 'item_noted'), changes: [{ field: 'itemRemark', before: '', after: 'Low' }] },
  ofLine(22, 'line_decided', 12, 12),
  ofLine(25, 'line_decided', -2, 10),
  counted(26, 2, 20),
  counted(27, 20, 15),
  ofLine(28, 'line_deleted', -10, 0),
].toReversed()

test('a ledger is a running balance: what was is what the row below says, and the sums add up', () => {
  const ledger = toLedger(told)
  expect(ledger.rows.map(({ was, change, is }) => [was, change, is])).toEqual([
    [15, 10, 25],
    [20, -5, 15],
    [2, 18, 20],
    [0, 2, 2],
    [12, -12, 0],
    [0, 12, 12],
  ])
  const { cameIn, wentOut, cameBack, onShelf } = ledger
  expect({ cameIn, wentOut, cameBack, onShelf }).toEqual({
    cameIn: 30,
    wentOut: 17,
    cameBack: 12,
    onShelf: 25,
  })
  expect(cameIn - wentOut + cameBack).toBe(onShelf)
  expect(ledger).toMatchObject({ withClubs: 0, clubs: 0 })
  expect(toLedger(told.slice(1))).toMatchObject({ withClubs: 10, clubs: 1, onShelf: 15 })
})

test('each row says what happened to the shelf', () => {
  const words = toLedger(told).rows.map(({ entry }) =>
    describeInLedger(entry)
      .map((part) => (typeof part === 'object' && 'club' in part ? part.club : part))
      .join(''),
  )
  expect(words).toEqual([
    'put back, deleted from the order of Drama Club',
    'counted again',
    'counted again',
    'taken back from Drama Club, 10 of 8',
    'given to Drama Club, 12 of 8',
    'added to the list',
  ])
})

test('the course of a shelf is told with its beginning, the times of nothing, and now', () => {
  expect(describeCourse('Brush', toLedger(told), NOW)).toBe(
    'How many Brush lay on the shelf: 12 on 20 November, none from 22 November to 25 November, 25 now.',
  )
  expect(describeCourse('Brush', toLedger([]), NOW)).toBe('')
})

test('the chart covers the time from the first day until now, with a dozen marks at most', () => {
  const { steps, ticks, most } = toCourse(toLedger(told).rows, NOW)
  expect(most).toBe(25)
  expect(steps.map(({ quantity }) => quantity)).toEqual([12, 0, 2, 20, 15, 25])
  expect(steps.at(-1)?.to).toBe(1)
  expect(
    steps.every(({ from, to }, place) => from < to && to === (steps[place + 1]?.from ?? 1)),
  ).toBe(true)
  expect(ticks.length).toBeGreaterThan(5)
  expect(ticks.length).toBeLessThanOrEqual(12)
  // An entry may be dated before the one that it follows.
  const early = toCourse(toLedger([counted(19, 12, 20), added(20, 12)]).rows, NOW)
  expect(early.steps).toMatchObject([{ quantity: 12 }, { to: 1, quantity: 20 }])
  expect(early.steps.every(({ from, to }) => from < to)).toBe(true)
  const young = toCourse(toLedger([added(20, 5)]).rows, new Date(2026, 10, 20, 12))
  expect(young.steps).toMatchObject([{ from: 0, to: 1, quantity: 5 }])
})

test('a board stands for so many pieces that no stack has more than thirty', () => {
  expect([1, 30, 31, 150, 151, 300, 301, 1_500, 99_999].map(piecesPerBoard)).toEqual([
    1, 1, 5, 5, 10, 10, 50, 50, 5_000,
  ])
})
