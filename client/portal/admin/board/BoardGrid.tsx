import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { BoardHead } from './BoardHead.tsx'
import { FRAME_COLUMNS } from './BoardCell.tsx'
import { BoardRow } from './BoardRow.tsx'
import { positionOf, useDesk } from './desk.ts'
import { copied, goToCell, paste } from './hand.ts'
import { pressKey } from './keys.ts'
import type { Cell } from './model/moves.ts'
import { useWindow } from './use-window.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import styles from './Board.late.module.css'

const sized = (property: 'width' | 'height', pixels: number) => (element: HTMLElement | null) => {
  element?.style.setProperty(property, `${pixels}px`)
}

/** The cell of the board under an element of the page. */
function cellOf(target: EventTarget | null): Cell | null {
  const td = target instanceof Element ? target.closest('td[aria-colindex]') : null
  const column = Number(td?.getAttribute('aria-colindex')) - FRAME_COLUMNS - 1
  const row = Number(td?.parentElement?.getAttribute('aria-rowindex')) - 2
  return td && column >= 0 && row >= 0 ? { row, column } : null
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, input, select, fieldset') !== null

type GridProps = {
  /** What is open below an item's name, and for which item. */
  panel?: { itemId: string; content: ReactNode } | null
  onShare?: (itemId: string) => void
}

/** Items down, clubs across: one tab stop, a spreadsheet's keys, and only the part in the page that is seen. */
export function BoardGrid({ panel = null, onShare }: GridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const shown = useDesk((desk) => desk.view)
  const { items, columns } = shown
  const here = useDesk(({ at }) => at)
  const view = useWindow(grid, items.length, columns)
  const { top, bottom, left, right, before, after } = view
  const hasFocus = useRef(false)
  const wanted = useRef(here)

  const position = positionOf(shown, here)
  const isHereInPage =
    position !== null &&
    position.row >= top &&
    position.row < bottom &&
    position.column >= left &&
    position.column < right

  useLayoutEffect(() => {
    const element = grid.current
    if (!element || !hasFocus.current) return
    if (wanted.current !== here) {
      wanted.current = here
      if (position) view.reveal(position)
    }
    const cell = element.querySelector<HTMLElement>('td[data-here]')
    const active = document.activeElement
    if (
      cell &&
      active !== cell &&
      (active === document.body || active === element || cellOf(active))
    )
      cell.focus({ preventScroll: true })
    // A cell that is scrolled away leaves the page; its keys go on to the grid.
    else if (!cell && active === document.body) element.focus({ preventScroll: true })
  })

  const turn = useRef(view.turn)
  useLayoutEffect(() => {
    turn.current = view.turn
  })
  const onTurn = useCallback((by: 1 | -1) => turn.current(by), [])

  function handleFocus(event: React.FocusEvent) {
    hasFocus.current = true
    if (event.target !== grid.current || position) return
    goToCell({ row: 0, column: 0 })
  }
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (isControl(event.target)) return
    pressKey(event, { page: view.page(), onShare: (itemId) => onShare?.(itemId) })
  }
  function handlePointer(event: PointerEvent) {
    if (event.button !== 0 || isControl(event.target)) return
    const cell = cellOf(event.target)
    if (!cell || event.pointerType !== 'mouse') return
    // Dragging selects cells, not text.
    event.preventDefault()
    hasFocus.current = true
    goToCell(cell, event.shiftKey)
    grid.current?.focus({ preventScroll: true })
  }
  function handleDrag(event: PointerEvent) {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || !hasFocus.current) return
    const cell = cellOf(event.target)
    const now = position
    if (cell && now && (cell.row !== now.row || cell.column !== now.column)) goToCell(cell, true)
  }
  function handleTap(event: React.MouseEvent) {
    if (isControl(event.target)) return
    const cell = cellOf(event.target)
    const now = position
    if (!cell || (now?.row === cell.row && now.column === cell.column) || event.detail === 0) return
    if (useDesk.getState().anchor) return
    hasFocus.current = true
    goToCell(cell, event.shiftKey)
  }
  function handleCopy(event: ClipboardEvent) {
    if (isControl(event.target)) return
    event.clipboardData.setData('text/plain', copied())
    event.preventDefault()
  }
  function handlePaste(event: ClipboardEvent) {
    if (isControl(event.target)) return
    event.preventDefault()
    paste(event.clipboardData.getData('text/plain'))
  }

  return (
    // The grid handles the keys of its cells, of which one is in the tab order.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <section
      ref={grid}
      className={styles.Grid}
      tabIndex={isHereInPage ? -1 : 0}
      aria-label="Board"
      onScroll={view.onScroll}
      onFocus={handleFocus}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !grid.current?.contains(event.relatedTarget))
          hasFocus.current = false
      }}
      onKeyDown={handleKey}
      onPointerDown={handlePointer}
      onPointerOver={handleDrag}
      onClick={handleTap}
      onCopy={handleCopy}
      onPaste={handlePaste}
    >
      <div className={styles.Inner}>
        <table
          className={styles.Table}
          {...TABLE_ROLES.grid}
          aria-label="Who gets what"
          aria-rowcount={items.length + 1}
          aria-colcount={columns.length + FRAME_COLUMNS}
          aria-multiselectable="true"
        >
          <colgroup>
            <col className={styles.ItemColumn} />
            <col className={styles.ShelfColumn} />
            <col className={styles.NumberColumn} />
            <col className={styles.NumberColumn} />
            <col className={styles.ShortColumn} />
            <col ref={sized('width', before.width)} />
            {columns.slice(left, right).map(({ id, isWide }) => (
              <col key={id} className={isWide ? styles.WideColumn : styles.CellColumn} />
            ))}
            <col ref={sized('width', after.width)} />
          </colgroup>
          <BoardHead
            columns={columns}
            items={items.length}
            left={left}
            right={right}
            first={view.first}
            onTurn={onTurn}
          />
          <tbody>
            <tr aria-hidden="true" ref={sized('height', before.height)} />
            {items.slice(top, bottom).map((item, at) => (
              <BoardRow
                key={item._id}
                item={item}
                row={top + at}
                columns={columns}
                left={left}
                right={right}
                onShare={onShare}
                panel={panel?.itemId === item._id ? panel.content : undefined}
              />
            ))}
            <tr aria-hidden="true" ref={sized('height', after.height)} />
          </tbody>
        </table>
      </div>
    </section>
  )
}
