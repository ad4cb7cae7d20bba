import { isRecord } from '#client/shared/storage.ts'
import { limits } from '#src/contract/limits.ts'
import type { EditionName } from '#src/contract/editions.ts'
import type { OrderRow } from '#src/contract/records.ts'
import { lineKey } from '#src/rules/names.ts'
import { grouped } from '#src/rules/number-text.ts'
import { clampQuantity } from '#src/rules/quantity.ts'

export const AT_MOST = `At most ${grouped(limits.orderedQuantity)} in one order`

/** A line of the cart: a stock item, or a custom item when `item_id` is `null`. */
export type CartLine = {
  item_id: string | null
  item_name: string
  ordered_quantity: number
  link?: string
}

/** An order that was sent and not answered yet: the server may or may not have it. */
export type PendingOrder = {
  key: string
  body: { userId: string; items: OrderRow[]; edition?: string }
  sentAt: number
}

/** `edition` is the one for which it was begun; `null` while nothing is in it, and if that is not known. */
export type Cart = {
  lines: readonly CartLine[]
  pending: PendingOrder | null
  edition: EditionName | null
}

export const EMPTY_CART: Cart = { lines: [], pending: null, edition: null }

/** The cart with the edition for which it was begun. */
export const inEdition = (cart: Cart, current: EditionName | null): Cart =>
  cart.lines.length === 0 && cart.pending === null
    ? EMPTY_CART
    : { ...cart, edition: cart.edition ?? current }

/** Whether the cart was filled for another edition than the current one: it is not sent before its owner has said what to do with it. */
export const isOld = ({ edition }: Cart, current: EditionName | null): boolean =>
  edition !== null && current !== null && edition._id !== current._id

/** Keeps the lines of an old cart for the current edition. An order without an answer is not sent again. */
export const keepFor = (cart: Cart, edition: EditionName): Cart => ({
  ...cart,
  pending: null,
  edition,
})

/** Lines with the same key are one line, by the server's own rule. */
export const keyOf = ({ item_id, item_name }: Pick<CartLine, 'item_id' | 'item_name'>): string =>
  lineKey({ item_id, itemName: item_name })

/** All pieces of the lines of a cart, or of the rows of an order. */
export const countPieces = (lines: readonly Pick<CartLine, 'ordered_quantity'>[]): number =>
  lines.reduce((sum, line) => sum + line.ordered_quantity, 0)

export const quantityOf = (lines: readonly CartLine[], key: string): number =>
  lines.find((line) => keyOf(line) === key)?.ordered_quantity ?? 0

/** Adds to the line of the same item, or at the end; the later link replaces the earlier. A quantity of 0 changes nothing. */
export function addLine(cart: Cart, added: CartLine): Cart {
  if (added.ordered_quantity <= 0) return cart
  const key = keyOf(added)
  const same = cart.lines.find((line) => keyOf(line) === key)
  const ordered_quantity = clampQuantity((same?.ordered_quantity ?? 0) + added.ordered_quantity)
  const line = { ...same, ...added, ordered_quantity }
  const lines = same
    ? cart.lines.map((other) => (other === same ? line : other))
    : [...cart.lines, line]
  return { ...cart, lines }
}

export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  const ordered_quantity = Math.max(1, clampQuantity(quantity))
  const lines = cart.lines.map((line) =>
    keyOf(line) === key ? { ...line, ordered_quantity } : line,
  )
  return { ...cart, lines }
}

export const removeLine = (cart: Cart, key: string): Cart => ({
  ...cart,
  lines: cart.lines.filter((line) => keyOf(line) !== key),
})

/** Undoes a removal: the line returns to its place. What was added of the same item since stays. */
export function restoreLine(cart: Cart, line: CartLine, index: number): Cart {
  if (quantityOf(cart.lines, keyOf(line)) > 0) return addLine(cart, line)
  return { ...cart, lines: cart.lines.toSpliced(index, 0, line) }
}

export const clearLines = (cart: Cart): Cart => ({ ...cart, lines: [] })

const toRow = ({ item_id, item_name, ordered_quantity, link }: CartLine): OrderRow =>
  item_id === null
    ? { itemName: item_name, ordered_quantity, ...(link ? { link } : {}) }
    : { item_id, ordered_quantity }

/** Keeps the whole cart under a key. It does nothing while an order is unanswered: that one is sent again, unchanged. */
export function beginOrder(cart: Cart, order: { key: string; userId: string; now: number }): Cart {
  if (cart.pending || cart.lines.length === 0) return cart
  const { key, userId, now } = order
  const body = {
    userId,
    items: cart.lines.map(toRow),
    ...(cart.edition && { edition: cart.edition._id }),
  }
  return { ...cart, pending: { key, body, sentAt: now } }
}

/** Removes a placed order from the cart; what was added since stays for the next order. */
export function completeOrder(cart: Cart, key: string): Cart {
  if (cart.pending?.key !== key) return cart
  const placed = new Map(
    cart.pending.body.items.map(({ item_id = null, ordered_quantity, ...row }) => [
      lineKey({ item_id, itemName: 'itemName' in row ? row.itemName : null }),
      ordered_quantity,
    ]),
  )
  const lines = cart.lines.flatMap((line) => {
    const ordered_quantity = line.ordered_quantity - (placed.get(keyOf(line)) ?? 0)
    return ordered_quantity > 0 ? [{ ...line, ordered_quantity }] : []
  })
  return { ...cart, lines, pending: null }
}

/** Forgets an order that the server refused: the cart stays, and the next try is a new order. */
export const discardOrder = (cart: Cart, key: string): Cart =>
  cart.pending?.key === key ? { ...cart, pending: null } : cart

const isLine = (value: unknown): value is CartLine =>
  isRecord(value) &&
  (typeof value.item_id === 'string' || value.item_id === null) &&
  typeof value.item_name === 'string' &&
  typeof value.ordered_quantity === 'number' &&
  clampQuantity(value.ordered_quantity) === value.ordered_quantity &&
  value.ordered_quantity > 0 &&
  (value.link === undefined || typeof value.link === 'string')

const isPending = (value: unknown): value is PendingOrder =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  typeof value.sentAt === 'number' &&
  isRecord(value.body) &&
  typeof value.body.userId === 'string' &&
  Array.isArray(value.body.items)

const isEdition = (value: unknown): value is EditionName =>
  isRecord(value) && typeof value._id === 'string' && typeof value.name === 'string'

export const toCart = (stored: Record<string, unknown> | null): Cart => ({
  lines: Array.isArray(stored?.lines) ? stored.lines.filter(isLine) : [],
  pending: isPending(stored?.pending) ? stored.pending : null,
  edition: isEdition(stored?.edition) ? stored.edition : null,
})
