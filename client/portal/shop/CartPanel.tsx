import { counted } from '#src/rules/number-text.ts'
import { useEffect, useId, useState } from 'react'
import { techSupport } from '#client/content/links.ts'
import { me } from '#client/portal/account/me.ts'
import { useLive } from '#client/portal/data/live-query.ts'
import { useConnection } from '#client/portal/data/live.ts'
import { type OrderingNow, useEdition, useOrdering } from '#client/portal/ordering/ordering.ts'
import { cartWords } from '#client/portal/ordering/words.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Dialog } from '#client/shared/Dialog.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { goToWrongNumber } from '#client/portal/ui/Stepper.tsx'
import { limits } from '#src/contract/limits.ts'
import { clockText } from '#src/rules/day-text.ts'
import { clearLines, countPieces, EMPTY_CART, isOld, keepFor } from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'
import styles from './Cart.module.css'
import { CartLines } from './CartLines.tsx'
import { CustomItemDialog } from './CustomItemDialog.tsx'
import { useOrder, usePlaced, useSending } from './place-order.ts'
import { offlineWords, waitingWords } from './words.ts'

type CartPanelProps = {
  open: boolean
  /** Whether it stands beside the shelf, and not over it. */
  beside: boolean
  onHide: () => void
  /** The first values of the form for a custom item; `null` while the form is closed. */
  customName: string | null
  onCustomName: (name: string | null) => void
}

type ContentProps = { order: ReturnType<typeof useOrder>; onAddCustom: () => void }

function CartTitle() {
  const lines = useCart((cart) => cart.lines)
  return (
    <>
      Cart
      {lines.length > 0 && (
        <span className={styles.Count}>
          {counted(lines.length, 'item')}, {counted(countPieces(lines), 'piece')}
        </span>
      )}
    </>
  )
}

/** The cart with its dialogs. It sends an unanswered order again, open or not. */
export function CartPanel(props: CartPanelProps) {
  const { open, beside, onHide, customName, onCustomName } = props
  const order = useOrder(onHide)
  const content = <CartContent order={order} onAddCustom={() => onCustomName('')} />
  return (
    <>
      {beside ? (
        open && (
          <aside className={styles.Aside} aria-labelledby="cart-heading" data-print="no">
            <h2 id="cart-heading" className="heading">
              <CartTitle />
            </h2>
            {content}
          </aside>
        )
      ) : (
        <Dialog
          place="bottom"
          className={styles.Sheet}
          open={open}
          onClose={onHide}
          closeLabel="Hide Cart"
          title={<CartTitle />}
        >
          {content}
        </Dialog>
      )}
      {customName !== null && (
        <CustomItemDialog name={customName} onClose={() => onCustomName(null)} />
      )}
    </>
  )
}

function useObstacle(shown: OrderingNow | null): string | null {
  const cart = useCart()
  const { lines, pending } = cart
  const edition = useEdition()
  const club = useLive(me).value?.club
  if (isOld(cart, edition)) return 'Answer the question first.'
  if (shown?.ordering.isOpen === false) return cartWords(shown)
  if (club?.state === 'waiting')
    return 'You can order as soon as the department has approved your club.'
  if (pending) return null
  if (lines.length === 0) return 'There is nothing in your cart yet.'
  if (lines.length > limits.orderRows)
    return `One order holds ${limits.orderRows} items: take ${lines.length - limits.orderRows} out and order them after this one.`
  return null
}

/** An old cart is not sent before its owner has said what to do with it. */
function OldCart() {
  const cart = useCart()
  const edition = useEdition()
  if (!edition || !isOld(cart, edition)) return null
  const { pending } = cart
  return (
    <output className={`choices ${styles.Old}`}>
      <span>
        <b>
          This cart was filled for <bdi>{cart.edition?.name}</bdi>.
        </b>{' '}
        {pending &&
          `Its order of ${counted(countPieces(pending.body.items), 'piece')}, confirmed at ${clockText(new Date(pending.sentAt))}, has no answer: look at Earlier orders first. `}
        Keep it for <bdi>{edition.name}</bdi>?
      </span>
      <Button size="small" onClick={() => changeCart(() => EMPTY_CART)}>
        Empty the cart
      </Button>
      <Button size="small" onClick={() => changeCart((now) => keepFor(now, edition))}>
        Keep it for {edition.name}
      </Button>
    </output>
  )
}

