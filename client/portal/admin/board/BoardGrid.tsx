import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { BoardHead } from './BoardHead.tsx'
import { FRAME_COLUMNS } from './BoardCell.tsx'
import { BoardFrame, BoardName, type RowRule } from './BoardFrame.tsx'
import { BoardRow } from './BoardRow.tsx'
import { positionOf, useDesk } from './desk.ts'
import { Block, Course } from './HandMarks.tsx'
import { HintTape } from './HintTape.tsx'
import { copied, goToCell, paste } from './hand.ts'
import { pressKey } from './keys.ts'
import { place } from './place.ts'
import { useFilledRows } from './use-filled-rows.ts'
import { useWindow } from './use-window.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import frame from './BoardFrame.late.module.css'
import styles from './BoardGrid.late.module.css'

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, input, select, fieldset') !== null

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** Of a row that is not filled yet, or that is out of view, only the cell with the focus is in the page. */
const NO_CELLS = { left: 0, right: 0 }

type GridProps = { onShare: (itemId: string) => void }

/** Items down, clubs across: one tab stop, a spreadsheet's keys, and only the part in the page that is seen. */
export function BoardGrid({ onShare }: GridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const places = useDesk((desk) => desk.view)
  const { items, columns } = places
  const { leads } = places
  function ruleOf(row: number): RowRule {
    // Nothing is parted where all that is shown is short.
    if (row === leads - 1 && leads < items.length) return 'end'
    return (row < leads ? row : row - leads) % 5 === 4 ? 'fifth' : undefined
  }
  const here = useDesk(({ at }) => at)
  const view = useWindow(grid, items.length, columns)
  const { top, bottom, left, right, offsets, sizes } = view
  const filled = useFilledRows(view)
  const position = positionOf(places, here)
  // The cell with the focus stays in the page wherever one scrolls. The row that it left stays for one render more: without it the browser
  // would take the focus away, and lay out the page for that.
  const before = positionOf(places, useDeferredValue(here))
  const kept = new Set([position?.row, before?.row].filter((row) => row !== undefined))
  const aside = [...kept].filter((row) => row < top || row >= bottom)
  // In their order: to put a row to another place takes as long as a new one.
  const rows = [...new Set([...range(top, bottom), ...filled.leaving, ...aside])]
    .toSorted((a, b) => a - b)
    .flatMap((row) => {
      const item = items[row]
      return item ? [{ item, row, isKept: kept.has(row), shown: filled.columnsOf(row) }] : []
    })
  const width = offsets.at(-1) ?? 0
  const hasFocus = useRef(false)

  const reveal = useEffectEvent(view.reveal)
  useEffect(
    () =>
      useDesk.subscribe(({ view: now, at }, before) => {
        const cell = at !== before.at && positionOf(now, at)
        if (cell) reveal(cell)
      }),
    [],
  )
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || !hasFocus.current) return
    const cell = element.querySelector<HTMLElement>('[role=gridcell][data-here]')
    const active = document.activeElement
    if (
      cell &&
      active !== cell &&
      (active === document.body || active === element || active?.matches('[role=gridcell]'))
    )
      cell.focus({ preventScroll: true })
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
    pressKey(event, { page: view.page(), onShare })
  }
  function handlePointer(event: PointerEvent) {
    if (event.button !== 0 || isControl(event.target)) return
    const cell = view.cellAt(event.clientX, event.clientY)
    if (!cell || event.pointerType !== 'mouse') return
    // Dragging selects cells, not text.
    event.preventDefault()
    hasFocus.current = true
    goToCell(cell, event.shiftKey)
    grid.current?.focus({ preventScroll: true })
  }
  function handleDrag(event: PointerEvent) {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || !hasFocus.current) return
    const cell = view.cellAt(event.clientX, event.clientY)
    const now = position
    if (cell && now && (cell.row !== now.row || cell.column !== now.column)) goToCell(cell, true)
  }
  function handleTap(event: React.MouseEvent) {
    if (isControl(event.target)) return
    const cell = view.cellAt(event.clientX, event.clientY)
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
      tabIndex={position ? -1 : 0}
      aria-label="Board"
      onScroll={view.onScroll}
      onFocus={handleFocus}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !grid.current?.contains(event.relatedTarget))
          hasFocus.current = false
      }}
      onKeyDown={handleKey}
      onPointerDown={handlePointer}
      onPointerMove={handleDrag}
      onClick={handleTap}
      onCopy={handleCopy}
      onPaste={handlePaste}
    >
      <div
        {...TABLE_ROLES.grid}
        className={styles.Inner}
        aria-label="Who gets what"
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length + FRAME_COLUMNS}
        aria-multiselectable="true"
        ref={(element) => place(element, { width: sizes.frame + width })}
      >
        <BoardHead
          columns={columns}
          items={items.length}
          left={left}
          right={right}
          first={view.first}
          offsets={offsets}
          isWhole={view.isWhole}
          onTurn={onTurn}
        />
        <div
          {...TABLE_ROLES.rowgroup}
          className={styles.Rows}
          ref={(element) => place(element, { height: items.length * sizes.row })}
        >
          <div className={frame.Frames}>
            {rows.map(({ item, row, shown }) => {
              const where = { item, row, y: row * sizes.row, rule: ruleOf(row) }
              return shown ? (
                <BoardFrame key={item._id} {...where} columns={columns} onShare={onShare} />
              ) : (
                <BoardName key={item._id} {...where} />
              )
            })}
          </div>
          <div className={styles.Cells}>
            <div className={styles.Layer}>
              {columns.slice(left, right).map(({ id }, at) => {
                const from = offsets[left + at] ?? 0
                const to = offsets[left + at + 1] ?? from
                return (
                  (left + at) % 2 === 0 && (
                    <span
                      key={id}
                      className={styles.Stripe}
                      ref={(element) => place(element, { left: from, width: to - from })}
                    />
                  )
                )
              })}
            </div>
            <Course offsets={offsets} />
            <div className={styles.Layer}>
              {rows.map(
                ({ item, row, isKept, shown }) =>
                  (isKept || shown) && (
                    <BoardRow
                      key={item._id}
                      item={item}
                      row={row}
                      y={row * sizes.row}
                      rule={ruleOf(row)}
                      columns={columns}
                      {...(shown ? view.columnsOf(row, shown) : NO_CELLS)}
                      offsets={offsets}
                    />
                  ),
              )}
            </div>
            <div className={styles.Layer}>
              <Block offsets={offsets} rowHeight={sizes.row} />
              <HintTape offsets={offsets} rowHeight={sizes.row} turnsAt={view.middle} />
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}
