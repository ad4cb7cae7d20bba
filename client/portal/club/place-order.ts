import { create } from 'zustand'
import { api, type ApiError, call, isRefusal } from '#client/portal/api.ts'
import { isOutdated, newIdempotencyKey } from '#client/portal/idempotency-key.ts'
import { useSession } from '#client/shared/session.ts'
import { nameKey } from '#src/rules/names.ts'
import { beginOrder, dropOrder, namesIn, type PendingOrder, settleOrder } from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'
import { orders } from './lists.ts'

/** How the last try ended; `null` while there was none or one is under way. */
export type OrderOutcome = { placed: true } | { placed: false; message: string }

export const useSending = create<boolean>()(() => false)

const FAILED = 'Something went wrong. Please try again.'
const OUTDATED =
  'An order sent more than a day ago was never answered. Look at Your Orders before you send it again.'

/** What the server says against an order; a club's own item that it refuses is spoken of by its faults. */
function toMessage(error: ApiError, { body }: PendingOrder): string {
  const faults = new Set(error.errors.map(({ msg }) => msg))
  const isAboutOwnItem = error.errors.some(({ path }) => {
    const row = body.items[Number(path.split('.')[1])]
    return row !== undefined && !row.item_id
  })
  if (isAboutOwnItem) return [...faults].join(' ') || 'Failed to add custom item'
  return error.message || FAILED
}

async function send(order: PendingOrder): Promise<OrderOutcome> {
  const names = namesIn(useCart.getState(), order)
  try {
    const headers = { 'idempotency-key': order.key }
    await orders.own(
      ({ itemName }) => names.has(nameKey(itemName)),
      call(api.cart['add-items'].post(order.body, { headers })),
    )
    changeCart((cart) => settleOrder(cart, order.key))
    return { placed: true }
  } catch (error) {
    if (!isRefusal(error)) return { placed: false, message: FAILED }
    changeCart((cart) => dropOrder(cart, order.key))
    return { placed: false, message: toMessage(error, order) }
  }
}

let sending: Promise<OrderOutcome | null> | null = null

/** Sends what is kept under a key, exactly as it was sent before; several calls share one try. `null`: nothing waits for an answer. */
export function sendPending(): Promise<OrderOutcome | null> {
  sending ??= trySending().finally(() => {
    sending = null
    useSending.setState(false, true)
  })
  return sending
}

async function trySending(): Promise<OrderOutcome | null> {
  const order = useCart.getState().pending
  if (!order) return null
  if (isOutdated(order, Date.now())) {
    changeCart((cart) => dropOrder(cart, order.key))
    return { placed: false, message: OUTDATED }
  }
  useSending.setState(true, true)
  return send(order)
}

/** Orders the whole cart. If an earlier order was not answered yet, that one is sent again and this one has to wait. */
export async function placeOrder(): Promise<OrderOutcome | null> {
  const userId = useSession.getState()?.user.id
  if (!userId) return null
  changeCart((cart) => beginOrder(cart, { key: newIdempotencyKey(), userId, now: Date.now() }))
  return sendPending()
}