function CartContent({ order, onAddCustom }: ContentProps) {
  const cart = useCart()
  const { lines, pending } = cart
  const [clearing, setClearing] = useState(false)
  const shown = useOrdering()
  const obstacle = useObstacle(shown)
  const closing = shown && cartWords(shown)
  const obstacleId = useId()
  const isEmpty = lines.length === 0
  const isFromBefore = isOld(cart, useEdition())
  const { status, since } = useConnection()
  return (
    <>
      <OldCart />
      {isEmpty ? (
        <div className={styles.Empty}>
          <EmptyState level={3} title="Your cart is empty">
            Set a quantity on an item, then press Add to Cart.
          </EmptyState>
        </div>
      ) : (
        <CartLines lines={lines} />
      )}
      <div className={styles.Foot}>
        <Button
          icon="plus"
          size="small"
          className={styles.Custom}
          data-next-focus=""
          onClick={onAddCustom}
        >
          Add Custom Item
        </Button>
        <output>
          {pending && !order.sending && !isFromBefore && (
            <Notice icon="clock">
              {status === 'offline' && `${offlineWords(since)} `}
              {waitingWords(pending)} What you change now becomes the next order.
            </Notice>
          )}
          {!pending && status === 'offline' && !isEmpty && (
            <Notice icon="offline">
              {offlineWords(since)} You can confirm your order: it is sent when the server can be
              reached.
            </Notice>
          )}
        </output>
        <div id={obstacleId} hidden={isEmpty && obstacle !== null}>
          <Notice icon={obstacle ? 'lock' : 'clock'}>{obstacle ?? closing}</Notice>
        </div>
        <div className="pair">
          <Button disabled={isEmpty} reasonId={obstacleId} onClick={() => setClearing(true)}>
            Clear Cart
          </Button>
          <Button
            variant="primary"
            disabled={obstacle !== null}
            reasonId={obstacleId}
            onClick={({ currentTarget }) => {
              if (!goToWrongNumber(currentTarget.closest('aside, dialog'))) order.ask()
            }}
          >
            Confirm Order
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={clearing}
        title="Clear Cart"
        confirmLabel="Clear Cart"
        loss
        onCancel={() => setClearing(false)}
        onConfirm={() => {
          changeCart(clearLines)
          setClearing(false)
        }}
      >
        <p>
          {lines.length === 1
            ? 'The one item leaves'
            : `All ${counted(lines.length, 'item')} leave`}{' '}
          your cart. Placed orders stay as they are.
        </p>
      </ConfirmDialog>
      {!isFromBefore && (
        <ConfirmOrder order={order} closed={shown?.ordering.isOpen === false ? closing : null} />
      )}
    </>
  )
}

type ConfirmOrderProps = Pick<ContentProps, 'order'> & {
  /** Why nothing can be ordered; `null` while ordering is open. */
  closed: string | null
}

function ConfirmOrder({ order, closed }: ConfirmOrderProps) {
  const { lines, pending } = useCart()
  const { status, since } = useConnection()
  const pieces = counted(countPieces(pending?.body.items ?? lines), 'piece')
  return (
    <ConfirmDialog
      open={order.asking}
      title="Confirm Order"
      cancelLabel="Keep editing"
      confirmLabel={`Place order of ${pieces}`}
      busy={order.sending}
      error={order.failure}
      obstacle={closed}
      onCancel={order.cancel}
      onConfirm={() => void order.confirm()}
    >
      {order.isRepeat && pending ? (
        <p>{waitingWords(pending)} What you changed since becomes the next order.</p>
      ) : (
        <p>
          {counted(lines.length, 'item')}, {pieces}
          {closed === null && (
            <>
              , for the department to prepare. Until ordering closes you can change it in Your
              Orders; afterwards{' '}
              <a href={techSupport} target="_blank" rel="noopener">
                ask the department
              </a>
            </>
          )}
          .
        </p>
      )}
      {status === 'offline' && (
        <Notice icon="offline">
          {offlineWords(since)} The order waits on this device until the server can be reached.
        </Notice>
      )}
    </ConfirmDialog>
  )
}

type CartNoteProps = {
  cartShown: boolean
  ordersShown: boolean
  onSee: (lineId: string | null) => void
}

/** The note that stays in view: there is no connection, an order waits, or an order was placed and nobody has looked at it yet. */
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
        {waitingWords(pending)}
      </Banner>
    )
  if (isOffline) return <Banner icon="offline">{offlineWords(since)} Your cart is kept.</Banner>
  return (
    <Banner
      tone="news"
      icon="check"
      action={
        placed && (
          <Button size="small" onClick={() => onSee(placed.lineId)}>
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
