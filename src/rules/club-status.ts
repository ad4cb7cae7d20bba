import type { Line } from '#src/contract/line.ts'
import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
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

/** What became of a line when its edition ended, in words, and the status whose look it has. Things that nobody fetched are the club's no longer. */
export function endedStatus(
  line: Pick<Line, 'item_id' | 'allotted_quantity' | 'delivered_quantity' | 'status'>,
): { status: LineStatus | 'Deleted'; label: string } {
  const { status, allotted_quantity: given, delivered_quantity: handedOver } = line
  const left = given - handedOver
  if (isUndecided(line)) return { status, label: 'No decision' }
  if (given === 0 || status === 'Rejected') return { status, label: lineStatusLabel(status) }
  if (left === 0) return { status: 'Delivered', label: lineStatusLabel('Delivered') }
  // A custom item has no shelf.
  const what = line.item_id === null ? 'not handed over' : 'went back to the shelf'
  return { status: 'Deleted', label: `${grouped(left)} ${what}` }
}

/** `3 of 5 handed over`; `''` before the first, and once all of it is Delivered. */
export function handedText(
  line: Pick<Line, 'allotted_quantity' | 'delivered_quantity' | 'status'>,
): string {
  const { allotted_quantity: given, delivered_quantity: handedOver, status } = line
  if (handedOver === 0 || (status === 'Delivered' && handedOver === given)) return ''
  return `${grouped(handedOver)} of ${grouped(given)} handed over`
}
