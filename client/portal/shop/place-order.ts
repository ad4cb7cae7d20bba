import { create } from 'zustand'
import { api, type ApiError, call, isRefusal } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { isOutdated, newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { currentEdition } from '#client/portal/ordering/ordering.ts'
import { useSession } from '#client/shared/session.ts'
import { nameKey } from '#src/rules/names.ts'
import {
  beginOrder,
  completeOrder,
  countPiecesOfOrder,
  discardOrder,
  isOld,
  namesIn,
  type PendingOrder,
} from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'

export type OrderOutcome = { placed: true } | { placed: false; message: string }

export const useSending = create<boolean>()(() => false)

type Placed = { at: number; pieces: number; lineId: string | null; edition: string | undefined }

/** The newest order that this page placed and nobody has looked at; `lineId` is its first line. */
export const usePlaced = create<Placed | null>()(() => null)

const FAILED = 'Something went wrong. Please try again.'
const FAILED_CUSTOM = 'Failed to add custom item'
const OUTDATED =
  'An order sent more than a day ago was never answered. Look at Your Orders before you send it again.'

/** What the page says about a refused order. For custom items it repeats the server's texts, or else says that adding them failed. */
function toMessage(error: ApiError, { body }: PendingOrder): string {
  const refused = error.errors.flatMap(({ path }) => body.items[Number(path.split('.')[1])] ?? [])
  const isAboutCustom = refused.some((row) => !row.item_id)
  if (isAboutCustom) {
    const texts = new Set(error.errors.map(({ msg }) => msg).filter(Boolean))
    return [...texts].join(' ') || FAILED_CUSTOM
  }
  if (error.answer !== null) return error.answer
  return body.items.every((row) => !row.item_id) ? FAILED_CUSTOM : FAILED
}

async function send(order: PendingOrder): Promise<OrderOutcome> {
  const names = namesIn(useCart.getState(), order)
  try {
    const headers = { 'idempotency-key': order.key }
    const { items } = await write(
      call(api.cart['add-items'].post(order.body, { headers }), { items: [] }),
      ({ itemName }) => itemName !== undefined && names.has(nameKey(itemName)),
    )
    changeCart((cart) => completeOrder(cart, order.key))
    const lineId = items[0]?._id ?? null
    const edition = order.body.edition ?? currentEdition()?._id
    usePlaced.setState({ at: Date.now(), pieces: countPiecesOfOrder(order), lineId, edition }, true)
    return { placed: true }
  } catch (error) {
    if (!isRefusal(error)) return { placed: false, message: FAILED }
    changeCart((cart) => discardOrder(cart, order.key))
    return { placed: false, message: toMessage(error, order) }
  }
}

let sending: Promise<OrderOutcome | null> | null = null

/** Sends the unanswered order again, unchanged. Concurrent calls share one attempt. `null` if none is unanswered, or the cart is old. */
export function sendPending(): Promise<OrderOutcome | null> {
  sending ??= trySending().finally(() => {
    sending = null
    useSending.setState(false, true)
  })
  return sending
}

async function trySending(): Promise<OrderOutcome | null> {
  const cart = useCart.getState()
  const order = cart.pending
  if (!order || isOld(cart, currentEdition())) return null
  if (isOutdated(order, Date.now())) {
    changeCart((cart) => discardOrder(cart, order.key))
    return { placed: false, message: OUTDATED }
  }
  useSending.setState(true, true)
  return send(order)
}

/** Orders the whole cart. If an earlier order has no answer yet, sends that one again instead. */
export async function placeOrder(): Promise<OrderOutcome | null> {
  const user = useSession.getState()?.user
  if (!user) return null
  // The club's own id, so that an order without an answer never goes to a club that the person joins later.
  const userId = user.clubId ?? user.id
  changeCart((cart) => beginOrder(cart, { key: newIdempotencyKey(), userId, now: Date.now() }))
  return sendPending()
}
