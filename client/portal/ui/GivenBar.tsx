import { grouped } from '#src/rules/number-text.ts'
import styles from './GivenBar.module.css'

export function GivenBar({ given, required }: { given: number; required: number }) {
  const over = given - required
  return (
    <span className={styles.GivenBar}>
      <span data-zero={given === 0 || undefined}>{grouped(given)}</span>
      {over > 0 && <span className={styles.Over}>{grouped(over)} over</span>}
      <progress
        max={required}
        value={Math.min(given, required)}
        data-full={over >= 0 || undefined}
        aria-hidden="true"
      />
    </span>
  )
}
