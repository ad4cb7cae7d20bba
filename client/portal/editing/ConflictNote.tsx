import { Button } from '#client/portal/ui/Button.tsx'
import styles from './ConflictNote.module.css'

type ConflictNoteProps = {
  /** What was changed, with the thing it belongs to: "Status of Gaffer Tape". */
  label: string
  was: string
  now: string
  /** What stays if the person keeps their own, where the row does not show it. */
  mine?: string
  onKeep: () => void
  onTake: () => void
}

/** Numbers need no quotation marks to be seen as a value. */
const quoted = (value: string) => {
  if (value === '') return 'empty'
  return /^\d/.test(value) ? value : `“${value}”`
}

/** Someone else changed what is being edited: both values, and the choice. */
export function ConflictNote({ label, was, now, mine, onKeep, onTake }: ConflictNoteProps) {
  return (
    <fieldset className={styles.ConflictNote}>
      <legend className="sr">{label} changed meanwhile</legend>
      <p>
        Now {quoted(now)}, was {quoted(was)}.{mine !== undefined && ` Yours: ${quoted(mine)}.`}
      </p>
      <Button size="small" onClick={onKeep} aria-label={`Keep mine: ${label}`}>
        Keep mine
      </Button>
      <Button size="small" onClick={onTake} aria-label={`Take theirs: ${label}`}>
        Take theirs
      </Button>
    </fieldset>
  )
}
