import { useShallow } from 'zustand/react/shallow'
import { positionOf, useDesk } from './desk.ts'
import { blockOf } from './model/moves.ts'
import { place } from './place.ts'
import styles from './BoardGrid.late.module.css'

type Props = {
  /** Where each column begins, and where the last one ends. */
  offsets: readonly number[]
  rowHeight: number
}

/** Draws two lines from the club's plank down to the focused cell, and one frame around the selected block. */
export function HandMarks({ offsets, rowHeight }: Props) {
  const { view, at, anchor } = useDesk(useShallow(({ view, at, anchor }) => ({ view, at, anchor })))
  const here = positionOf(view, at)
  if (!here) return null
  const across = (from: number, to: number) => ({
    left: offsets[from] ?? 0,
    width: (offsets[to + 1] ?? 0) - (offsets[from] ?? 0),
  })
  const corner = positionOf(view, anchor)
  const block = corner && blockOf(corner, here)
  return (
    <>
      <span
        className={styles.Course}
        ref={(element) => place(element, across(here.column, here.column))}
      />
      {block && (
        <span
          className={styles.Block}
          ref={(element) =>
            place(element, {
              ...across(block.left, block.right),
              top: block.top * rowHeight,
              height: (block.bottom - block.top + 1) * rowHeight,
            })
          }
        />
      )}
    </>
  )
}
