import { dayOf } from '#client/portal/history/moment.ts'
import type { HistoryEntry } from '#src/contract/history.ts'
import { clockText } from '#src/rules/day-text.ts'
import { askedOf, type Reader } from '#src/rules/describe.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { stillDeleted } from './deleted-lines.ts'
import styles from './OrderLines.module.css'

type DeletedLinesProps = { entries: readonly HistoryEntry[]; reader: Reader }

export function DeletedLines({ entries, reader }: DeletedLinesProps) {
  const deleted = stillDeleted(entries)
  if (deleted.length === 0) return null
  return (
    <>
      <h3 id="deleted-heading" className={styles.DeletedHeading}>
        Deleted
      </h3>
      <ul className={styles.Deleted} aria-labelledby="deleted-heading">
        {deleted.map((entry) => (
          <DeletedLine key={entry._id} entry={entry} now={reader.now} />
        ))}
      </ul>
    </>
  )
}

function DeletedLine({ entry, now }: { entry: HistoryEntry; now: Date }) {
  const at = new Date(entry.at)
  const returned = -(entry.units ?? 0)
  return (
    <li>
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
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
