import styles from './InlineControl.module.css'

type InlineTextProps = {
  /** What it says, with the thing it is about: "Remarks on Gaffer Tape". */
  label: string
  value: string
  maxLength: number
  /** It keeps its value and its place in the tab order. */
  locked?: boolean
  onChange: (value: string) => void
}

/** One line of text in a table cell. */
export function InlineText(props: InlineTextProps) {
  const { label, value, maxLength, locked = false, onChange } = props
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
    />
  )
}
