import {
  type RefObject,
  startTransition,
  type UIEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Cell } from './model/moves.ts'
import type { Column } from './desk.ts'
import type { Columns } from './use-filled-rows.ts'

/** Rows and columns beyond the edge that are there before they are seen. Planks lean two columns to the right. */
const MORE_ROWS = 5
const MORE_COLUMNS = 2
/**
 * The cells of a row come and go so many columns at a time, and each row at another place: walking aside then renders a few rows in each
 * frame, not all of them at each column.
 */
const COLUMNS_A_STEP = 4

/** Columns grow up to so many times their width. */
const MOST_STRETCH = 2
/** The planks lean so far beyond the last column. */
const LEAN = 104

/** The part of the board that is in the page; the ends do not belong to it. */
export type Part = {
  top: number
  bottom: number
  left: number
  right: number
  /** The first column whose foot is seen. */
  first: number
}

type Sizes = { row: number; cell: number; wide: number; head: number; frame: number }

const NOT_MEASURED: Sizes = { row: 32, cell: 60, wide: 72, head: 136, frame: 476 }
const FIRST: Seen = { top: 0, left: 0, height: 900, width: 1440 }

function measure(grid: HTMLElement): Sizes {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const style = getComputedStyle(grid)
  const sizeOf = (name: string) => parseFloat(style.getPropertyValue(name)) * rem
  const rail = grid.querySelector<HTMLElement>('[data-rail]')
  const head = rail?.offsetHeight ?? NOT_MEASURED.head
  const frame = rail?.querySelector<HTMLElement>('[data-frame]')?.offsetWidth ?? NOT_MEASURED.frame
  return {
    row: sizeOf('--line-h'),
    cell: sizeOf('--cell'),
    wide: sizeOf('--cell-wide'),
    head,
    frame,
  }
}

/** Where each column begins, and where the last one ends. A few columns share what is left of `room`, in pixels. */
function offsetsOf(columns: readonly Column[], { cell, wide }: Sizes, room: number): number[] {
  const widths = columns.map(({ isWide }) => (isWide ? wide : cell))
  const stretch = room / widths.reduce((sum, width) => sum + width, 0)
  const factor = Math.max(1, Math.min(stretch, MOST_STRETCH))
  const offsets = [0]
  for (const width of widths) offsets.push((offsets.at(-1) ?? 0) + Math.floor(width * factor))
  return offsets
}

const isSame = (a: Part, b: Part) =>
  a.top === b.top &&
  a.bottom === b.bottom &&
  a.left === b.left &&
  a.right === b.right &&
  a.first === b.first

/** Whether what is seen of one part, without what lies beyond the edge, is in another. */
const covers = (all: Part, { top, bottom, left, right }: Part) =>
  all.top <= top + MORE_ROWS &&
  all.bottom >= bottom - MORE_ROWS &&
  all.left <= left + MORE_COLUMNS &&
  all.right >= right - MORE_COLUMNS

/** Where the grid is scrolled, and how much of it is seen. */
type Seen = { top: number; left: number; height: number; width: number }

