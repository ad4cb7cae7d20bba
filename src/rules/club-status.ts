import type { Line } from '#src/contract/line.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { grouped } from './number-text.ts'
import { isUndecided } from './order-counts.ts'

type Told = Pick<Line, 'ordered_quantity' | 'allotted_quantity' | 'status'>

/** `Given 3 of 5`. */
export const givenText = ({ ordered_quantity: asked, allotted_quantity: given }: Told): string =>
  `Given ${grouped(given)} of ${grouped(asked)}`

/** Whether a club reads what it was given in place of the status: "Pending" stands only before a decision. */
export const readsGiven = ({ status, allotted_quantity: given }: Told): boolean =>
  given > 0 && (status === '' || status === 'Pending')

/** The status of a line in the words that its club reads. */
export function clubStatusText(line: Told): string {
  return readsGiven(line) ? givenText(line) : lineStatusLabel(line.status)
}

/** The status of a line of an ended edition in words. */
export const endedStatusText = (line: Told): string =>
  isUndecided(line) ? 'No decision' : clubStatusText(line)

/** `3 of 5 handed over`; `''` before the first, and once all of it is Delivered. */
export function handedText(
  line: Pick<Line, 'allotted_quantity' | 'delivered_quantity' | 'status'>,
): string {
  const { allotted_quantity: given, delivered_quantity: handedOver, status } = line
  if (handedOver === 0 || (status === 'Delivered' && handedOver === given)) return ''
  return `${grouped(handedOver)} of ${grouped(given)} handed over`
}
