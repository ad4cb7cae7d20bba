import type { Conflict } from './merge-drafts.ts'
import { ConflictNote } from './ConflictNote.tsx'

type FieldConflictProps = {
  /** The field and its row: "Status of Gaffer Tape". */
  label: string
  conflict: Conflict | undefined
  /** The words for a value. */
  toWords?: (value: string) => string
  onKeep: (conflict: Conflict) => void
  onTake: (conflict: Conflict) => void
}

const asItIs = (value: string) => value

/** The note of a field that someone else changed while it has an unsaved edit; nothing without a conflict. */
export function FieldConflict(props: FieldConflictProps) {
  const { label, conflict, toWords = asItIs, onKeep, onTake } = props
  if (!conflict) return null
  return (
    <ConflictNote
      label={label}
      was={toWords(conflict.was)}
      now={toWords(conflict.now)}
      onKeep={() => onKeep(conflict)}
      onTake={() => onTake(conflict)}
    />
  )
}
