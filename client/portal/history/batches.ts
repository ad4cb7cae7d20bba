import { type HistoryEntry, KINDS } from '#src/contract/history.ts'
import { startOfDay } from '#src/rules/day-text.ts'

/** The entries of one call, newest first. */
export type Batch = {
  id: string
  at: Date
  entries: readonly [HistoryEntry, ...HistoryEntry[]]
  /** How the call was taken back, whole or in part. */
  undone: HistoryEntry['undone'] | null
  /** The entries that stayed when the others were taken back, by id. */
  left: ReadonlySet<string>
}

/** The calls of one day. `isWhole`: no older entry of this day is still to be read. */
export type Day = { start: Date; batches: Batch[]; isWhole: boolean }

type Undone = NonNullable<HistoryEntry['undone']>

/** A call has one entry for each row. */
const keyOf = (batch: string, { line, item }: HistoryEntry): string =>
  `${batch} ${line?._id ?? item?._id}`

/** The rows of batches that these entries say were taken back, by those entries or by others. */
export function undoneIn(entries: readonly HistoryEntry[]): Map<string, Undone> {
  const found = new Map<string, Undone>()
  for (const entry of entries) {
    const { batch, undone, undoes, at, by } = entry
    if (undone) found.set(keyOf(batch, entry), undone)
    if (undoes !== undefined) found.set(keyOf(undoes, entry), { at, by, batch })
  }
  return found
}

const NONE: ReadonlySet<string> = new Set()

/** How a call was taken back, and which of its rows were left. */
function undoingOf(
  id: string,
  entries: readonly HistoryEntry[],
  undone: ReadonlyMap<string, Undone>,
): Pick<Batch, 'undone' | 'left'> {
  const taken = entries.map((entry) => entry.undone ?? undone.get(keyOf(id, entry)))
  const first = taken.find((found) => found !== undefined)
  if (!first) return { undone: null, left: NONE }
  return { undone: first, left: new Set(entries.flatMap(({ _id }, at) => (taken[at] ? [] : _id))) }
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
    const of: Batch['entries'] = [first, ...rest]
    const batch: Batch = { id, at, entries: of, ...undoingOf(id, of, undone) }
    const start = startOfDay(at)
    const day = days.at(-1)
    if (day && day.start.getTime() === start.getTime()) day.batches.push(batch)
    else days.push({ start, batches: [batch], isWhole: true })
  }
  const last = days.at(-1)
  if (last) last.isWhole = !hasOlder
  return days
}

/** Whether a call can be taken back, as far as the list knows. Taking the end of an edition back stays. */
export const mayUndo = ({ entries, undone }: Batch): boolean =>
  !undone &&
  entries.every(
    ({ kind, undoes }) =>
      KINDS[kind].isUndoable && !(kind === 'edition_ended' && undoes !== undefined),
  )
