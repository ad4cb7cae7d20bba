import type { BoardLine } from '#src/contract/board.ts'
import { type LineStatus, ONLINE_RETAILER } from '#src/contract/statuses.ts'

const LEFT_OUT: ReadonlySet<LineStatus> = new Set(['Rejected', ONLINE_RETAILER])

/** Whether a line waits for units of the shelf: it is neither rejected nor ordered elsewhere. */
export const isServed = ({ status }: Pick<BoardLine, 'status'>): boolean => !LEFT_OUT.has(status)

/** Units of one item that its lines ask for and the shelf does not have: asked − given − on the shelf, at least 0, over served lines. */
export function shortOf(
  lines: readonly Pick<BoardLine, 'ordered_quantity' | 'allotted_quantity' | 'status'>[],
  onShelf: number,
): number {
  const open = lines
    .filter(isServed)
    .reduce((sum, line) => sum + line.ordered_quantity - line.allotted_quantity, 0)
  return Math.max(0, open - onShelf)
}
