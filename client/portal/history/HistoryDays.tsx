import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery, useLive } from '#client/portal/data/live-query.ts'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import type { OrderingTurn } from '#src/contract/history.ts'
import { dayName, startOfDay } from '#src/rules/day-text.ts'
import type { Reader } from '#src/rules/describe.ts'
import { counted } from '#src/rules/number-text.ts'
import type { Day } from './batches.ts'
import { BatchRow } from './BatchRow.tsx'
import { DayRule } from './DayRule.tsx'
import { openSpans, openText } from './open-spans.ts'
import styles from './History.module.css'

/** When ordering was opened and closed since a moment, with the last time before it. */
const turnsSince = (from: number) =>
  liveQuery<OrderingTurn[]>({
    key: ['ordering turns', from],
    topics: ['ordering'],
    async read() {
      const query = { from: new Date(from).toISOString() }
      return asNewest(
        await call(api.cart['ordering-turns'].get({ query }), [
          { at: '', isConfirmDisabled: true },
        ]),
      )
    },
  })

type HistoryDaysProps = {
  days: readonly Day[]
  reader: Reader
  /** "line" for what was deleted, or "change". */
  noun: string
  /** Batches that were let in a moment ago. */
  recent: ReadonlySet<string>
  onUndo: (batch: string) => void
}

/** The changes of each day, under its name and its rule. */
export function HistoryDays({ days, reader, noun, recent, onUndo }: HistoryDaysProps) {
  const { value: turns } = useLive(turnsSince(days.at(-1)?.start.getTime() ?? 0))
  const { value: ordering } = useOrderingState()
  const { now } = reader
  return days.map(({ start, batches, isWhole }) => {
    const { name, rest } = dayName(start, now)
    const from = start.getTime()
    const end = startOfDay(start, 1).getTime()
    const until = Math.min(end, now.getTime())
    const open =
      turns && ordering ? openSpans(turns, [from, until], !ordering.isConfirmDisabled) : []
    const count = batches.reduce((sum, { entries }) => sum + entries.length, 0)
    const note = [
      ...(isWhole ? [counted(count, noun)] : []),
      ...(open.length > 0 ? [openText(open, [from, until])] : []),
    ]
    const headingId = `day-${from}`
    return (
      <section key={from} className={styles.Day} aria-labelledby={headingId}>
        <header className="line">
          <h2 className="heading" id={headingId}>
            {name}
          </h2>
          {rest && <p className="lead">{rest}</p>}
          <p className="lead">{note.join(', ')}</p>
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
