import { useState } from 'react'
import { create } from 'zustand'
import { api, type ApiError, call, isRefusal } from '#client/portal/data/api.ts'
import { useConnection } from '#client/portal/data/live.ts'
import { write } from '#client/portal/data/live-query.ts'
import { useSendAgain } from '#client/portal/data/use-send-again.ts'
import { isOutdated, newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { currentEdition, useEdition } from '#client/portal/ordering/ordering.ts'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'
import { useSession } from '#client/shared/session.ts'
import { nameKey } from '#src/rules/names.ts'
import {
  beginOrder,
  completeOrder,
  countPieces,
  discardOrder,
  isOld,
  type PendingOrder,
} from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'

type OrderOutcome = { placed: true } | { placed: false; message: string }

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
  const names = new Set(useCart.getState().lines.map(({ item_name }) => nameKey(item_name)))
  try {
    const headers = { 'idempotency-key': order.key }
    const { items } = await write(
      call(api.cart['add-items'].post(order.body, { headers }), { items: [] }),
      ({ itemName }) => itemName !== undefined && names.has(nameKey(itemName)),
    )
    changeCart((cart) => completeOrder(cart, order.key))
    const lineId = items[0]?._id ?? null
    const edition = order.body.edition ?? currentEdition()?._id
    const pieces = countPieces(order.body.items)
    usePlaced.setState({ at: Date.now(), pieces, lineId, edition }, true)
    return { placed: true }
  } catch (error) {
    if (!isRefusal(error)) return { placed: false, message: FAILED }
    changeCart((cart) => discardOrder(cart, order.key))
    return { placed: false, message: toMessage(error, order) }
  }
}

let sending: Promise<OrderOutcome | null> | null = null

/** Sends the unanswered order again, unchanged. Concurrent calls share one attempt. `null` if none is unanswered, or the cart is old. */
function sendPending(): Promise<OrderOutcome | null> {
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

/** Confirming an order: what its dialog shows, and what becomes of an order without an answer, which is sent again by itself. */
export function useOrder(onEmptied: () => void) {
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRepeat, setIsRepeat] = useState(false)
  const sending = useSending()
  const isPending = useCart(({ pending }) => pending !== null)
  const canReach = useConnection(({ status }) => status !== 'offline')
  const isEditionKnown = useEdition() !== null

  /** Says what came of an order, which this person confirmed or the page sent again. */
  function show(outcome: OrderOutcome | null, isConfirmed: boolean) {
    const { lines, pending } = useCart.getState()
    if (outcome?.placed) {
      setAsking(false)
      if (lines.length === 0) onEmptied()
      return showToast('Order Placed')
    }
    const message = outcome?.message ?? null
    if (isConfirmed) setIsRepeat(pending !== null)
    // Nobody can do more: the page says that the order waits.
    if (isConfirmed && pending && !canReach) setAsking(false)
    else if (isConfirmed) setFailure(message)
    else if (message !== null && !pending) (asking ? setFailure : showFailure)(message)
  }
  useSendAgain(canReach && isEditionKnown, isPending && !sending, () => {
    void sendPending().then((outcome) => show(outcome, false))
  })

  return {
    asking,
    isRepeat,
    failure,
    sending,
    ask() {
      setFailure(null)
      setIsRepeat(isPending)
      setAsking(true)
    },
    cancel: () => setAsking(false),
    /** Orders the whole cart. If an earlier order has no answer yet, sends that one again instead. */
    async confirm() {
      setFailure(null)
      const user = useSession.getState()?.user
      if (!user) return
      // The club's own id, so that an order without an answer never goes to a club that the person joins later.
      const userId = user.clubId ?? user.id
      changeCart((cart) => beginOrder(cart, { key: newIdempotencyKey(), userId, now: Date.now() }))
      show(await sendPending(), true)
    },
  }
}
