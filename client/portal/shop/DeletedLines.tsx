import { dayOf } from '#client/portal/history/moment.ts'
import type { HistoryEntry } from '#src/contract/history.ts'
import { clockText } from '#src/rules/day-text.ts'
import { askedOf, type Reader } from '#src/rules/describe.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import styles from './OrderLines.module.css'

type Entries = readonly HistoryEntry[]

/** The newest entry about a line. `entries` are newest first. */
const newestOf = (entries: Entries, lineId: string | undefined) =>
  entries.find(({ line }) => line?._id === lineId)

const isOwn = ({ by }: HistoryEntry) => by?.access === 'user'

/** Whether its club withdrew a line, and nothing happened to it since. */
export function isWithdrawn(entries: Entries, lineId: string): boolean {
  const newest = newestOf(entries, lineId)
  return newest?.kind === 'line_deleted' && isOwn(newest)
}

type DeletedLinesProps = { entries: Entries; reader: Reader }

/** What others took out of an order, and nobody has put back since. */
export function DeletedLines({ entries, reader: { now } }: DeletedLinesProps) {
  const deleted = entries.filter(
    (entry) =>
      entry.kind === 'line_deleted' &&
      !isOwn(entry) &&
      newestOf(entries, entry.line?._id) === entry,
  )
  if (deleted.length === 0) return null
  return (
    <>
      <h3 id="deleted-heading" className={styles.DeletedHeading}>
        Deleted
      </h3>
      <ul className={`ruled ${styles.Deleted}`} aria-labelledby="deleted-heading">
        {deleted.map((entry) => {
          const at = new Date(entry.at)
          const returned = -(entry.units ?? 0)
          return (
            <li key={entry._id}>
              <s>
                <span className="sr">Deleted: </span>
                <bdi>{entry.line?.itemName}</bdi>, <b className="num">{grouped(askedOf(entry))}</b>
              </s>
              <p>
                {entry.reason && `${asSentence(entry.reason)} `}
                {returned > 0 && `${counted(returned, 'piece')} went back to the shelf.`}
              </p>
              <time dateTime={entry.at}>
                {dayOf(at, now)}, {clockText(at)}
              </time>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
