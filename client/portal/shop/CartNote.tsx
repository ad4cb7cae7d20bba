import { counted } from '#src/rules/number-text.ts'
import { useEffect } from 'react'
import { useConnection } from '#client/portal/data/live.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { clockText } from '#src/rules/day-text.ts'
import { useEdition } from '#client/portal/ordering/ordering.ts'
import { countPiecesOfOrder, isOld } from './cart.ts'
import { useCart } from './cart-store.ts'
import { usePlaced, useSending } from './place-order.ts'
import { offlineWords, waitingWords } from './words.ts'

type CartNoteProps = {
  cartShown: boolean
  ordersShown: boolean
  onSee: (lineId: string | null) => void
}

/** What must be seen wherever one has scrolled: no connection, an order that waits, and an order that was placed until somebody looks at it. */
export function CartNote({ cartShown, ordersShown, onSee }: CartNoteProps) {
  const { status, since } = useConnection()
  const cart = useCart()
  const { pending } = cart
  const edition = useEdition()
  const isFromBefore = isOld(cart, edition)
  const sending = useSending()
  const newest = usePlaced()
  // An order of an ended edition is found under Earlier orders.
  const placed = newest?.edition === edition?._id ? newest : null
  const isOffline = status === 'offline'
  useEffect(() => {
    if (ordersShown && newest) usePlaced.setState(null, true)
  }, [ordersShown, newest])

  if (isFromBefore && !cartShown)
    return (
      <Banner icon="cart">
        This cart was filled for {cart.edition?.name}. Open it to keep it or to empty it.
      </Banner>
    )
  if (pending && !sending && !isFromBefore)
    return (
      <Banner icon={isOffline ? 'offline' : 'clock'}>
        {isOffline && `${offlineWords(since)} `}
        {waitingWords(countPiecesOfOrder(pending), pending.sentAt)}
      </Banner>
    )
  if (isOffline) return <Banner icon="offline">{offlineWords(since)} Your cart is kept.</Banner>
  return (
    <Banner
      tone="news"
      icon="check"
      action={
        placed && (
          <Button
            size="small"
            onClick={() => {
              usePlaced.setState(null, true)
              onSee(placed.lineId)
            }}
          >
            See your order
          </Button>
        )
      }
    >
      {placed &&
        `Order of ${counted(placed.pieces, 'piece')} placed at ${clockText(new Date(placed.at))}.`}
    </Banner>
  )
}
