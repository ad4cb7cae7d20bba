import field from './Field.module.css'
import styles from './InlineControl.module.css'

type InlineSelectProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  /** Read-only, but still in the tab order. */
  locked?: boolean
  /** Its label stands above it. */
  showsLabel?: boolean | undefined
  onChange: (value: T) => void
}

export function InlineSelect<T extends string>(props: InlineSelectProps<T>) {
  const { label, value, options, locked = false, showsLabel = false, onChange } = props
  const select = (
    <>
      <select
        className={styles.InlineControl}
        aria-label={label}
        aria-disabled={locked || undefined}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen && !locked) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles.OnPaper}>
        {value !== '' && options.find((option) => option.value === value)?.label}
      </span>
    </>
  )
  if (!showsLabel) return select
  return (
    <div className={field.Field}>
      <span aria-hidden="true">{label}</span>
      {select}
    </div>
  )
}
