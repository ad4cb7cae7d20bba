import { useShallow } from 'zustand/react/shallow'
import { positionOf, useDesk } from './desk.ts'
import { blockOf } from './model/moves.ts'
import { place } from './place.ts'
import styles from './BoardGrid.late.module.css'

/** Where each column begins, and where the last one ends. */
type Offsets = readonly number[]

const across = (offsets: Offsets, from: number, to: number) => ({
  left: offsets[from] ?? 0,
  width: (offsets[to + 1] ?? 0) - (offsets[from] ?? 0),
})

/** Draws two lines from the club's plank down to the focused cell's column. */
export function Course({ offsets }: { offsets: Offsets }) {
  const column = useDesk(({ view, at }) => positionOf(view, at)?.column)
  return (
    <div className={styles.Layer}>
      {column !== undefined && (
        <span
          className={styles.Course}
          ref={(element) => place(element, across(offsets, column, column))}
        />
      )}
    </div>
  )
}

/** Draws one frame around the selected block. */
export function Block({ offsets, rowHeight }: { offsets: Offsets; rowHeight: number }) {
  const { view, at, anchor } = useDesk(useShallow(({ view, at, anchor }) => ({ view, at, anchor })))
  const [here, corner] = [positionOf(view, at), positionOf(view, anchor)]
  if (!here || !corner) return null
  const block = blockOf(corner, here)
  return (
    <span
      className={styles.Block}
      ref={(element) =>
        place(element, {
          ...across(offsets, block.left, block.right),
          top: block.top * rowHeight,
          height: (block.bottom - block.top + 1) * rowHeight,
        })
      }
    />
  )
}
