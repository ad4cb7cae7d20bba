import { ConflictNote } from './ConflictNote.tsx'
import type { EditedField } from './use-drafts.ts'

type FieldConflictProps<T> = {
  /** The field and its row: "Status of Gaffer Tape". */
  label: string
  field: EditedField<T>
  /** The words for a value. */
  toWords?: (value: T) => string
}

/** The note of a field that someone else changed while it has an unsaved edit; nothing without a conflict. */
export function FieldConflict<T>({ label, field, toWords = String }: FieldConflictProps<T>) {
  const { conflict, keepMine, takeTheirs } = field
  return (
    conflict && (
      <ConflictNote
        label={label}
        was={toWords(conflict.was)}
        now={toWords(conflict.now)}
        onKeep={keepMine}
        onTake={takeTheirs}
      />
    )
  )
}
