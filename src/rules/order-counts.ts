/** What an order comes to, for a list of work. */
import type { Line } from '#src/contract/line.ts'
import type { OrderCounts } from '#src/contract/records.ts'
import { counted } from './number-text.ts'

/** Nobody has decided about the line yet. */
export const isUndecided = ({
  status,
  allotted_quantity,
}: Pick<Line, 'status' | 'allotted_quantity'>): boolean =>
  (status === '' || status === 'Pending') && allotted_quantity === 0

export type CountedLine = Pick<
  Line,
  'ordered_quantity' | 'allotted_quantity' | 'delivered_quantity' | 'status'
>

/** Units of a line that are ready for pickup and not handed over. */
const readyUnits = ({ status, allotted_quantity, delivered_quantity }: CountedLine): number =>
  status === 'Ready' ? allotted_quantity - delivered_quantity : 0

/** `7 things are ready.` */
export const readyText = (things: number): string =>
  `${counted(things, 'thing')} ${things === 1 ? 'is' : 'are'} ready.`

export function countOrder(lines: readonly CountedLine[]): OrderCounts {
  const sum = (unitsOf: (line: CountedLine) => number) =>
    lines.reduce((total, line) => total + unitsOf(line), 0)
  return {
    lines: lines.length,
    undecided: lines.filter(isUndecided).length,
    asked: sum((line) => line.ordered_quantity),
    given: sum((line) => line.allotted_quantity),
    handed_over: sum((line) => line.delivered_quantity),
    ready: sum(readyUnits),
  }
}
