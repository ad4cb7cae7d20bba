import type { OrderingState } from './frames.ts'
import type { PresentOrdering } from '#src/rules/window.ts'
import type { Line } from './line.ts'
import { pick } from './pick.ts'
import { HELD_FIELDS, SHOWN_FIELDS, type OrderLine } from './records.ts'

/** A line as administrators read it, with what its club sees while a decision is held back. */
export const toWireLine = (line: Line): OrderLine => ({
  ...pick(line, SHOWN_FIELDS),
  ...(line.announced && { announced: pick(line.announced, HELD_FIELDS) }),
})

/** A time as replies have it. */
export const timeText = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The ordering switch as it is at `now`, as replies and live frames show it. */
export function toWireOrdering(ordering: PresentOrdering, now: number): OrderingState {
  const { isOpen, decisionsHeld, pickup, opensAt, closesAt, message } = ordering
  const { turnedAt, turnedBy, edition } = ordering
  return {
    isConfirmDisabled: !isOpen,
    decisionsHeld,
    pickup,
    opensAt: timeText(opensAt),
    closesAt: timeText(closesAt),
    message,
    turnedAt: timeText(turnedAt),
    turnedBy,
    edition,
    now: new Date(now).toISOString(),
  }
}
