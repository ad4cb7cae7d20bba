import { startTransition, useEffect, useRef, useState } from 'react'

/** Rows that get their cells in one frame on a slow computer: few after a key, so that the next key is answered soon. */
const LEAST_ROWS = 1
/** With fewer, a wheel shows rows that are not filled yet. */
const LEAST_ROWS_SCROLLED = 6
/** Rows beyond the edge are not seen: they wait until no key has come for so long, and are filled a few at a time. */
const LEAST_ROWS_BEYOND = 3
const REST_MS = 100
/** A longer frame says that the computer has enough to do. */
const SHORT_FRAME_MS = 20

/** When the last frame began, and how many rows got their cells in it: one more after a short frame, half as many after a long one. */
const AT_FIRST = { last: -Infinity, count: 0 }

/** Columns by which a step goes aside; more are a leap. */
const COLUMNS_ASIDE = 3

/** Columns from `left` to `right`; the end does not belong to them. */
export type Columns = { left: number; right: number }

/** Rows from `from` to `to` that have their numbers, and cells in these columns. */
type FilledRows = Columns & { from: number; to: number }

/** The rows that are to be in the page, and the columns. Rows beyond the edge come before the first that is seen, and after the last. */
type Wanted = Columns & {
  top: number
  bottom: number
  firstSeen: number
  lastSeen: number
  isScrolled: boolean
}

/** The rows that are to be in the page, those of them that are filled, and the ones that were before. */
type Filled = FilledRows & { top: number; bottom: number; past: FilledRows | null }

const hasRow = ({ from, to }: FilledRows, row: number) => row >= from && row < to

/** Fills up to `count` more rows, below first. Rows that are left go with the first of them. */
function fill(rows: Filled, count: number): Filled {
  const { top, bottom, past } = rows
  const to = Math.min(bottom, rows.to + count)
  const from = Math.max(top, rows.from - (count - (to - rows.to)))
  const isWhole = from === top && to === bottom
  return {
    ...rows,
    from,
    to,
    past:
      past && !isWhole
        ? { ...past, from: Math.max(top, past.from), to: Math.min(bottom, past.to) }
        : null,
  }
}

/** The rows that stay filled once other rows or columns come into the page. After a leap none does, and filling begins with the first row seen. */
function move(before: Filled, { top, bottom, left, right, firstSeen }: Wanted): Filled {
  const isEmpty = before.from >= before.to
  const past = isEmpty ? before.past : { ...before }
  const now = { top, bottom, left, right }
  const isAside = Math.abs(left - before.left) > COLUMNS_ASIDE
  if (isEmpty || isAside || before.to <= top || before.from >= bottom)
    return { ...now, from: firstSeen, to: firstSeen, past }
  const from = Math.max(top, before.from)
  const to = Math.min(bottom, before.to)
  return { ...now, from, to, past: from === top && to === bottom ? null : past }
}

/**
 * Which rows are in the page, and which columns of each of them. After a leap to other rows or aside, they are filled over the next frames,
 * and what was there before goes then too, so that the key which leapt is answered at once.
 */
export function useFilledRows(wanted: Wanted) {
  const { top, bottom, left, right, firstSeen, lastSeen, isScrolled } = wanted
  const [filled, setFilled] = useState<Filled>(() => ({
    top,
    bottom,
    left,
    right,
    from: top,
    to: bottom,
    past: null,
  }))
  let now = filled
  if (
    filled.top !== top ||
    filled.bottom !== bottom ||
    filled.left !== left ||
    filled.right !== right
  ) {
    now = move(filled, wanted)
    setFilled(now)
  }
  const { past } = now
  const isWhole = now.from === top && now.to === bottom && past === null
  const isBeyond = !isScrolled && now.from <= firstSeen && now.to > lastSeen
  const least = isScrolled ? LEAST_ROWS_SCROLLED : isBeyond ? LEAST_ROWS_BEYOND : LEAST_ROWS
  const pace = useRef(AT_FIRST)
  useEffect(() => {
    if (isWhole) {
      pace.current = AT_FIRST
      return
    }
    let frame = 0
    function step(at: number): void {
      const { last, count } = pace.current
      const next = Math.max(least, at - last < SHORT_FRAME_MS ? count + 1 : count >> 1)
      pace.current = { last: at, count: next }
      // A key that comes meanwhile goes before, and may lead to other rows.
      startTransition(() => setFilled((rows) => (rows === filled ? fill(rows, next) : rows)))
    }
    function ask(): void {
      frame = requestAnimationFrame(step)
    }
    let rest: ReturnType<typeof setTimeout> | undefined
    if (isBeyond) rest = setTimeout(ask, REST_MS)
    else ask()
    return () => {
      clearTimeout(rest)
      cancelAnimationFrame(frame)
    }
  }, [isWhole, isBeyond, filled, least])
  return {
    /** Rows beyond the others that have not left yet. */
    leaving: past
      ? Array.from({ length: past.to - past.from }, (_, at) => past.from + at).filter(
          (row) => row < top || row >= bottom,
        )
      : [],
    /** The columns of a row's cells; `null` while it is not filled. */
    columnsOf(row: number): Columns | null {
      if (hasRow(now, row)) return now
      return past && hasRow(past, row) ? past : null
    },
  }
}
