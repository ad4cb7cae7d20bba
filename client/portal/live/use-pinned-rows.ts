import { type FocusEvent, useState } from 'react'
import { type PinnedRows, pinRows } from './pin-rows.ts'

const unpinned = <Row>(rows: readonly Row[]): PinnedRows<Row> => ({
  rows: [...rows],
  gone: new Set(),
  waiting: 0,
})

/**
 * The rows of a live list, which do not move while the pointer or the focus is on the list (see `pinRows`). `rows` must be the same
 * array until the list changes; `hoverProps` go on the element around the list.
 */
export function usePinnedRows<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [hover, setHover] = useState({ pointer: false, focus: false })
  const isPinned = hover.pointer || hover.focus
  const [shown, setShown] = useState(() => ({ rows, isPinned, pinned: unpinned(rows) }))
  if (shown.rows !== rows || shown.isPinned !== isPinned)
    setShown({
      rows,
      isPinned,
      pinned: isPinned ? pinRows(shown.pinned.rows, rows, idOf) : unpinned(rows),
    })
  return {
    ...shown.pinned,
    /** Lets every row take its place now, until the pointer or the focus comes back. */
    release: () => setHover({ pointer: false, focus: false }),
    hoverProps: {
      onPointerEnter: () => setHover((now) => ({ ...now, pointer: true })),
      onPointerLeave: () => setHover((now) => ({ ...now, pointer: false })),
      onFocus: () => setHover((now) => (now.focus ? now : { ...now, focus: true })),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget))
          setHover((now) => ({ ...now, focus: false }))
      },
    },
  }
}
