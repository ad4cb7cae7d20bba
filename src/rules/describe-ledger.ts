/** An item's ledger: every change of what lies on the shelf, as a running balance that adds up. */
import type { HistoryEntry } from '#src/contract/history.ts'
import { clockText, dateText, daysBefore } from './day-text.ts'
import { givenAfter, type Part, resultText, say, toClub, numbersOf } from './describe.ts'
import { grouped } from './number-text.ts'

/** One change of the shelf: it had `was` and has `is`. */
export type LedgerRow = { entry: HistoryEntry; change: number; was: number; is: number }

export type Ledger = ReturnType<typeof toLedger>

/** How many units the shelf gained by an entry. */
function shelfChange(entry: HistoryEntry): number {
  if (entry.kind === 'item_added') return numbersOf(entry, 'itemQuantity')?.is ?? 0
  const units = entry.units ?? 0
  return entry.line === undefined ? units : -units
}

/** The ledger of an item from all its entries, newest first. Entries that left the shelf as it was are left out. */
export function toLedger(entries: readonly HistoryEntry[]) {
  const ledger = {
    /** Newest first: `was` of a row is `is` of the row below. */
    rows: [] as LedgerRow[],
    onShelf: 0,
    /** Units that clubs have or had delivered, and how many clubs. */
    withClubs: 0,
    clubs: 0,
    cameIn: 0,
    wentOut: 0,
    cameBack: 0,
  }
  const withClub = new Map<string, number>()
  for (const entry of entries.toReversed()) {
    const change = shelfChange(entry)
    if (change === 0) continue
    const was = ledger.onShelf
    ledger.onShelf += change
    ledger.rows.unshift({ entry, change, was, is: ledger.onShelf })
    if (change < 0) ledger.wentOut -= change
    else if (entry.line === undefined) ledger.cameIn += change
    else ledger.cameBack += change
    if (entry.line === undefined) continue
    ledger.withClubs -= change
    const club = entry.club?.user_id ?? ''
    withClub.set(club, (withClub.get(club) ?? 0) - change)
  }
  ledger.clubs = [...withClub.values()].filter((units) => units > 0).length
  return ledger
}

/** What an entry did to the shelf, in words: `given to Drama Club, 5 of 8`. */
export function describeInLedger(entry: HistoryEntry): Part[] {
  if (entry.kind === 'item_added') return say`added to the list`
  if (entry.line === undefined) return say`counted again`
  const club = toClub(entry)
  if (entry.kind === 'line_deleted') return say`put back, deleted from the order of ${club}`
  if (entry.kind === 'line_restored') return say`given again to ${club}, its line was restored`
  if (entry.kind === 'line_corrected') return say`back from ${club}, which asked for fewer`
  if (entry.kind === 'edition_ended')
    return say`${entry.undoes === undefined ? 'back from' : 'given again to'} ${club}, an edition ended`
  const given = givenAfter(entry)
  const after = given ? `, ${resultText(given)}` : ''
  return say`${(entry.units ?? 0) > 0 ? 'given to' : 'taken back from'} ${club}${after}`
}

/** How many times without anything on the shelf the sentence names: the latest ones. */
const NAMED_GAPS = 3

/** The course of the shelf in one sentence, for those who do not see the chart; `""` without a change. */
export function describeCourse(itemName: string, { rows, onShelf }: Ledger, now: Date): string {
  const first = rows.at(-1)
  if (!first) return ''
  const dayOf = (at: Date) =>
    daysBefore(at, now) === 0 ? `today at ${clockText(at)}` : dateText(at, now)
  const gaps = rows.flatMap(({ entry, is }, place) => {
    const until = rows[place - 1]
    if (is !== 0 || !until) return []
    const [from, to] = [dayOf(new Date(entry.at)), dayOf(new Date(until.entry.at))]
    return [from === to ? `none on ${from}` : `none from ${from} to ${to}`]
  })
  const began = new Date(first.entry.at)
  const on = daysBefore(began, now) === 0 ? '' : 'on '
  const points = [
    `${grouped(first.is)} ${on}${dayOf(began)}`,
    ...gaps.slice(0, NAMED_GAPS).toReversed(),
    `${onShelf === 0 ? 'none' : grouped(onShelf)} now`,
  ]
  return `How many ${itemName} lay on the shelf: ${points.join(', ')}.`
}
