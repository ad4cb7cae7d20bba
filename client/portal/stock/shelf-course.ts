import type { LedgerRow } from '#src/rules/describe-ledger.ts'
import { startOfDay } from '#src/rules/day-text.ts'

/** Places along the chart are fractions of its width. */
export type Step = { from: number; to: number; quantity: number; boards: number }
export type Tick = { at: number; date: Date; unit: 'time' | 'day' }
export type Course = {
  /** Oldest first; the last one reaches to now. */
  steps: Step[]
  ticks: Tick[]
  most: number
  boards: number
}

/** More boards than this would be too thin to count. */
const MOST_BOARDS = 30
const MOST_TICKS = 12
const DAY_MS = 86_400_000
const DAYS_APART = [1, 2, 7, 14, 30, 60, 90, 180, 365, 730, 1_825, 3_650]

/** How many pieces a board stands for: one up to 30 pieces, above that 5, 10, 50, 100 and so on. */
export function piecesPerBoard(most: number): number {
  if (most <= MOST_BOARDS) return 1
  for (let tens = 1; ; tens *= 10)
    for (const pieces of [5 * tens, 10 * tens]) if (most / pieces <= MOST_BOARDS) return pieces
}

function ticksBetween(from: number, to: number): Omit<Tick, 'at'>[] {
  const span = to - from
  if (span <= DAY_MS) return [{ date: new Date(from), unit: 'time' }]
  const apart = DAYS_APART.find((days) => span / DAY_MS / days <= MOST_TICKS) ?? 3_650
  const ticks: Omit<Tick, 'at'>[] = []
  for (let place = 0; ; place += apart) {
    const date = startOfDay(new Date(from), place)
    if (date.getTime() >= to) return ticks
    ticks.push({ date, unit: 'day' })
  }
}

/** The course of a shelf until now, from its first change, or from the midnight before it if that was more than a day ago. `rows` are newest first, and there is at least one. */
export function toCourse(rows: readonly LedgerRow[], now: Date): Course {
  // Sorted, because an entry may be dated before the one that it follows: no stack has a negative width.
  const times = rows.map(({ entry }) => Date.parse(entry.at)).toSorted((a, b) => a - b)
  const quantities = rows.map(({ is }) => is).toReversed()
  const began = times[0] ?? now.getTime()
  const to = Math.max(now.getTime(), times.at(-1) ?? 0, began + 1)
  const from = to - began > DAY_MS ? startOfDay(new Date(began)).getTime() : began
  const along = (at: number) => (at - from) / (to - from)
  const most = Math.max(0, ...quantities)
  const pieces = piecesPerBoard(most)
  const steps = quantities.map((quantity, place) => ({
    from: along(times[place] ?? to),
    to: along(times[place + 1] ?? to),
    quantity,
    boards: quantity / pieces,
  }))
  const ticks = ticksBetween(from, to).map((tick) => ({ ...tick, at: along(tick.date.getTime()) }))
  return { steps, ticks, most, boards: most / pieces }
}
