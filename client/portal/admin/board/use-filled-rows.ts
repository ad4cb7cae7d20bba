import { useEffect, useState } from 'react'

/** Rows that get their cells in one frame, on a slow computer. */
const ROWS_A_FRAME = 3
/** A longer frame says that the computer has enough to do. */
const SHORT_FRAME_MS = 20

/** Columns by which a step goes aside; more are a leap. */
const COLUMNS_ASIDE = 3

/** The rows that are in the page, the first column of their cells, and those of them that are filled. */
type Filled = { top: number; bottom: number; left: number; from: number; to: number }

/** Fills up to `count` more rows, below first. */
function fill(rows: Filled, count: number): Filled {
  const to = Math.min(rows.bottom, rows.to + count)
  return { ...rows, to, from: Math.max(rows.top, rows.from - (count - (to - rows.to))) }
}

/** What is filled when other rows come into the page: after a leap, none. */
function move({ from, to, left: before }: Filled, top: number, bottom: number, left: number) {
  if (to <= top || from >= bottom || Math.abs(left - before) > COLUMNS_ASIDE)
    return { top, bottom, left, from: top, to: top }
  return { top, bottom, left, from: Math.max(top, from), to: Math.min(bottom, to) }
}

/**
 * Which of the rows from `top` to `bottom` are filled. After a leap to other rows, or aside to another `left` column, they are filled over
 * the next frames, so that the key which leapt is answered at once.
 */
export function useFilledRows(top: number, bottom: number, left = 0): (row: number) => boolean {
  const [filled, setFilled] = useState<Filled>({ top, bottom, left, from: top, to: bottom })
  let now = filled
  if (filled.top !== top || filled.bottom !== bottom || filled.left !== left) {
    now = move(filled, top, bottom, left)
    setFilled(now)
  }
  const isWhole = now.from === top && now.to === bottom
  useEffect(() => {
    if (isWhole) return
    let count = ROWS_A_FRAME
    let last = -Infinity
    let frame = requestAnimationFrame(function step(at) {
      if (at - last < SHORT_FRAME_MS) count *= 2
      last = at
      setFilled((rows) => fill(rows, count))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isWhole])
  return (row) => row >= now.from && row < now.to
}
