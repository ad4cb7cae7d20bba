import {
  defaultRangeExtractor,
  observeElementRect,
  type Range,
  useVirtualizer,
} from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import { HEADER_COLUMNS } from './BoardCell.tsx'
import { BoardHead } from './BoardHead.tsx'
import { BoardRow } from './BoardRow.tsx'
import { positionOf, useBoard, type View } from './board-store.ts'
import { copied, paste } from './copy-paste.ts'
import { pressKey } from './keys.ts'
import { blockOf, type Cell } from './model/moves.ts'
import { goToPosition } from './selection.ts'
import styles from './BoardGrid.module.css'

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, input, select, fieldset') !== null

/** The active cell. It is in the page wherever one scrolls. */
const cellIn = (grid: Element | null) =>
  grid?.querySelector<HTMLElement>('[data-here][role=gridcell]')

/** Columns grow up to so many times their width where there are few. */
const MOST_STRETCH = 2
/** Rows and columns beyond the edge that are in the page. Names lean two columns to the right. */
const MORE_ROWS = 4
const MORE_COLUMNS = 2

const NEAREST = { block: 'nearest', inline: 'nearest' } as const

/** The sizes of the style sheet, in pixels. Head and side stay in view; names lean beyond the last column. */
type Sizes = { row: number; cell: number; head: number; side: number; lean: number }

const NOT_MEASURED: Sizes = { row: 32, cell: 64, head: 136, side: 476, lean: 104 }

function measure(grid: HTMLElement): Sizes {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const style = getComputedStyle(grid)
  const sizeOf = (name: string) => parseFloat(style.getPropertyValue(name)) * rem
  const part = (name: string) => grid.querySelector<HTMLElement>(`[data-part=${name}]`)
  return {
    row: sizeOf('--line-h'),
    cell: sizeOf('--cell'),
    lean: sizeOf('--lean'),
    head: part('head')?.offsetHeight ?? 0,
    side: part('corner')?.offsetWidth ?? 0,
  }
}

/** They change with the width of the screen, and with the size of the text. */
function useSizes(grid: RefObject<HTMLElement | null>): Sizes {
  const [sizes, setSizes] = useState(NOT_MEASURED)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const observer = new ResizeObserver(() => setSizes(measure(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid])
  return sizes
}

/** Cells are seen in the part of the grid that its head and its side leave. */
const observeCells: typeof observeElementRect<HTMLElement> = (virtualizer, show) =>
  observeElementRect(virtualizer, ({ width, height }) => {
    if (!virtualizer.scrollElement) return
    const { head, side } = measure(virtualizer.scrollElement)
    show({ width: width - side, height: height - head })
  })

/** Which rows and columns are in the page, and where they stand. */
function useWindow(grid: RefObject<HTMLElement | null>, view: View, active: Cell | null) {
  const sizes = useSizes(grid)
  const activeRow = active?.row
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    count: view.items.length,
    getScrollElement: () => grid.current,
    estimateSize: () => sizes.row,
    observeElementRect: observeCells,
    overscan: MORE_ROWS,
    // The cell with the focus stays in the page wherever one scrolls.
    rangeExtractor: useCallback(
      (range: Range) => {
        const all = defaultRangeExtractor(range)
        if (activeRow === undefined || all.includes(activeRow)) return all
        return [...all, activeRow].toSorted((a, b) => a - b)
      },
      [activeRow],
    ),
  })
  const [width, setWidth] = useState(sizes.cell)
  const columns = useVirtualizer<HTMLElement, HTMLElement>({
    horizontal: true,
    count: view.columns.length,
    getScrollElement: () => grid.current,
    estimateSize: () => width,
    observeElementRect: observeCells,
    overscan: MORE_COLUMNS,
    paddingEnd: sizes.lean,
  })
  const seen = columns.scrollRect?.width ?? 0
  const share = Math.floor((seen - sizes.lean) / view.columns.length)
  const wanted = Math.max(sizes.cell, Math.min(share, MOST_STRETCH * sizes.cell))
  if (wanted !== width) setWidth(wanted)
  useLayoutEffect(() => rows.measure(), [rows, sizes.row])
  useLayoutEffect(() => columns.measure(), [columns, width])

  const shown = columns.getVirtualItems()
  const left = shown[0]?.index ?? 0
  return {
    rows: rows.getVirtualItems().map(({ index }) => index),
    left,
    right: left + shown.length,
    first: columns.range?.startIndex ?? 0,
    from: sizes.side,
    width,
    isWhole: view.columns.length * width <= seen,
    topOf: (row: number) => sizes.head + row * sizes.row,
    leftOf: (column: number) => sizes.side + column * width,
    end: sizes.side + view.columns.length * width + sizes.lean,
    /** The cell under a point of the page; `null` on the head, on the side, and beyond the last cell. */
    cellAt(x: number, y: number): Cell | null {
      if (!grid.current) return null
      const { left: edge, top } = grid.current.getBoundingClientRect()
      const [across, down] = [x - edge - sizes.side, y - top - sizes.head]
      const row = Math.floor((down + grid.current.scrollTop) / sizes.row)
      const column = Math.floor((across + grid.current.scrollLeft) / width)
      const isCell = row < view.items.length && column < view.columns.length
      return across >= 0 && down >= 0 && isCell ? { row, column } : null
    },
    height: rows.scrollRect?.height,
    /** Rows that are seen at once. */
    page: Math.max(1, Math.floor((rows.scrollRect?.height ?? 0) / sizes.row) - 1),
  }
}

