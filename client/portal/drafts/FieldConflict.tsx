import { Button } from '#client/portal/ui/Button.tsx'
import type { EditedField } from './use-drafts.ts'
import styles from './FieldConflict.module.css'

type FieldConflictProps<T> = {
  /** The field and its row: "Status of Gaffer Tape". */
  label: string
  field: EditedField<T>
  /** The words for a value. */
  toWords?: (value: T) => string
}

/** Puts a value in quotation marks, unless it is a number. */
const quoted = (value: string) => {
  if (value === '') return 'empty'
  return /^\d/.test(value) ? value : `“${value}”`
}

/** Someone else changed a field that has an unsaved edit: shows both values and lets the person choose. Nothing without a conflict. */
export function FieldConflict<T>({ label, field, toWords = String }: FieldConflictProps<T>) {
  const { conflict, keepMine, takeTheirs } = field
  if (!conflict) return null
  const [now, was] = [conflict.now, conflict.was].map((value) => quoted(toWords(value)))
  return (
    <fieldset className={`line ${styles.FieldConflict}`}>
      <legend className="sr">{label} changed meanwhile</legend>
      <p>
        Now {now}, was {was}.
      </p>
      <Button size="small" onClick={keepMine} aria-label={`Keep mine: ${label}`}>
        Keep mine
      </Button>
      <Button size="small" onClick={takeTheirs} aria-label={`Take theirs: ${label}`}>
        Take theirs
      </Button>
    </fieldset>
  )
}
