import { memo, useId, useState } from 'react'
import { Link } from 'wouter'
import { clockText } from '#src/rules/day-text.ts'
import {
  type Reader,
  type Result,
  resultText,
  type Sentence,
  sentenceText,
} from '#src/rules/describe.ts'
import { describeBatch, describeInBatch } from '#src/rules/describe-batch.ts'
import { grouped } from '#src/rules/number-text.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { type Batch, mayUndo } from './batches.ts'
import { Given } from './Given.tsx'
import { undoneWhen } from './moment.ts'
import { Leads, Words } from './Words.tsx'
import rowName from '#client/portal/ui/RowName.module.css'
import story from './Story.module.css'
import styles from './BatchRow.module.css'

/** The number beside a sentence. */
function Value({ result }: { result: Result }) {
  if ('given' in result) return <Given {...result} />
  return (
    <span className={`marked ${styles.Counts}`}>
      {'was' in result ? (
        <>
          <span className="sr">{resultText(result)}</span>
          <span aria-hidden="true" className="num">
            {grouped(result.was)}
          </span>
          <Icon name="right" size="small" />
          <b aria-hidden="true" className="num">
            {grouped(result.is)}
          </b>
        </>
      ) : (
        <span>
          {result.map(({ count, word }, place) => (
            <span key={word}>
              {place > 0 && ', '}
              <b className="num">{grouped(count)}</b> {word}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

function After({ result, status }: Pick<Sentence, 'result' | 'status'>) {
  if (!result && status === undefined) return null
  return (
    <span className={styles.After}>
      <span className="sr">: </span>
      {result && <Value result={result} />}
      {status !== undefined && <StatusBadge status={status} />}
    </span>
  )
}

/** "Undone at 14:03", "38 of 40 undone on 21 Nov". */
function undoneText({ entries, left }: Batch, at: Date, now: Date): string {
  const number = entries.length
  const what =
    left.size > 0 ? `${grouped(number - left.size)} of ${grouped(number)} undone` : 'Undone'
  return `${what} ${undoneWhen(at, now)}`
}

/** The rows that stayed come first: they may be few of many. */
const inReadingOrder = ({ entries, left }: Batch) =>
  left.size === 0
    ? entries
    : entries.toSorted((a, b) => Number(left.has(b._id)) - Number(left.has(a._id)))

type BatchRowProps = {
  batch: Batch
  reader: Reader
  /** It was shown a moment ago. */
  isNew: boolean
  onUndo: (batch: string) => void
}

/** The id of a batch's row. */
export const rowId = (batch: string) => `batch-${batch}`

/** One call: its time, who, what, the number that is true now, and Undo. Several entries fold into one row. */
export const BatchRow = memo(function BatchRow({ batch, onUndo, reader, isNew }: BatchRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const innerId = useId()
  const more = batch.entries.at(-1)?.more ?? 0
  const sentence = describeBatch(batch.entries, reader)
  const { who, parts, remark, note, result, status, sign } = sentence
  const isFolded = batch.entries.length > 1 && !sign
  const words = <Words parts={parts} />
  const quote = (
    <>
      {remark && <q>{remark}</q>}
      {note && <q>{note}</q>}
    </>
  )
  return (
    <li
      id={rowId(batch.id)}
      tabIndex={-1}
      className={styles.Entry}
      data-tone={isNew ? 'live' : undefined}
      data-sign={sign ? '' : undefined}
      data-undone={(!sign && batch.undone && batch.left.size === 0) || undefined}
    >
      <time className="num" dateTime={batch.at.toISOString()}>
        {clockText(batch.at)}
      </time>
      {!sign && <span className={styles.Who}>{who}</span>}
      <p className={styles.What}>
        {sign && <Icon name={sign} size="small" />}
        {isFolded ? (
          <button
            type="button"
            className={`fold ${styles.Fold}`}
            aria-expanded={isOpen}
            aria-controls={innerId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span>
              <Leads value={null}>{words}</Leads>
            </span>
            <Icon name="chevron" size="small" />
          </button>
        ) : (
          <span>
            {sign && who !== null && (
              <b>
                <bdi>{who}</bdi>{' '}
              </b>
            )}
            {words}
            {sign && quote}
          </span>
        )}
        {!sign && quote}
        {isNew && <span className={rowName.Word}>just now</span>}
      </p>
      {!sign && <After result={result} status={status} />}
      <span className={styles.Act}>
        {batch.undone ? (
          <span className={`marked ${story.Undone}`}>
            <Icon name="undo" size="small" />
            {undoneText(batch, new Date(batch.undone.at), reader.now)}
          </span>
        ) : (
          mayUndo(batch) && (
            <Button
              right="history.undo"
              size="small"
              icon="undo"
              className={styles.Undo}
              onClick={() => onUndo(batch.id)}
            >
              <span>
                Undo<span className="sr">: {sentenceText(sentence)}</span>
              </span>
            </Button>
          )
        )}
      </span>
      {isFolded && (
        <ol id={innerId} className={styles.Inner} hidden={!isOpen}>
          {isOpen &&
            inReadingOrder(batch).map((entry) => {
              const inner = describeInBatch(entry, reader)
              const isLeft = batch.left.has(entry._id)
              return (
                <li
                  key={entry._id}
                  className={styles.Entry}
                  data-undone={(batch.left.size > 0 && !isLeft) || undefined}
                >
                  <p className={styles.What}>
                    <span>
                      <Words parts={inner.parts} />
                    </span>
                    {inner.remark && <q>{inner.remark}</q>}
                  </p>
                  <After result={inner.result} status={inner.status} />
                  {isLeft && <span className={`marked ${story.Undone}`}>Not undone</span>}
                </li>
              )
            })}
          {isOpen && more > 0 && (
            <li className={styles.Entry}>
              <Link href={`/history?batch=${batch.id}`}>Read on: {grouped(more)} more</Link>
            </li>
          )}
        </ol>
      )}
    </li>
  )
})
