import { Button } from '#client/portal/ui/Button.tsx'
import styles from './ConflictNote.module.css'

type ConflictNoteProps = {
  /** The field and its row: "Status of Gaffer Tape". */
  label: string
  was: string
  now: string
  /** The person's own value, when the row does not show it. */
  mine?: string
  onKeep: () => void
  onTake: () => void
}

/** Puts a value in quotation marks, unless it is a number. */
const quoted = (value: string) => {
  if (value === '') return 'empty'
  return /^\d/.test(value) ? value : `“${value}”`
}

/** Someone else changed a value that is being edited: shows both values and lets the person choose. */
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
