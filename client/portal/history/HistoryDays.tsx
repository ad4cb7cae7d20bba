import { dayName, startOfDay } from '#src/rules/day-text.ts'
import type { Reader } from '#src/rules/describe.ts'
import { counted } from '#src/rules/number-text.ts'
import type { Day } from './batches.ts'
import { BatchRow } from './BatchRow.tsx'
import { DayRule } from './DayRule.tsx'
import { openSpans, openText } from './open-spans.ts'
import { useTurns } from './use-turns.ts'
import styles from './HistoryDays.module.css'

type HistoryDaysProps = {
  days: readonly [Day, ...Day[]]
  reader: Reader
  /** "line" for what was deleted, or "change". */
  noun: string
  /** Batches that were let in a moment ago. */
  recent: ReadonlySet<string>
  onUndo: (batch: string) => void
}

/** The changes of each day, under its name and its rule. */
export function HistoryDays({ days, reader, noun, recent, onUndo }: HistoryDaysProps) {
  const oldest = days.at(-1) ?? days[0]
  const known = useTurns(oldest.start.getTime())
  const { now } = reader
  return days.map(({ start, batches, isWhole }) => {
    const { name, rest } = dayName(start, now)
    const from = start.getTime()
    const end = startOfDay(start, 1).getTime()
    const until = Math.min(end, now.getTime())
    const open = known ? openSpans(known.turns, [from, until], known.isOpenNow) : []
    const count = batches.reduce((sum, { entries }) => sum + entries.length, 0)
    const note = [
      ...(isWhole ? [counted(count, noun)] : []),
      ...(open.length > 0 ? [openText(open, [from, until])] : []),
    ]
    const headingId = `day-${from}`
    return (
      <section key={from} className={styles.Day} aria-labelledby={headingId}>
        <header>
          <h2 className="heading" id={headingId}>
            {name}
          </h2>
          {rest && <p>{rest}</p>}
          <p>{note.join(', ')}</p>
        </header>
        <DayRule day={[from, end]} until={until} open={open} batches={batches} />
        <ol>
          {batches.map((batch) => (
            <BatchRow
              key={batch.id}
              batch={batch}
              reader={reader}
              isNew={recent.has(batch.id)}
              onUndo={onUndo}
            />
          ))}
        </ol>
      </section>
    )
  })
}
