import type { Line } from '#src/contract/line.ts'
import { refuse, SUM_TOO_LARGE } from './faults.ts'
import { isSum } from './quantity.ts'

/**
 * How many units return to the shelf when a line is deleted: those that were given and have not left the building. `left` is how many are
 * on the shelf now. Throws a `Refusal` if the shelf would hold too many.
 */
export function returnedByRemoval(
  line: Pick<Line, 'itemId' | 'allotted' | 'delivered'>,
  left: number,
): number {
  if (line.itemId === null) return 0
  const returned = line.allotted - line.delivered
  if (returned > 0 && !isSum(left + returned))
    refuse([{ code: 'invalid', path: 'allotted', msg: SUM_TOO_LARGE }])
  return returned
}
