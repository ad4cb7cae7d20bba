import { useState } from 'react'
import { useConnection } from '#client/portal/data/live.ts'
import { useSendAgain } from '#client/portal/data/use-send-again.ts'
import { useEdition } from '#client/portal/ordering/ordering.ts'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'
import { useCart } from './cart-store.ts'
import { type OrderOutcome, placeOrder, sendPending, useSending } from './place-order.ts'

export function useOrder(onEmptied: () => void) {
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRepeat, setIsRepeat] = useState(false)
  const sending = useSending()
  const pendingKey = useCart(({ pending }) => pending?.key ?? null)
  const canReach = useConnection(({ status }) => status !== 'offline')
  const isEditionKnown = useEdition() !== null

  function showPlaced() {
    setAsking(false)
    setFailure(null)
    if (useCart.getState().lines.length === 0) onEmptied()
    showToast('Order Placed')
  }
  function showOutcome(outcome: OrderOutcome | null) {
    if (outcome?.placed) return showPlaced()
    const isWaiting = useCart.getState().pending !== null
    setIsRepeat(isWaiting)
    // Nobody can do more: the page says that the order waits.
    if (isWaiting && !canReach) setAsking(false)
    else setFailure(outcome?.message ?? null)
  }

  async function sendAgain() {
    const outcome = await sendPending()
    if (outcome?.placed) return showPlaced()
    // The cart shows that an order is still unanswered.
    if (!outcome || useCart.getState().pending) return
    if (asking) setFailure(outcome.message)
    else showFailure(outcome.message)
  }
  const isWaiting = pendingKey !== null && !sending
  useSendAgain(canReach && isEditionKnown, isWaiting, () => void sendAgain())

  return {
    asking,
    isRepeat,
    failure,
    sending,
    ask() {
      setFailure(null)
      setIsRepeat(pendingKey !== null)
      setAsking(true)
    },
    cancel: () => setAsking(false),
    async confirm() {
      setFailure(null)
      showOutcome(await placeOrder())
    },
  }
}
