import { type Ref, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useConnection } from '#client/portal/data/live.ts'
import { useLive, useLiveList } from '#client/portal/data/live-query.ts'
import { useOrdering } from '#client/portal/ordering/use-ordering.ts'
import { bannerWords } from '#client/portal/ordering/words.ts'
import { EditionTape } from '#client/portal/ordering/EditionTape.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { OrderingBanner } from '#client/portal/ordering/OrderingBanner.tsx'
import { useSession } from '#client/shared/session.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { useListView } from '#client/portal/lists/use-list-view.ts'
import { me } from '#client/portal/account/me.ts'
import { AccountWays } from '#client/portal/app/AccountWays.tsx'
import { LivePill } from '#client/portal/app/LivePill.tsx'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Screen, Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { SegmentedToggle } from '#client/portal/ui/SegmentedToggle.tsx'
import { countPieces } from './cart.ts'
import { useCart } from './cart-store.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import styles from './ClubPage.module.css'
import { catalogue, orders as orderLines } from './lists.ts'
import { LateOrdersSection, ordersPart } from './late-orders-section.tsx'
import { latePart } from './late-part.ts'
import { ReadyThings } from './ReadyThings.tsx'
import { Shelf, type ShelfView } from './Shelf.tsx'

const VIEW_KEY = 'shelfView'
const VIEWS = [
  { value: 'grid', label: 'Grid', icon: 'grid' },
  { value: 'list', label: 'List', icon: 'list' },
] as const

/** The code of the cart, of its dialogs and of placing an order. */
const cartPart = latePart(() => import('./CartPanel.tsx'))

const readView = (): ShelfView => (readItem('localStorage', VIEW_KEY) === 'list' ? 'list' : 'grid')

export function ClubPage() {
  const user = useSession()?.user
  const club = useLive(me).value?.club
  const { query, setQuery, shown } = useListView()
  const [view, setView] = useState(readView)
  // The toggle updates first: to lay out hundreds of cards anew takes a while on a slow phone.
  const shownView = useDeferredValue(view)
  const [cartOpen, setCartOpen] = useState(false)
  const [waitsForCart, setWaitsForCart] = useState(false)
  /** `at` is the line that Your Orders shows. */
  const [orders, setOrders] = useState<{ at: string | null } | null>(null)
  const [customName, setCustomName] = useState<string | null>(null)
  const isPhone = useMedia('(width < 40rem)')
  const wideButton = useRef<HTMLButtonElement>(null)
  const dockButton = useRef<HTMLButtonElement>(null)
  const { part: cart } = cartPart.use()

  // What is ready comes above the items: it appears with them, so that nothing moves.
  const isReading = [useLiveList(catalogue), useLiveList(orderLines)].some(
    ({ phase }) => phase === 'loading',
  )
  const isLoading = useSteadyLoading(isReading)

  const canReach = useConnection().status !== 'offline'

  // Loads the rest now, so that it opens without a connection; what did not come is loaded when the connection is back.
  useEffect(() => {
    if (!canReach) return
    cartPart.prefetch()
    ordersPart.prefetch()
  }, [canReach])

  async function withCart(act: () => void) {
    if (cart) return act()
    setWaitsForCart(true)
    await cartPart.load()
    setWaitsForCart(false)
    act()
  }

  function hideCart() {
    flushSync(() => setCartOpen(false))
    for (const { current } of [wideButton, dockButton])
      if (current?.checkVisibility()) current.focus()
  }

  const toggleCart = () => (cartOpen ? hideCart() : void withCart(() => setCartOpen(true)))
  const addCustom = (name: string) => void withCart(() => setCustomName(name))
  const cartButton = { open: cartOpen, busy: waitsForCart, onToggle: toggleCart }
  const ordersButton = (
    <Button
      size={isPhone ? 'big' : 'normal'}
      onClick={() => setOrders(orders ? null : { at: null })}
    >
      {orders ? 'Hide Orders' : 'Your Orders'}
    </Button>
  )

  function handleView(next: ShelfView) {
    setView(next)
    writeItem('localStorage', VIEW_KEY, next)
  }
  return (
    <Screen
      title="Apogee Inventory Portal"
      note={
        <>
          <EditionTape />
          Welcome, <b>{club?.name ?? (user?.clubName || 'Guest')}</b>
        </>
      }
      compact
      actions={
        <>
          <LivePill />
          <AccountWays />
        </>
      }
    >
      <Banner tone="news" icon="clock">
        {club?.state === 'waiting' && (
          <>
            <b>The department has to approve your club.</b> You can fill your cart now, and order as
            soon as your club is approved: this page notices by itself.
          </>
        )}
      </Banner>
      <OrderingBanner />
      <Toolbar
        end={
          !isPhone && (
            <>
              <div className={styles.WideOnly}>
                <CartButton ref={wideButton} {...cartButton} />
              </div>
              {ordersButton}
            </>
          )
        }
      >
        <div className={styles.Search}>
          <SearchBox label="Search items" value={query} onChange={setQuery} />
        </div>
        <SegmentedToggle label="View" value={view} options={VIEWS} onChange={handleView} />
      </Toolbar>
      <div className={styles.Work} data-cart={cartOpen || undefined}>
        <div>
          {!isLoading && <ReadyThings />}
          {orders && (
            <LateOrdersSection
              show={orders}
              onViewCart={() => void withCart(() => setCartOpen(true))}
            />
          )}
          <Shelf
            isLoading={isLoading}
            view={shownView}
            query={shown.query}
            onClearSearch={() => setQuery('')}
            onAddCustom={addCustom}
          />
        </div>
        {cart && (
          <cart.CartPanel
            open={cartOpen}
            onHide={hideCart}
            customName={customName}
            onCustomName={setCustomName}
          />
        )}
      </div>
      <div className={styles.Dock} data-print="no" data-away={cartOpen || undefined}>
        {cart && (
          <cart.CartNote
            cartShown={cartOpen}
            ordersShown={orders !== null}
            onSee={(at) => setOrders({ at })}
          />
        )}
        <DockClock />
        <div className={styles.DockButtons}>
          {isPhone && ordersButton}
          <CartButton ref={dockButton} {...cartButton} primary />
        </div>
      </div>
    </Screen>
  )
}

/** On a phone, shows the countdown of the last hour above the cart's button, wherever one has scrolled. */
function DockClock() {
  const shown = useOrdering()
  const words = shown && bannerWords(shown)
  if (words?.tone !== 'soon') return null
  return (
    <p className={styles.DockClock}>
      <Icon name="clock" size="small" />
      {words.main}
    </p>
  )
}

type CartButtonProps = {
  ref: Ref<HTMLButtonElement>
  open: boolean
  busy: boolean
  onToggle: () => void
  primary?: boolean
}

function CartButton({ ref, open, busy, onToggle, primary = false }: CartButtonProps) {
  const pieces = useCart(({ lines }) => countPieces(lines))
  return (
    <Button
      icon="cart"
      variant={primary ? 'primary' : 'quiet'}
      size={primary ? 'big' : 'normal'}
      wide={primary}
      aria-description={pieces > 0 ? `${counted(pieces, 'piece')} in the cart` : undefined}
      ref={ref}
      busy={busy}
      onClick={onToggle}
    >
      {open ? 'Hide Cart' : 'View Cart'}
      {pieces > 0 && !open && (
        <span className="num" aria-hidden="true">
          {grouped(pieces)}
        </span>
      )}
    </Button>
  )
}
