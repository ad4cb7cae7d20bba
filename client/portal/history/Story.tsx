import type { ReactNode } from 'react'
import { Icon } from '#client/shared/Icon.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import type { HistoryEntry } from '#src/contract/history.ts'
import { clockText } from '#src/rules/day-text.ts'
import { describeInStory, type Reader } from '#src/rules/describe.ts'
import { may } from '#src/rules/permissions.ts'
import { Given } from './Given.tsx'
import { dayOf, undoneWhen } from './moment.ts'
import { Words } from './Words.tsx'
import styles from './Story.module.css'

type StoryProps = {
  /** The entries of one line, newest first. */
  entries: readonly HistoryEntry[]
  reader: Reader
  /** Entries that have just come, by id. */
  updated: ReadonlyMap<string, unknown>
  /** What can be done about the newest entry. */
  action?: ReactNode
}

/** What happened to one line, and when. */
export const Story = ({ entries, reader, updated, action }: StoryProps) => (
  <ol className={styles.Story}>
    {entries.map((entry, place) => {
      const { who, parts, result, status, remark, note } = describeInStory(entry, reader)
      const at = new Date(entry.at)
      const isNew = updated.has(entry._id) && entry.undone === undefined
      const undone = may(reader.access, 'history.see') ? entry.undone : undefined
      return (
        <li
          key={entry._id}
          data-tone={isNew ? 'live' : undefined}
          data-undone={undone ? '' : undefined}
        >
          <time className={`hint ${styles.When}`} dateTime={entry.at}>
            <span>{dayOf(at, reader.now)}</span> <span className="num">{clockText(at)}</span>
          </time>
          <div className={`line ${styles.What}`}>
            <p>
              {who !== null && (
                <>
                  <bdi>{who}</bdi>{' '}
                </>
              )}
              <Words parts={parts} />
            </p>
            {status !== undefined && <StatusBadge status={status} />}
            {remark && <q>{remark}</q>}
            {note && <q>{note}</q>}
            {undone && (
              <span className={`marked ${styles.Undone}`}>
                <Icon name="undo" size="small" />
                Undone {undoneWhen(new Date(undone.at), reader.now)}
              </span>
            )}
          </div>
          {result && 'given' in result && <Given {...result} />}
          {place === 0 && action && <div className={styles.Foot}>{action}</div>}
        </li>
      )
    })}
  </ol>
)
