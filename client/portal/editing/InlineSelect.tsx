import styles from './InlineControl.module.css'

type InlineSelectProps = {
  /** The field and its row: "Status of Gaffer Tape". */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** Read-only, but still in the tab order. */
  locked?: boolean
  onChange: (value: string) => void
}

/** A native choice in a table cell. */
export function InlineSelect(props: InlineSelectProps) {
  const { label, value, options, locked = false, onChange } = props
  return (
    <select
      className={styles.InlineControl}
      aria-label={label}
      aria-disabled={locked || undefined}
      value={value}
      onChange={(event) => {
        if (!locked) onChange(event.target.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
