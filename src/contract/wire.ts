import type { OrderingState } from './frames.ts'
import type { Ordering } from '#src/rules/window.ts'
import type { Line } from './line.ts'
import type { OrderLine } from './records.ts'

/** A line as replies and live frames show it, with its fields in the documented order. */
export const toWireLine = (line: Line): OrderLine => ({
  _id: line.id,
  itemName: line.itemName,
  ordered_quantity: line.ordered,
  allotted_quantity: line.allotted,
  status: line.status,
  remarks: line.remarks,
  link: line.link,
})

const timeText = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The ordering switch as it is at `now`, as replies and live frames show it. */
export function toWireOrdering(ordering: Ordering, now: number): OrderingState {
  const { isOpen, opensAt, closesAt, message, turnedAt, turnedBy } = ordering
  return {
    isConfirmDisabled: !isOpen,
    opensAt: timeText(opensAt),
    closesAt: timeText(closesAt),
    message,
    turnedAt: timeText(turnedAt),
    turnedBy,
    now: new Date(now).toISOString(),
  }
}
