import type { CSSProperties } from 'react'
import type { OrderLine } from '#src/contract/records.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './GivenBar.module.css'

type GivenBarProps = Pick<OrderLine, 'allotted_quantity' | 'ordered_quantity'> &
  Partial<Pick<OrderLine, 'delivered_quantity'>>

/** How much of what was asked is given, and how much of that has left the store room: in wood. */
export function GivenBar(line: GivenBarProps) {
  const { allotted_quantity: given, ordered_quantity: required } = line
  const { delivered_quantity: handedOver = 0 } = line
  const over = given - required
  return (
    <span className={styles.GivenBar}>
      <span data-zero={given === 0 || undefined}>{grouped(given)}</span>
      {over > 0 && <span className={styles.Over}>{grouped(over)} over</span>}
      <progress
        max={required}
        value={Math.min(given, required)}
        data-full={over >= 0 || undefined}
        style={{ '--handed': `${given === 0 ? 0 : (100 * handedOver) / given}%` } as CSSProperties}
        aria-hidden="true"
      />
    </span>
  )
}
