import styles from './Quantity.module.css'

const grouped = new Intl.NumberFormat('en-IN')

/** A number that is compared with others in its column; a zero stands back. */
export function Quantity({ value }: { value: number }) {
  return <span className={value === 0 ? styles.Zero : undefined}>{grouped.format(value)}</span>
}
