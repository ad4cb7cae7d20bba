import { counted } from '#src/rules/number-text.ts'
import { useEffect, useId, useState } from 'react'
import { techSupport } from '#client/content/links.ts'
import { me } from '#client/portal/account/me.ts'
import { useLive } from '#client/portal/data/live-query.ts'
import { useConnection } from '#client/portal/data/live.ts'
import { useEdition, useOrdering } from '#client/portal/ordering/ordering.ts'
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
import { clearLines, countPieces, EMPTY_CART, isOld, keepFor, type PendingOrder } from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'
import styles from './Cart.module.css'
import { CartLines } from './CartLines.tsx'
import { CustomItemDialog } from './CustomItemDialog.tsx'
import { useOrder, usePlaced, useSending } from './place-order.ts'

type CartPanelProps = {
  open: boolean
  /** Whether it stands beside the shelf, and not over it. */
  beside: boolean
  onHide: () => void
  /** The first values of the form for a custom item; `null` while the form is closed. */
  customName: string | null
  onCustomName: (name: string | null) => void
}

type Order = ReturnType<typeof useOrder>

/** The cart with its dialogs. It sends an unanswered order again, open or not. */
export function CartPanel(props: CartPanelProps) {
  const { open, beside, onHide, customName, onCustomName } = props
  const lines = useCart((cart) => cart.lines)
  const order = useOrder(onHide)
  const title = (
    <>
      Cart
      {lines.length > 0 && (
        <span className={styles.Count}>
          {counted(lines.length, 'item')}, {counted(countPieces(lines), 'piece')}
        </span>
      )}
    </>
  )
  const content = <CartContent order={order} onAddCustom={() => onCustomName('')} />
  return (
    <>
      {beside ? (
        open && (
          <aside className={styles.Aside} aria-labelledby="cart-heading" data-print="no">
            <h2 id="cart-heading" className="heading">
              {title}
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
          title={title}
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

const orderWords = ({ body, sentAt }: PendingOrder) =>
  `order of ${counted(countPieces(body.items), 'piece')}, confirmed at ${clockText(new Date(sentAt))}`

/** The cart, with the words for an order without an answer and for a connection that is away. */
function useCartNow() {
  const cart = useCart()
  const current = useEdition()
  const { status, since } = useConnection()
  return {
    ...cart,
    current,
    isFromBefore: isOld(cart, current),
    waits:
      cart.pending &&
      `Your ${orderWords(cart.pending)}, waits for the server. It is sent by itself.`,
    offline: status === 'offline' ? `Offline since ${clockText(new Date(since))}. ` : '',
  }
}

/** Why the cart cannot be ordered; `closed` says that ordering is. */
function useObstacle(closed: string | null): string | null {
  const { lines, pending, isFromBefore } = useCartNow()
  const club = useLive(me).value?.club
  if (isFromBefore) return 'Answer the question first.'
  if (closed !== null) return closed
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
  const { edition, current, pending, isFromBefore } = useCartNow()
  if (!current || !isFromBefore) return null
  return (
    <output className={`choices ${styles.Old}`}>
      <span>
        <b>
          This cart was filled for <bdi>{edition?.name}</bdi>.
        </b>{' '}
        {pending && `Its ${orderWords(pending)}, has no answer: look at Earlier orders first. `}
        Keep it for <bdi>{current.name}</bdi>?
      </span>
      <Button size="small" onClick={() => changeCart(() => EMPTY_CART)}>
        Empty the cart
      </Button>
      <Button size="small" onClick={() => changeCart((now) => keepFor(now, current))}>
        Keep it for {current.name}
      </Button>
    </output>
  )
}

function CartContent({ order, onAddCustom }: { order: Order; onAddCustom: () => void }) {
  const { lines, waits, offline, isFromBefore } = useCartNow()
  const [clearing, setClearing] = useState(false)
  const shown = useOrdering()
  const closing = shown && cartWords(shown)
  const closed = shown?.ordering.isOpen === false ? closing : null
  const obstacle = useObstacle(closed)
  const obstacleId = useId()
  const isEmpty = lines.length === 0
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
          {waits && !order.sending && !isFromBefore && (
            <Notice icon="clock">
              {offline}
              {waits} What you change now becomes the next order.
            </Notice>
          )}
          {!waits && offline && !isEmpty && (
            <Notice icon="offline">
              {offline}You can confirm your order: it is sent when the server can be reached.
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
      {!isFromBefore && <ConfirmOrder order={order} closed={closed} />}
    </>
  )
}

/** `closed` says why nothing can be ordered; `null` while ordering is open. */
function ConfirmOrder({ order, closed }: { order: Order; closed: string | null }) {
  const { lines, pending, waits, offline } = useCartNow()
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
      {order.isRepeat && waits ? (
        <p>{waits} What you changed since becomes the next order.</p>
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
      {offline && (
        <Notice icon="offline">
          {offline}The order waits on this device until the server can be reached.
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
  const { edition, current, waits, offline, isFromBefore } = useCartNow()
  const sending = useSending()
  const newest = usePlaced()
  // An order of an ended edition is found under Earlier orders.
  const placed = newest?.edition === current?._id ? newest : null
  useEffect(() => {
    if (ordersShown && newest) usePlaced.setState(null, true)
  }, [ordersShown, newest])

  if (isFromBefore && !cartShown)
    return (
      <Banner icon="cart">
        This cart was filled for {edition?.name}. Open it to keep it or to empty it.
      </Banner>
    )
  const isWaiting = waits && !sending && !isFromBefore
  if (isWaiting || offline)
    return (
      <Banner icon={offline ? 'offline' : 'clock'}>
        {offline}
        {isWaiting ? waits : 'Your cart is kept.'}
      </Banner>
    )
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
