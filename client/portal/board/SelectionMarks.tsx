import { useShallow } from 'zustand/react/shallow'
import { positionOf, useBoard } from './board-store.ts'
import { blockOf } from './model/moves.ts'
import styles from './BoardGrid.module.css'

/** Draws two lines from the active cell's club down its column. */
export function ActiveColumn({ leftOf }: { leftOf: (column: number) => number }) {
  const column = useBoard(({ view, active }) => positionOf(view, active)?.column)
  if (column === undefined) return null
  const left = leftOf(column)
  return <span className={styles.Course} style={{ left, width: leftOf(column + 1) - left }} />
}

type BlockProps = { topOf: (row: number) => number; leftOf: (column: number) => number }

/** Draws one frame around the selected block. */
export function SelectedBlock({ topOf, leftOf }: BlockProps) {
  const { view, active, anchor } = useBoard(
    useShallow(({ view, active, anchor }) => ({ view, active, anchor })),
  )
  const [here, corner] = [positionOf(view, active), positionOf(view, anchor)]
  if (!here || !corner) return null
  const block = blockOf(corner, here)
  const top = topOf(block.top)
  const left = leftOf(block.left)
  return (
    <span
      className={styles.Block}
      style={{
        top,
        left,
        width: leftOf(block.right + 1) - left,
        height: topOf(block.bottom + 1) - top,
      }}
    />
  )
}
