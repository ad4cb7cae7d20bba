import { type FocusEvent, useState } from 'react'
import { type HeldRows, holdPlaces, keepGone } from './hold-places.ts'

const free = <Row>(rows: readonly Row[]): HeldRows<Row> => ({
  rows: [...rows],
  gone: new Set(),
  waiting: 0,
})

/**
 * The rows of a live list in the places in which they are shown: while a pointer or the focus is on the list, nothing moves (see
 * `holdPlaces`). `rows` must be the same array until the list changes; `hand` goes on the element around the list. With `keepsGone` a
 * deleted row stays until `release`, so that nothing below the list moves either.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  { keepsGone = false } = {},
) {
  const [hand, setHand] = useState({ pointer: false, focus: false })
  const isOn = hand.pointer || hand.focus
  const [shown, setShown] = useState(() => ({ rows, isOn, isReleased: false, held: free(rows) }))
  const update = (): HeldRows<Row> => {
    if (shown.isReleased) return free(rows)
    if (isOn) return holdPlaces(shown.held.rows, rows, idOf)
    return keepsGone ? keepGone(shown.held.rows, rows, idOf) : free(rows)
  }
  if (shown.rows !== rows || shown.isOn !== isOn || shown.isReleased)
    setShown({ rows, isOn, isReleased: false, held: update() })
  return {
    ...shown.held,
    /** Brings everything to its place now; after that the hand holds the rows again. */
    release: () => setShown((now) => ({ ...now, isReleased: true })),
    hand: {
      onPointerEnter: () => setHand((now) => ({ ...now, pointer: true })),
      onPointerLeave: () => setHand((now) => ({ ...now, pointer: false })),
      onFocus: () => setHand((now) => (now.focus ? now : { ...now, focus: true })),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget))
          setHand((now) => ({ ...now, focus: false }))
      },
    },
  }
}
