import { grouped } from '#src/rules/number-text.ts'
import { lineAt, positionOf, useBoard } from './board-store.ts'
import { useHints } from './hints.ts'
import { placedAt, rowOf } from './model/index-board.ts'
import { draftedOf } from './model/line-drafts.ts'
import { totalsOfItem } from './model/totals.ts'
import type { Places } from './SelectionMarks.tsx'
import styles from './BoardGrid.module.css'

type KeyHintProps = Places & {
  /** From this column on the strip extends to the left, so that it stays in view. */
  turnsAt: number
}

/** A strip of tape at the active cell with the keys that act on it, until they are known. */
export function KeyHint(props: KeyHintProps) {
  return useHints() && <Hint {...props} />
}

function Hint({ topOf, leftOf, turnsAt }: KeyHintProps) {
  const { index, view, active, drafts, removed, anchor } = useBoard()
  const line = lineAt(index, active)
  const here = positionOf(view, active)
  const item = line && placedAt(index, line._id)?.item
  if (!line || !here || !item || anchor || removed.has(line._id)) return null
  const { left } = totalsOfItem(item, rowOf(index, item._id).values(), drafts)
  const { given } = draftedOf(line, drafts[line._id])
  const isTurned = here.column >= turnsAt
  const isBelow = here.row === 0
  return (
    <span
      aria-hidden="true"
      className={styles.Hint}
      data-below={isBelow || undefined}
      data-turned={isTurned || undefined}
      style={{ left: leftOf(here.column + (isTurned ? 1 : 0)), top: topOf(isBelow ? 1 : here.row) }}
    >
      <span>
        <b>{left < 0 ? `${grouped(-left)} too many` : `${grouped(left)} left`}</b>
        {given !== line.ordered_quantity && (
          <>
            <kbd>=</kbd> all {grouped(line.ordered_quantity)}
          </>
        )}
        {drafts[line._id] && (
          <>
            <kbd>Del</kbd> back to {grouped(line.allotted_quantity)}
          </>
        )}
        <kbd>Enter</kbd> down
      </span>
    </span>
  )
}
