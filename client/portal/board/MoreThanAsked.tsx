import { grouped } from '#src/rules/number-text.ts'
import styles from './BoardParts.module.css'

/** Says that a line gets more than its club asked for, which is allowed. */
export const MoreThanAsked = ({ asked, given }: { asked: number; given: number }) =>
  given > asked && <em className={styles.More}>{grouped(given - asked)} more than asked</em>