/** Items down, clubs across: one tab stop, a spreadsheet's keys, and only the part in the page that is seen. */
export function BoardGrid() {
  const grid = useRef<HTMLElement>(null)
  // A search shows its letters before it shows the rows that it leaves.
  const view = useDeferredValue(useBoard((board) => board.view))
  const { items, columns, shortCount } = view
  const active = useBoard((board) => board.active)
  const position = positionOf(view, active)
  const corner = positionOf(
    view,
    useBoard((board) => board.anchor),
  )
  const block = position && corner && blockOf(position, corner)
  const shown = useWindow(grid, view, position)
  const { left, right, from, width, topOf, leftOf } = shown
  const across = useMemo(
    () => ({ columns, left, right, from, width }),
    [columns, left, right, from, width],
  )
  const hasFocus = useRef(false)

  /** The pointer is on the cell that becomes the active one: if that scrolled, the press would end on another cell. */
  const isUnderPointer = useRef(false)
  const reveal = useEffectEvent(() => {
    if (!isUnderPointer.current) cellIn(grid.current)?.scrollIntoView(NEAREST)
    isUnderPointer.current = false
  })
  useLayoutEffect(() => {
    if (active) reveal()
  }, [active])
  // The panel for sharing out makes the grid lower, as it opens and with each result.
  const sharingHeight = useBoard((board) => board.sharing !== null) ? shown.height : undefined
  useLayoutEffect(() => {
    if (sharingHeight !== undefined) reveal()
  }, [sharingHeight])
  useLayoutEffect(() => {
    const cell = cellIn(grid.current)
    const focused = document.activeElement
    const isFree =
      focused === document.body || focused === grid.current || focused?.matches('[role=gridcell]')
    if (cell && cell !== focused && isFree && hasFocus.current) cell.focus({ preventScroll: true })
  })

  // Without a selection Firefox sends these events to the body, wherever the focus is.
  useEffect(() => {
    const listening = new AbortController()
    const onCells = (type: 'copy' | 'paste', handle: (data: DataTransfer) => void) =>
      document.addEventListener(
        type,
        (event) => {
          const focused = document.activeElement
          if (!event.clipboardData || !grid.current?.contains(focused) || isControl(focused)) return
          handle(event.clipboardData)
          event.preventDefault()
        },
        { signal: listening.signal },
      )
    onCells('copy', (data) => data.setData('text/plain', copied()))
    onCells('paste', (data) => paste(data.getData('text/plain')))
    return () => listening.abort()
  }, [])

  const handleTurn = useCallback(
    (by: 1 | -1) => {
      const seen = (grid.current?.clientWidth ?? 0) - from
      grid.current?.scrollBy({ left: by * (seen - width) })
    },
    [from, width],
  )
  function ruleOf(row: number): 'end' | 'fifth' | undefined {
    // Nothing is parted where all that is shown is short.
    if (row === shortCount - 1 && shortCount < items.length) return 'end'
    return (row < shortCount ? row : row - shortCount) % 5 === 4 ? 'fifth' : undefined
  }
  function handleFocus(event: FocusEvent) {
    hasFocus.current = true
    // A press has chosen its cell already, and this render does not know it yet.
    const isChosen = positionOf(view, useBoard.getState().active) !== null
    if (event.target === grid.current && !isChosen) goToPosition({ row: 0, column: 0 })
  }
  function handleBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !grid.current?.contains(relatedTarget)) hasFocus.current = false
  }
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (!isControl(event.target)) pressKey(event, shown.page)
  }
  function handlePointer(event: PointerEvent) {
    if (event.button !== 0 || event.pointerType !== 'mouse' || isControl(event.target)) return
    const cell = shown.cellAt(event.clientX, event.clientY)
    if (!cell) return
    // Dragging selects cells, not text.
    event.preventDefault()
    hasFocus.current = true
    isUnderPointer.current = true
    goToPosition(cell, event.shiftKey)
    grid.current?.focus({ preventScroll: true })
  }
  const isActive = ({ row, column }: Cell) => position?.row === row && position.column === column
  function handleDrag(event: PointerEvent) {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || !hasFocus.current) return
    const cell = shown.cellAt(event.clientX, event.clientY)
    if (cell && position && !isActive(cell)) goToPosition(cell, true)
  }
  function handleTap(event: MouseEvent) {
    if (isControl(event.target) || event.detail === 0 || useBoard.getState().anchor) return
    const cell = shown.cellAt(event.clientX, event.clientY)
    if (!cell || isActive(cell)) return
    hasFocus.current = true
    goToPosition(cell, event.shiftKey)
  }

  return (
    // The grid handles the keys of its cells, of which one is in the tab order.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <section
      ref={grid}
      className={styles.Grid}
      tabIndex={position ? -1 : 0}
      aria-label="Board"
      onFocus={handleFocus}
      onBlur={handleBlur}
      onKeyDown={handleKey}
      onPointerDown={handlePointer}
      onPointerMove={handleDrag}
      onClick={handleTap}
    >
      <div
        {...TABLE_ROLES.grid}
        className={styles.Inner}
        style={{ width: shown.end, height: topOf(items.length) }}
        aria-label="Who gets what"
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length + HEADER_COLUMNS}
        aria-multiselectable="true"
      >
        <BoardHead
          across={across}
          items={items.length}
          first={shown.first}
          isWhole={shown.isWhole}
          onTurn={handleTurn}
        />
        <span
          className={styles.Stripes}
          style={{
            left: from,
            width: columns.length * width,
            backgroundSize: `${2 * width}px 100%`,
          }}
        />
        {position && (
          <span className={styles.Course} style={{ left: leftOf(position.column), width }} />
        )}
        <div {...TABLE_ROLES.rowgroup}>
          {shown.rows.map((row) => {
            const item = items[row]
            return (
              item && (
                <BoardRow
                  key={item._id}
                  item={item}
                  row={row}
                  top={topOf(row)}
                  rule={ruleOf(row)}
                  across={across}
                />
              )
            )
          })}
        </div>
        <div className={styles.Stile} />
        {block && (
          <span
            className={styles.Block}
            style={{
              top: topOf(block.top),
              left: leftOf(block.left),
              width: leftOf(block.right + 1) - leftOf(block.left),
              height: topOf(block.bottom + 1) - topOf(block.top),
            }}
          />
        )}
      </div>
    </section>
  )
}
