import type { Line } from '#src/contract/line.ts'
import { alreadyHandedOver } from './correct.ts'
import { refuse, SUM_TOO_LARGE } from './faults.ts'
import { orderingDisabled } from './place.ts'
import { isSum } from './quantity.ts'

/**
 * Returns how many units go back to the shelf when a line is deleted: the allotted units that were not delivered. `left` is the number of
 * units on the shelf now. Throws a `Refusal` if the sum on the shelf would be too large.
 */
export function returnedByRemoval(
  line: Pick<Line, 'item_id' | 'allotted_quantity' | 'delivered_quantity'>,
  left: number,
): number {
  if (line.item_id === null) return 0
  const returned = line.allotted_quantity - line.delivered_quantity
  if (returned > 0 && !isSum(left + returned))
    refuse([{ code: 'invalid', path: 'allotted_quantity', msg: SUM_TOO_LARGE }])
  return returned
}

/**
 * Throws `ordering_disabled` or `already_handed_over` if a club may not withdraw a line of its own; `null` is a line that is gone already, and may
 * be withdrawn again.
 */
export function checkWithdrawal(
  line: Pick<Line, 'itemName' | 'delivered_quantity'> | null,
  isOpen: boolean,
): void {
  if (!isOpen) throw orderingDisabled()
  if (line && line.delivered_quantity > 0) throw alreadyHandedOver(line)
}
