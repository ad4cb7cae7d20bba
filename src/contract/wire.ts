import type { OrderingState } from './frames.ts'
import type { Announced, Line } from './line.ts'
import type { AnnouncedLine, OrderLine } from './records.ts'

/** What the club sees of a line that is ahead. */
export const toWireAnnounced = ({ allotted, status, remarks }: Announced): AnnouncedLine => ({
  allotted_quantity: allotted,
  status,
  remarks,
})

/**
 * A line as administrators read it, with its fields in the documented order: as it is, and what the club sees while that is something else.
 */
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

/** The state of ordering as replies and live frames show it. */
export const toWireOrdering = (ordering: {
  isOpen: boolean
  decisionsHeld: boolean
}): OrderingState => ({
  isConfirmDisabled: !ordering.isOpen,
  decisionsHeld: ordering.decisionsHeld,
})
