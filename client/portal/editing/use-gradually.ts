import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from '#client/shared/after-frame.ts'

/** Rows that come into the page in one frame: 30 ms of a slow phone. */
const A_FRAME = 6

/** The first rows of a list, up to where more would be new than one frame can take. */
function firstOf<Row>(
  rows: readonly Row[],
  drawn: ReadonlySet<string>,
  idOf: (row: Row) => string,
): readonly Row[] {
  let fresh = 0
  const end = rows.findIndex((row) => !drawn.has(idOf(row)) && ++fresh > A_FRAME)
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * The first rows of a list that a search or another page has changed, more with each frame, until all are there: the next key is answered in
 * between. A list that comes for the first time is there at once.
 */
export function useGradually<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string> | null>(null)
  const shown = drawn ? firstOf(rows, drawn, idOf) : rows
  useEffect(() => {
    const ids = new Set(shown.map(idOf))
    if (ids.size === (drawn?.size ?? 0) && shown.every((row) => drawn?.has(idOf(row)))) return
    return afterFrame(() => startTransition(() => setDrawn(ids)))
  }, [shown, drawn, idOf])
  return shown
}
