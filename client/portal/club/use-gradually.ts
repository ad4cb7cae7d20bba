import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from '#client/shared/after-frame.ts'

/** About what a screen shows. */
const AT_ONCE = 24
/** Cards that each further frame makes: 50 ms of a slow phone. */
const A_FRAME = 12

/**
 * The first rows of a list that has grown, more with each frame, until all are there. When a search of hundreds of rows is cleared, the next
 * key is then answered in between.
 */
export function useGradually<Row>(rows: readonly Row[]): readonly Row[] {
  const [count, setCount] = useState(Infinity)
  const shown = Math.max(AT_ONCE, Math.min(count, rows.length))
  // A list that comes for the first time is there at once. What a search has hidden is made anew when it comes back.
  if (rows.length > 0 && count > rows.length) setCount(rows.length)
  useEffect(() => {
    if (shown >= rows.length) return
    return afterFrame(() => startTransition(() => setCount(shown + A_FRAME)))
  }, [shown, rows.length])
  return shown >= rows.length ? rows : rows.slice(0, shown)
}
