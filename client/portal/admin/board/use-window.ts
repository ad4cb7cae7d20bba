import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Cell } from './model/moves.ts'
import type { Column } from './desk.ts'

/** Rows and columns beyond the edge that are there before they are seen. Planks lean two columns to the right. */
const MORE_ROWS = 4
const MORE_COLUMNS = 3

/** The part of the board that is in the page; the ends do not belong to it. */
export type Part = { top: number; bottom: number; left: number; right: number }

type Sizes = { row: number; cell: number; wide: number; head: number; frame: number }

const NOT_MEASURED: Sizes = { row: 32, cell: 60, wide: 72, head: 136, frame: 476 }
const FIRST: Part = { top: 0, bottom: 24, left: 0, right: 24 }

function measure(grid: HTMLElement): Sizes {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const style = getComputedStyle(grid)
  const sizeOf = (name: string) => parseFloat(style.getPropertyValue(name)) * rem
  const head = grid.querySelector('thead')?.offsetHeight ?? NOT_MEASURED.head
  const last = grid.querySelector<HTMLElement>('thead [data-frame="last"]')
  const frame = last ? last.offsetLeft + last.offsetWidth : NOT_MEASURED.frame
  return {
    row: sizeOf('--line-h'),
    cell: sizeOf('--cell'),
    wide: sizeOf('--cell-wide'),
    head,
    frame,
  }
}

/** Where each column begins, and where the last one ends. */
function offsetsOf(columns: readonly Column[], { cell, wide }: Sizes): number[] {
  const offsets = [0]
  for (const { isWide } of columns) offsets.push((offsets.at(-1) ?? 0) + (isWide ? wide : cell))
  return offsets
}

const isSame = (a: Part, b: Part) =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right

function partIn(grid: HTMLElement, rows: number, offsets: readonly number[], sizes: Sizes): Part {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = grid
  const columns = offsets.length - 1
  const first = offsets.findIndex((offset) => offset > scrollLeft) - 1
  const end = scrollLeft + clientWidth - sizes.frame
  const last = offsets.findIndex((offset) => offset >= end)
  const bottom = Math.ceil((scrollTop + clientHeight - sizes.head) / sizes.row)
  return {
    top: Math.max(0, Math.min(rows, Math.floor(scrollTop / sizes.row)) - MORE_ROWS),
    bottom: Math.min(rows, bottom + MORE_ROWS),
    left: Math.max(0, first - MORE_COLUMNS),
    right: Math.min(columns, (last === -1 ? columns : last) + MORE_COLUMNS),
  }
}

/**
 * The rows and columns near the part that is seen. All rows are of one height and columns of two widths, so that what is seen follows from
 * where the grid is scrolled. It is rendered in the frame of the scrolling itself.
 */
export function useWindow(
  grid: RefObject<HTMLElement | null>,
  rows: number,
  columns: readonly Column[],
) {
  const [sizes, setSizes] = useState(NOT_MEASURED)
  const [part, setPart] = useState(FIRST)
  const offsets = offsetsOf(columns, sizes)
  const now = useRef({ rows, offsets, sizes })
  useLayoutEffect(() => {
    now.current = { rows, offsets, sizes }
  })

  function update(): void {
    const element = grid.current
    if (!element) return
    const next = partIn(element, now.current.rows, now.current.offsets, now.current.sizes)
    setPart((before) => (isSame(before, next) ? before : next))
  }

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const observer = new ResizeObserver(() => setSizes(measure(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid])
  useLayoutEffect(update, [grid, rows, columns, sizes])

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
    /** The room of what is left out on each side. */
    before: { height: top * sizes.row, width: offsets[left] ?? 0 },
    after: {
      height: (rows - bottom) * sizes.row,
      width: (offsets[last] ?? 0) - (offsets[right] ?? 0),
    },
    /** Rows that are seen at once. */
    page: () =>
      Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - sizes.head) / sizes.row) - 1),
    onScroll: () => flushSync(update),
    /** Scrolls as far as it takes to see a cell. */
    reveal({ row, column }: Cell): void {
      const element = grid.current
      const start = offsets[column]
      const end = offsets[column + 1]
      if (!element || start === undefined || end === undefined) return
      const y = row * sizes.row
      const seen = element.clientHeight - sizes.head
      const width = element.clientWidth - sizes.frame
      element.scrollTo({
        top: Math.max(Math.min(element.scrollTop, y), y + sizes.row - seen),
        left: Math.max(Math.min(element.scrollLeft, start), end - width),
      })
    },
    /** Walks on by a screen of columns. */
    turn(by: 1 | -1): void {
      const element = grid.current
      element?.scrollBy({ left: by * (element.clientWidth - sizes.frame - sizes.cell) })
    },
  }
}
