import type { KeyboardEvent } from 'react'
import styles from './InlineControl.module.css'

type InlineTextProps = {
  label: string
  value: string
  maxLength: number
  /** Read-only, but still in the tab order. */
  locked?: boolean
  onChange: (value: string) => void
  list?: string
  onFocus?: () => void
  placeholder?: string
  onKeyDown?: (event: KeyboardEvent) => void
}

export function InlineText(props: InlineTextProps) {
  const { label, value, maxLength, locked = false, onChange, ...rest } = props
  return (
    <>
      <input
        className={styles.InlineControl}
        type="text"
        aria-label={label}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        readOnly={locked}
        aria-disabled={locked || undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      <span className={styles.OnPaper}>{value}</span>
    </>
  )
}