const seenOf = ({ scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement): Seen => ({
  top: scrollTop,
  left: scrollLeft,
  height: clientHeight,
  width: clientWidth,
})

function partIn(seen: Seen, rows: number, offsets: readonly number[], sizes: Sizes): Part {
  const columns = offsets.length - 1
  const first = offsets.findIndex((offset) => offset > seen.left) - 1
  const end = seen.left + seen.width - sizes.frame
  const last = offsets.findIndex((offset) => offset >= end)
  const bottom = Math.ceil((seen.top + seen.height - sizes.head) / sizes.row)
  return {
    top: Math.max(0, Math.min(rows, Math.floor(seen.top / sizes.row)) - MORE_ROWS),
    bottom: Math.min(rows, bottom + MORE_ROWS),
    first,
    left: Math.max(0, first - MORE_COLUMNS),
    right: Math.min(columns, (last === -1 ? columns : last) + MORE_COLUMNS),
  }
}

/**
 * The rows and columns near the part that is seen. All rows are of one height and columns of two widths, so that what is seen follows from
 * where the grid is scrolled. It is rendered in the frame of the scrolling itself; where a key leads, one frame later, so that the frame of
 * the key shows the cell with the focus and has nothing else to lay out.
 */
export function useWindow(
  grid: RefObject<HTMLElement | null>,
  rows: number,
  columns: readonly Column[],
) {
  const [sizes, setSizes] = useState(NOT_MEASURED)
  const [seen, setSeen] = useState<Seen>(FIRST)
  /** The place of which the rows and columns are in the page. */
  const [shown, setShown] = useState(seen)
  const [isScrolled, setScrolled] = useState(false)
  const room = seen.width - sizes.frame - LEAN
  const offsets = useMemo(() => offsetsOf(columns, sizes, room), [columns, sizes, room])
  const part = partIn(shown, rows, offsets, sizes)
  /** Where the grid is to be scrolled together with what else the key changes. */
  const goal = useRef<Seen>(null)

  useLayoutEffect(() => {
    if (goal.current === null || goal.current !== seen) return
    goal.current = null
    grid.current?.scrollTo(seen)
  }, [grid, seen])

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const now = seenOf(element)
      setSizes(measure(element))
      setSeen(now)
      setShown(now)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid])

  /** Pixels that bring no other row or column change nothing. */
  function handleScroll({ currentTarget }: UIEvent<HTMLElement>): void {
    const next = seenOf(currentTarget)
    const before = partIn(seen, rows, offsets, sizes)
    if (isSame(before, partIn(next, rows, offsets, sizes))) return
    flushSync(() => {
      setSeen(next)
      setShown(next)
      setScrolled(true)
    })
  }

  const last = offsets.length - 1
  const left = Math.min(part.left, last)
  const right = Math.min(Math.max(part.right, left), last)
  const top = Math.min(part.top, rows)
  const bottom = Math.min(Math.max(part.bottom, top), rows)
  return {
    top,
    bottom,
    left,
    right,
    first: part.first,
    /** The first row that is seen. */
    firstSeen: Math.max(top, Math.min(Math.floor(shown.top / sizes.row), bottom)),
    lastSeen: Math.max(top, bottom - MORE_ROWS - 1),
    /** A wheel, a finger or the scroll bar led here, not a key. */
    isScrolled,
    /** Every column is seen without walking aside. */
    isWhole: (offsets.at(-1) ?? 0) <= seen.width - sizes.frame,
    /** A column in the middle of what is seen. */
    middle: Math.floor((left + right) / 2),
    /** The columns of which a row's cells are in the page when these are seen; the ends do not belong to it. */
    columnsOf(row: number, seen: Columns): Columns {
      const own = row % COLUMNS_A_STEP
      const before = (column: number) =>
        Math.floor((column + own) / COLUMNS_A_STEP) * COLUMNS_A_STEP - own
      return {
        left: Math.max(0, before(seen.left)),
        right: Math.min(last, before(seen.right) + COLUMNS_A_STEP),
      }
    },
    /** Where each column begins beside the frame, and where the last one ends. */
    offsets,
    sizes,
    /** Rows that are seen at once. */
    page: () =>
      Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1),
    onScroll: handleScroll,
    /** The cell under a point of the page; `null` on the head, on the frame, and beyond the last cell. */
    cellAt(x: number, y: number): Cell | null {
      const element = grid.current
      if (!element) return null
      const box = element.getBoundingClientRect()
      const [across, down] = [x - box.left - sizes.frame, y - box.top - sizes.head]
      if (across < 0 || down < 0) return null
      const row = Math.floor((down + element.scrollTop) / sizes.row)
      const column = offsets.findIndex((offset) => offset > across + element.scrollLeft) - 1
      return row < rows && column >= 0 ? { row, column } : null
    },
    /** Scrolls as far as it takes to see a cell and what is next to it, with the render of what else the caller changes. */
    reveal({ row, column }: Cell): void {
      const element = grid.current
      const start = offsets[Math.max(0, column - 1)]
      const end = offsets[Math.min(last, column + 2)]
      if (!element || start === undefined || end === undefined) return
      const now = seenOf(element)
      const above = Math.max(0, row - 1) * sizes.row
      const below = Math.min(rows, row + 2) * sizes.row - (now.height - sizes.head)
      // The planks of the last columns lean beyond them.
      const lean = column + 2 >= last ? LEAN : 0
      const beyond = end + lean - (now.width - sizes.frame)
      const next = {
        ...now,
        top: above < now.top ? above : Math.max(now.top, below),
        left: start < now.left ? start : Math.max(now.left, beyond),
      }
      if (next.top === now.top && next.left === now.left) return
      goal.current = next
      setSeen(next)
      setScrolled(false)
      // A key that is held down would put it off again and again.
      if (covers(part, partIn(now, rows, offsets, sizes))) startTransition(() => setShown(next))
      else setShown(next)
    },
    /** Walks on by a screen of columns. */
    turn(by: 1 | -1): void {
      const width = (grid.current?.clientWidth ?? 0) - sizes.frame - sizes.cell
      grid.current?.scrollBy({ left: by * width })
    },
  }
}
