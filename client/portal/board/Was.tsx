import { grouped } from '#src/rules/number-text.ts'
import styles from './BoardGrid.module.css'

type WasProps = { was: number; now: number; hint?: string }

/** In front of a number that drafts change: what it is while they are not saved. Nothing where they change nothing. */
export const Was = ({ was, now, hint = 'was' }: WasProps) =>
  was !== now && (
    <>
      <small className="num">
        <span className="sr">{hint} </span>
        {grouped(was)}
      </small>
      <i className={styles.To} />
      <span className="sr">, now </span>
    </>
  )
