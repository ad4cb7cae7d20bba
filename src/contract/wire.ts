import type { OrderingState } from './frames.ts'
import type { Ordering } from '#src/rules/window.ts'
import type { Announced, Line } from './line.ts'
import type { AnnouncedLine, OrderLine } from './records.ts'

/** What the club sees of a line with a decision that is held back. */
export const toWireAnnounced = ({ allotted, status, remarks }: Announced): AnnouncedLine => ({
  allotted_quantity: allotted,
  status,
  remarks,
})

/** A line as administrators read it, with its fields in the documented order, and with what its club sees while a decision is held back. */
export const toWireLine = (line: Line): OrderLine => ({
  _id: line.id,
  itemName: line.itemName,
  ordered_quantity: line.ordered,
  allotted_quantity: line.allotted,
  status: line.status,
  remarks: line.remarks,
  link: line.link,
  ...(line.announced && { announced: toWireAnnounced(line.announced) }),
})

const timeText = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The ordering switch as it is at `now`, as replies and live frames show it. */
export function toWireOrdering(ordering: Ordering, now: number): OrderingState {
  const { isOpen, decisionsHeld, opensAt, closesAt, message, turnedAt, turnedBy } = ordering
  return {
    isConfirmDisabled: !isOpen,
    decisionsHeld,
    opensAt: timeText(opensAt),
    closesAt: timeText(closesAt),
    message,
    turnedAt: timeText(turnedAt),
    turnedBy,
    now: new Date(now).toISOString(),
  }
}
