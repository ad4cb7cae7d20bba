import type { OrderingFlag } from './frames.ts'
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

/** The ordering switch as replies and live frames show it. */
export const toWireOrdering = ({ isOpen }: { isOpen: boolean }): OrderingFlag => ({
  isConfirmDisabled: !isOpen,
})
