/** How a club corrects a line of its order, and withdraws it. */
import type { ChangedLine, Line } from '#src/contract/line.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { announcedAfterAsking } from './announced.ts'
import { refusalOf, SUM_TOO_LARGE } from './faults.ts'
import { canBeOrdered } from './item.ts'
import { LINK_HINT, readLink } from './link.ts'
import { onlyFewerText } from './order-faults.ts'
import { statusAfterOrder } from './place.ts'
import { grouped, isWithin } from './number-text.ts'
import { isSum, ORDERED_QUANTITY } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** `was` is the asked number that the page showed. */
export type Correction = { ordered_quantity?: number; link?: string; was: number }

/** A corrected line, and the units that go back to the shelf. */
export type Corrected<L> = ChangedLine<L> & { returned: number }

export const alreadyHandedOver = (line: Pick<Line, 'itemName' | 'delivered_quantity'>) =>
  new Refusal(
    'already_handed_over',
    `${grouped(line.delivered_quantity)} of ${line.itemName} ${line.delivered_quantity === 1 ? 'was' : 'were'} handed over already.`,
  )

/** Refuses a correction of a number that is another one meanwhile; `current` is the line as the reader sees it. */
const changedMeanwhile = (current: OrderLine) =>
  new Refusal('changed_meanwhile', 'This line was changed meanwhile.', { current })

/** A number that may be asked for: one of an order, or any below a larger present one. */
function checkAsked(asked: number, present: number): void {
  if (
    isWithin(asked, ORDERED_QUANTITY) ||
    (Number.isInteger(asked) && asked >= 1 && asked < present)
  )
    return
  throw refusalOf('invalid', 'ordered_quantity', ORDERED_QUANTITY.text)
}

/**
 * What a correction makes of a line; `null` if nothing. Asking for more follows the rules of ordering, asking for fewer takes back what was given
 * beyond it. `item` is the line's item as it is now, `null` for a custom line; `toReader` shows a line to the person who asks. Throws
 * `changed_meanwhile`, `item_unavailable`, `already_handed_over`, `invalid`.
 */
export function correct<L extends Line>(
  line: L,
  { ordered_quantity: asked = line.ordered_quantity, link, was }: Correction,
  item: { itemName: string; itemQuantity: number; itemStatus: ItemStatus } | null,
  toReader: (line: Line) => OrderLine,
): Corrected<L> | null {
  if (was !== line.ordered_quantity) throw changedMeanwhile(toReader(line))
  if (asked !== line.ordered_quantity) checkAsked(asked, line.ordered_quantity)
  if (link !== undefined && line.item_id !== null)
    throw refusalOf('invalid', 'link', 'Only a line of a custom item has a link.')
  const newLink = link === undefined ? line.link : readLink(link)
  if (newLink === null) throw refusalOf('invalid', 'link', LINK_HINT)
  if (asked === line.ordered_quantity && newLink === line.link) return null

  if (asked < line.delivered_quantity) throw alreadyHandedOver(line)
  const isMore = asked > line.ordered_quantity
  if (isMore && line.item_id !== null && !(item && canBeOrdered(item)))
    throw refusalOf(
      'item_unavailable',
      'ordered_quantity',
      onlyFewerText(item?.itemName ?? 'this item'),
    )
  // More may be given than is asked for; only asking for fewer takes it back.
  const isFewer = asked < line.ordered_quantity
  const allotted = isFewer ? Math.min(line.allotted_quantity, asked) : line.allotted_quantity
  const returned = line.allotted_quantity - allotted
  if (item && returned > 0 && !isSum(item.itemQuantity + returned))
    throw refusalOf('invalid', 'ordered_quantity', SUM_TOO_LARGE)
  const after = {
    ...line,
    ordered_quantity: asked,
    allotted_quantity: allotted,
    status: isMore ? statusAfterOrder(line.status) : line.status,
    link: newLink,
  }
  return { line, after: { ...after, announced: announcedAfterAsking(line, after) }, returned }
}
