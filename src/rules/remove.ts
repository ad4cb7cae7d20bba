import type { AllottedLine } from './allot.ts'
import { refuse, SUM_TOO_LARGE } from './faults.ts'
import { isSum } from './quantity.ts'

/**
 * What goes back to the shelf, where `left` units lie, when a line is deleted: what was given and has not left the building.
 */
export function returnedByRemoval(
  line: Pick<AllottedLine, 'item_id' | 'allotted_quantity' | 'delivered_quantity'>,
  left: number,
): number {
  if (line.item_id === null) return 0
  const returned = line.allotted_quantity - line.delivered_quantity
  if (returned > 0 && !isSum(left + returned))
    refuse([{ code: 'invalid', path: 'allotted_quantity', msg: SUM_TOO_LARGE }])
  return returned
}
