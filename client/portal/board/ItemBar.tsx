import type { ItemTotals } from './model/totals.ts'
import styles from './BoardParts.module.css'

/**
 * What was asked as a bar: given, on the shelf, hatched what nobody can get, and empty what is rejected or ordered online. Its words stand
 * beside it.
 */
export function ItemBar({ asked, given, left, short, aside }: Omit<ItemTotals, 'online'>) {
  const whole = Math.max(1, asked)
  const wanted = asked - aside
  const share = (units: number) => `${(100 * Math.min(Math.max(0, units), whole)) / whole}%`
  // Units beyond the shelf cannot be saved.
  const covered = given + Math.min(0, left)
  const isAll = covered >= wanted
  return (
    <svg className={styles.Bar} data-short={short > 0 || left < 0 || undefined} aria-hidden="true">
      <rect
        x={share(given)}
        width={share(Math.min(left, wanted - given))}
        height="100%"
        data-part="there"
      />
      <rect width={share(covered)} height="100%" data-part={isAll ? 'all' : 'given'} />
      <rect x={share(covered)} width={share(given - covered)} height="100%" data-part="over" />
      <rect x={share(wanted)} width={share(aside)} height="100%" data-part="aside" />
    </svg>
  )
}
