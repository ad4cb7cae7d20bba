import { startTransition, useEffect, useRef, useState } from 'react'
import { afterFrame } from '#client/shared/after-frame.ts'

/** How many rows the first frame of another view takes: 30 ms of a slow phone. */
const AT_FIRST = 2
/** After a shorter frame the next one takes twice as many rows, after a longer one half as many. */
const SHORT_FRAME_MS = 25
/** So many rows come at once, which fill a screen. The others wait until the search and the page stay the same for `REST_MS`. */
const ROWS_OF_SCREEN = 12
const REST_MS = 150

/** The rows that the page holds. */
type Drawn = {
  /** The search and the page that `shown` belongs to. */
  view: string
  shown: readonly string[]
  /** Rows of earlier views. A later frame removes them. */
  hidden: readonly string[]
  /** How many rows the next frame takes. */
  count: number
}

/** The ids with which both lists begin. */
function beginningOf(ids: readonly string[], others: readonly string[]): readonly string[] {
  const end = ids.findIndex((id, place) => id !== others[place])
  return end === -1 ? ids : ids.slice(0, end)
}

/** The ids that are known, and the first `count` of the others. */
function withNew(ids: readonly string[], known: readonly string[], count: number) {
  const before = new Set(known)
  let fresh = 0
  return ids.filter((id) => before.has(id) || ++fresh <= count)
}

/** Adds a few of the wanted rows to those that are shown. Another view begins again, after the rows that both have at the top. */
function drawNext(drawn: Drawn, view: string, ids: readonly string[]): Drawn {
  const isSameView = drawn.view === view
  const count = isSameView ? drawn.count : AT_FIRST
  const known = isSameView ? drawn.shown : beginningOf(ids, drawn.shown)
  const shown = withNew(ids, known, count)
  const seen = new Set(shown)
  const hidden = [...drawn.shown, ...drawn.hidden].filter((id) => !seen.has(id))
  return { view, shown, hidden, count }
}

type GradualOptions<Row> = {
  /** All rows, in their order. Without them, rows of the view before leave at once. */
  all?: readonly Row[]
  /** The rows that are to be shown. */
  wanted: readonly Row[]
  /** Names the search and the page. */
  view: string
  idOf: (row: Row) => string
}

/**
 * Shows the rows of another search or page a few in each frame, and then removes those of the view before in the same way: the next key is
 * answered in between. A list that comes for the first time is there at once.
 */
export function useGradually<Row>({ all, wanted, view, idOf }: GradualOptions<Row>) {
  const ids = wanted.map(idOf)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const times = useRef({ view, changed: 0, lastFrame: 0 })
  const now = drawn ? drawNext(drawn, view, ids) : { view, shown: ids, hidden: [], count: AT_FIRST }
  const leaving = all ? now.hidden : []
  const isWhole = now.shown.length === ids.length
  const isDone = drawn
    ? drawn.view === view &&
      leaving.length === 0 &&
      beginningOf(ids, drawn.shown).length === ids.length
    : ids.length === 0

  useEffect(() => {
    if (times.current.view !== view)
      Object.assign(times.current, { view, changed: performance.now() })
    if (isDone) return
    function step() {
      const at = performance.now()
      const isShort = at - times.current.lastFrame < SHORT_FRAME_MS
      times.current.lastFrame = at
      const count = isShort ? 2 * now.count : Math.max(1, now.count >> 1)
      const hidden = isWhole ? leaving.slice(now.count) : leaving
      const isLast = isWhole && hidden.length === 0
      startTransition(() => setDrawn({ ...now, hidden, count: isLast ? AT_FIRST : count }))
    }
    let cancel = () => {}
    const isScreenFull = isWhole || now.shown.length >= ROWS_OF_SCREEN
    const timer = setTimeout(
      () => {
        cancel = afterFrame(step)
      },
      isScreenFull ? times.current.changed + REST_MS - performance.now() : 0,
    )
    return () => {
      clearTimeout(timer)
      cancel()
    }
  })

  const hidden = new Set(leaving)
  const shown = new Set(now.shown)
  return {
    rows: (all ?? wanted).filter((row) => shown.has(idOf(row)) || hidden.has(idOf(row))),
    isHidden: (row: Row) => hidden.has(idOf(row)),
  }
}
