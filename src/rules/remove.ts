import type { AllottedLine } from './allot.ts'

/** What goes back to the shelf when a line is deleted: what was given and has not left the building. */
export const returnedByRemoval = (
  line: Pick<AllottedLine, 'item_id' | 'allotted_quantity' | 'delivered_quantity'>,
): number => (line.item_id === null ? 0 : line.allotted_quantity - line.delivered_quantity)
