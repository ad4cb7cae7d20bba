import { useId } from 'react'
import { counted, grouped } from '#src/rules/number-text.ts'
import styles from './Field.module.css'

type MessageFieldProps = {
  label: string
  hint: string
  /** How many characters it may have. */
  most: number
  value: string
  onChange: (value: string) => void
}

/** A text of a few lines that may be empty. It counts its characters, and says how many are too many. */
export function MessageField({ label, hint, most, value, onChange }: MessageFieldProps) {
  const id = useId()
  const over = value.length - most
  return (
    <div className={styles.Field}>
      <label htmlFor={id}>{label} (optional)</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        aria-describedby={`${id}-note`}
        aria-invalid={over > 0 ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={over > 0 ? styles.Error : 'hint'}>
        {over > 0
          ? `The message is ${counted(over, 'character')} too long.`
          : `${hint} ${grouped(value.length)} of ${grouped(most)} characters`}
      </p>
    </div>
  )
}
