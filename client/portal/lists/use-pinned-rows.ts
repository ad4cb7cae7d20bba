import { type FocusEvent, useRef, useState } from 'react'
import { useEdition } from '#client/portal/ordering/ordering.ts'
import { keepGone, type PinnedRows, pinRows } from './pin-rows.ts'

const unpinned = <Row>(rows: readonly Row[]): PinnedRows<Row> => ({
  rows: [...rows],
  gone: new Set(),
  waiting: 0,
})

/**
 * The rows of a live list, which do not move while the pointer or the focus is on the list (see `pinRows`). `rows` must be the same
 * array until the list changes; `hoverProps` go on the element around the list. With `keepsGone` a deleted row stays until `release`,
 * so that nothing below the list moves either. When an edition ends, its rows were not deleted: they go.
 */
export function usePinnedRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  { keepsGone = false } = {},
) {
  const hover = useRef({ pointer: false, focus: false })
  const [isPinned, setPinned] = useState(false)
  /** A press below the pointer takes the focus into the list, and draws nothing again: the rows are pinned already. */
  function note(change: Partial<typeof hover.current>) {
    const { pointer, focus } = Object.assign(hover.current, change)
    setPinned(pointer || focus)
  }
  const edition = useEdition()?._id
  const [shown, setShown] = useState(() => ({
    rows,
    isPinned,
    edition,
    /** Another edition began, and its rows may not be read yet. */
    isOver: false,
    isReleased: false,
    pinned: unpinned(rows),
  }))
  const hasBegun = shown.edition !== undefined && shown.edition !== edition
  const update = (): PinnedRows<Row> => {
    if (shown.isReleased || hasBegun || shown.isOver) return unpinned(rows)
    if (isPinned) return pinRows(shown.pinned.rows, rows, idOf)
    return keepsGone ? keepGone(shown.pinned.rows, rows, idOf) : unpinned(rows)
  }
  if (
    shown.rows !== rows ||
    shown.isPinned !== isPinned ||
    shown.isReleased ||
    shown.edition !== edition
  )
    setShown({
      rows,
      isPinned,
      edition,
      isOver: hasBegun || (shown.isOver && shown.rows === rows),
      isReleased: false,
      pinned: update(),
    })
  return {
    ...shown.pinned,
    /** Lets every row take its place now. After that the pointer or the focus pins the rows again. */
    release: () => setShown((now) => ({ ...now, isReleased: true })),
    hoverProps: {
      onPointerEnter: () => note({ pointer: true }),
      onPointerLeave: () => note({ pointer: false }),
      onFocus: () => note({ focus: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        note({ focus: currentTarget.contains(relatedTarget) }),
    },
  }
}
