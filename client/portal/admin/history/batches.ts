import { type HistoryEntry, UNDOABLE_KINDS } from '#src/contract/history.ts'
import { startOfDay } from '#src/rules/day-text.ts'

/** The entries of one call, newest first. */
export type Batch = {
  id: string
  at: Date
  entries: readonly [HistoryEntry, ...HistoryEntry[]]
  undone: HistoryEntry['undone'] | null
}

/** The calls of one day. `isWhole`: no older entry of this day is still to be read. */
export type Day = { start: Date; batches: Batch[]; isWhole: boolean }

type Undone = NonNullable<HistoryEntry['undone']>

/** The batches that these entries say were taken back, by those entries or by others. */
export function undoneIn(entries: readonly HistoryEntry[]): Map<string, Undone> {
  const found = new Map<string, Undone>()
  for (const { batch, undone, undoes, at, by } of entries) {
    if (undone) found.set(batch, undone)
    if (undoes !== undefined) found.set(undoes, { at, by, batch })
  }
  return found
}

/** Entries, newest first, as calls of days. */
export function groupByDay(
  entries: readonly HistoryEntry[],
  undone: ReadonlyMap<string, Undone>,
  hasOlder: boolean,
): Day[] {
  const days: Day[] = []
  for (const [id, [first, ...rest]] of Map.groupBy(entries, ({ batch }) => batch)) {
    if (!first) continue
    const at = new Date(first.at)
    const batch: Batch = {
      id,
      at,
      entries: [first, ...rest],
      undone: first.undone ?? undone.get(id) ?? null,
    }
    const start = startOfDay(at)
    const day = days.at(-1)
    if (day && day.start.getTime() === start.getTime()) day.batches.push(batch)
    else days.push({ start, batches: [batch], isWhole: true })
  }
  const last = days.at(-1)
  if (last) last.isWhole = !hasOlder
  return days
}

/** Whether a call can be taken back, as far as the list knows. */
export const mayUndo = ({ entries, undone }: Batch): boolean =>
  !undone && entries.every(({ kind }) => UNDOABLE_KINDS.has(kind))
