import { grouped } from '#src/rules/number-text.ts'
import styles from './Quantity.module.css'

/** A number that is compared with others in its column; a zero stands back. */
export function Quantity({ value }: { value: number }) {
  return <span className={value === 0 ? styles.Zero : undefined}>{grouped(value)}</span>
}
