import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useConnection } from '#client/portal/data/live.ts'
import { useLive, useLiveList } from '#client/portal/data/live-query.ts'
import { useOrdering, useOrderingState } from '#client/portal/ordering/ordering.ts'
import { bannerWords } from '#client/portal/ordering/words.ts'
import { EditionTape } from '#client/portal/ordering/EditionTape.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { OrderingBanner } from '#client/portal/ordering/OrderingBanner.tsx'
import { useSession } from '#client/shared/session.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { useListView } from '#client/portal/lists/use-list-view.ts'
import { me } from '#client/portal/account/me.ts'
import { AccountWays } from '#client/portal/app/AccountWays.tsx'
import { late, loadPart } from '#client/portal/app/late.tsx'
import { LivePill } from '#client/portal/app/LivePill.tsx'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Screen, Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { SegmentedToggle } from '#client/portal/ui/SegmentedToggle.tsx'
import { countPieces } from './cart.ts'
import { useCart } from './cart-store.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { countOrder, readyText } from '#src/rules/order-counts.ts'
import styles from './ClubPage.module.css'
import { catalogue, orders as orderLines } from './lists.ts'
import { Shelf, type ShelfView } from './Shelf.tsx'

const VIEW_KEY = 'shelfView'
const VIEWS = [
  { value: 'grid', label: 'Grid', icon: 'grid' },
  { value: 'list', label: 'List', icon: 'list' },
] as const

/** The code of the cart, of its dialogs and of placing an order. */
const loadCart = () => import('./CartPanel.tsx')
/** A club needs it only when it looks at its orders. */
const loadOrders = () => import('./OrdersSection.tsx')
const OrdersSection = late(loadOrders)

const readView = (): ShelfView => (readItem('localStorage', VIEW_KEY) === 'list' ? 'list' : 'grid')

export function ClubPage() {
  const user = useSession()?.user
  const club = useLive(me).value?.club
  const { query, setQuery, shown } = useListView()
  const [view, setView] = useState(readView)
  // The toggle updates first: to lay out hundreds of cards anew takes a while on a slow phone.
  const shownView = useDeferredValue(view)
  const [cartOpen, setCartOpen] = useState(false)
  /** `at` is the line that Your Orders shows. */
  const [orders, setOrders] = useState<{ at: string | null } | null>(null)
  const [customName, setCustomName] = useState<string | null>(null)
  const isPhone = useMedia('(width < 40rem)')
  const isWide = useMedia('(width >= 64rem)')
  const cartButton = useRef<HTMLButtonElement>(null)
  const pieces = useCart(({ lines }) => countPieces(lines))
  const [cart, setCart] = useState<Awaited<ReturnType<typeof loadCart>> | null>(null)

  // What is ready comes above the items: it appears with them, so that nothing moves.
  const [items, lines] = [useLiveList(catalogue), useLiveList(orderLines)]
  const isLoading = useSteadyLoading(items.phase === 'loading' || lines.phase === 'loading')
  const { ready } = countOrder(lines.rows)
  const pickupWords = useOrderingState().value?.pickup

  const canReach = useConnection().status !== 'offline'

  // Loads the rest now, so that it opens without a connection; what did not come is loaded when the connection is back.
  useEffect(() => {
    if (!canReach) return
    loadCart().then(setCart, () => {})
    loadOrders().catch(() => {})
  }, [canReach])

  const isCartShown = cartOpen && cart !== null
  const waitsForCart = !cart && (cartOpen || customName !== null)
  useEffect(() => {
    if (waitsForCart) void loadPart(loadCart).then(setCart)
  }, [waitsForCart])

  function hideCart() {
    flushSync(() => setCartOpen(false))
    cartButton.current?.focus()
  }

  const showCart = () => setCartOpen(true)
  const viewCart = (
    <Button
      icon="cart"
      variant={isWide ? 'quiet' : 'primary'}
      size={isWide ? 'normal' : 'big'}
      wide={!isWide}
      aria-description={pieces > 0 ? `${counted(pieces, 'piece')} in the cart` : undefined}
      ref={cartButton}
      busy={waitsForCart}
      onClick={isCartShown ? hideCart : showCart}
    >
      {isCartShown ? 'Hide Cart' : 'View Cart'}
      {pieces > 0 && !isCartShown && (
        <span className="num" aria-hidden="true">
          {grouped(pieces)}
        </span>
      )}
    </Button>
  )
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
              {isWide && viewCart}
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
      <div className={styles.Work} data-cart={isCartShown || undefined}>
        <div>
          {!isLoading && (
            <Banner tone="ready" icon="box">
              {ready > 0 && (
                <>
                  <b>{readyText(ready)}</b> {pickupWords}
                </>
              )}
            </Banner>
          )}
          {orders && (
            <Suspense fallback={<Skeleton label="Loading your orders" rows={3} />}>
              <OrdersSection show={orders} onViewCart={showCart} />
            </Suspense>
          )}
          <Shelf
            isLoading={isLoading}
            view={shownView}
            query={shown.query}
            onClearSearch={() => setQuery('')}
            onAddCustom={setCustomName}
          />
        </div>
        {cart && (
          <cart.CartPanel
            open={cartOpen}
            beside={isWide}
            onHide={hideCart}
            customName={customName}
            onCustomName={setCustomName}
          />
        )}
      </div>
      <div className={styles.Dock} data-print="no" data-away={isCartShown || undefined}>
        {cart && (
          <cart.CartNote
            cartShown={cartOpen}
            ordersShown={orders !== null}
            onSee={(at) => setOrders({ at })}
          />
        )}
        {!isWide && (
          <>
            <DockClock />
            <div className={styles.DockButtons}>
              {isPhone && ordersButton}
              {viewCart}
            </div>
          </>
        )}
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
