import styles from './InlineControl.module.css'

type InlineTextProps = {
  /** The field and its row: "Remarks on Gaffer Tape". */
  label: string
  value: string
  maxLength: number
  /** Read-only, but still in the tab order. */
  locked?: boolean
  onChange: (value: string) => void
  /** The `id` of a `datalist` with suggestions. */
  list?: string
  onFocus?: () => void
  placeholder?: string
}

/** One line of text in a table cell. */
export function InlineText(props: InlineTextProps) {
  const { label, value, maxLength, locked = false, onChange, ...suggestions } = props
  return (
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
      {...suggestions}
    />
  )
}
