import type { EditionLine } from '#src/contract/editions.ts'
import type { CatalogueItem } from '#src/contract/records.ts'
import { nameKey } from '#src/rules/names.ts'
import { addLine, type Cart, type CartLine, keyOf, quantityOf } from './cart.ts'

/** A line of an earlier order that did not come into the cart, and why. */
export type LeftOut = { name: string; quantity: number; reason: string }

const GONE = 'It cannot be ordered now.'
const THERE = 'It is in your cart already.'
const REJECTED = 'It was rejected.'

/**
 * The cart with the lines of an earlier order, as far as they can be ordered now. What is in the cart already stays as it is. A custom item
 * that is in stock by now becomes that item. Leaves out rejected lines of which nothing was given.
 */
export function orderAgain(
  cart: Cart,
  lines: readonly EditionLine[],
  catalogue: readonly CatalogueItem[],
): { cart: Cart; leftOut: LeftOut[] } {
  const items = new Map(catalogue.map((item) => [item._id, item]))
  const byName = new Map(catalogue.map((item) => [nameKey(item.itemName), item]))
  const leftOut: LeftOut[] = []
  let next = cart
  for (const { item_id, itemName, ordered_quantity, link, ...decided } of lines) {
    const item = item_id === null ? byName.get(nameKey(itemName)) : items.get(item_id)
    const line: CartLine = {
      item_id: item?._id ?? item_id,
      item_name: item?.itemName ?? itemName,
      ordered_quantity,
      ...(link && !item && { link }),
    }
    const isThere = quantityOf(cart.lines, keyOf(line)) > 0
    const isGone = item_id !== null && !item
    const isRejected = decided.status === 'Rejected' && decided.allotted_quantity === 0
    const reason = isThere ? THERE : isGone ? GONE : isRejected ? REJECTED : null
    if (reason) leftOut.push({ name: line.item_name, quantity: ordered_quantity, reason })
    else next = addLine(next, line)
  }
  return { cart: next, leftOut }
}
