import { grouped } from '#src/rules/number-text.ts'
import styles from './Quantity.module.css'

/** A number in a column of numbers; a zero is fainter. */
export function Quantity({ value }: { value: number }) {
  return <span className={value === 0 ? styles.Zero : undefined}>{grouped(value)}</span>
}
