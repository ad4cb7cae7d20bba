import { type Ref, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { signOut } from '#client/portal/data/api.ts'
import { useOrdering } from '#client/portal/ordering/use-ordering.ts'
import { bannerWords } from '#client/portal/ordering/words.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { OrderingBanner } from '#client/portal/ordering/OrderingBanner.tsx'
import { useSession } from '#client/shared/session.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'
import { useListView } from '#client/portal/lists/use-list-view.ts'
import { LivePill } from '#client/portal/app/LivePill.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { Screen, Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { SegmentedToggle } from '#client/portal/ui/SegmentedToggle.tsx'
import { countPieces } from './cart.ts'
import { useCart } from './cart-store.ts'
import { CartPanel } from './CartPanel.tsx'
import { CustomItemDialog } from './CustomItemDialog.tsx'
import { grouped } from '#src/rules/number-text.ts'
import styles from './ClubPage.module.css'
import { LateOrdersSection, loadOrdersSection } from './late-orders-section.tsx'
import { Shelf, type ShelfView } from './Shelf.tsx'
import { useOrder } from './use-order.ts'
import { toPieces } from './words.ts'

const VIEW_KEY = 'shelfView'
const VIEWS = [
  { value: 'grid', label: 'Grid', icon: 'grid' },
  { value: 'list', label: 'List', icon: 'list' },
] as const

const readView = (): ShelfView => (readItem('localStorage', VIEW_KEY) === 'list' ? 'list' : 'grid')

export function ClubPage() {
  const user = useSession()?.user
  const { query, setQuery, shown } = useListView()
  const [view, setView] = useState(readView)
  // The toggle updates first: to lay out hundreds of cards anew takes a while on a slow phone.
  const shownView = useDeferredValue(view)
  const [cartOpen, setCartOpen] = useState(false)
  const [ordersOpen, setOrdersOpen] = useState(false)
  /** A new object opens a new dialog. */
  const [customItem, setCustomItem] = useState<object | null>(null)
  const wideButton = useRef<HTMLButtonElement>(null)
  const dockButton = useRef<HTMLButtonElement>(null)
  const order = useOrder(hideCart)

  // Loads Your Orders now, so that it opens without a connection.
  useEffect(() => void loadOrdersSection().catch(() => undefined), [])

  function hideCart() {
    flushSync(() => setCartOpen(false))
    for (const { current } of [wideButton, dockButton])
      if (current?.checkVisibility()) current.focus()
  }

  const toggleCart = () => (cartOpen ? hideCart() : setCartOpen(true))

  function handleView(next: ShelfView) {
    setView(next)
    writeItem('localStorage', VIEW_KEY, next)
  }
  return (
    <Screen
      title="Apogee Inventory Portal"
      note={
        <>
          Welcome, <b>{user?.clubName || 'Guest'}</b>
        </>
      }
      compact
      actions={
        <>
          <LivePill />
          <IconButton icon="logout" label="Log out" onClick={() => void signOut()} />
        </>
      }
    >
      <OrderingBanner />
      <Toolbar
        end={
          <>
            <div className={styles.WideOnly}>
              <CartButton ref={wideButton} open={cartOpen} onToggle={toggleCart} />
            </div>
            <Button onClick={() => setOrdersOpen(!ordersOpen)}>
              {ordersOpen ? 'Hide Orders' : 'Your Orders'}
            </Button>
          </>
        }
      >
        <SearchBox label="Search items" value={query} onChange={setQuery} />
        <SegmentedToggle label="View" value={view} options={VIEWS} onChange={handleView} />
      </Toolbar>
      <div className={styles.Work} data-cart={cartOpen || undefined}>
        <div>
          {ordersOpen && <LateOrdersSection />}
          <Shelf
            view={shownView}
            query={shown.query}
            onClearSearch={() => setQuery('')}
            onAddCustom={() => setCustomItem({})}
          />
        </div>
        <CartPanel
          open={cartOpen}
          order={order}
          onHide={hideCart}
          onAddCustom={() => setCustomItem({})}
        />
      </div>
      <div className={styles.Dock} data-print="no" data-away={cartOpen || undefined}>
        <DockClock />
        <CartButton ref={dockButton} open={cartOpen} onToggle={toggleCart} primary />
      </div>
      <CustomItemDialog of={customItem} onClose={() => setCustomItem(null)} />
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
  onToggle: () => void
  primary?: boolean
}

function CartButton({ ref, open, onToggle, primary = false }: CartButtonProps) {
  const pieces = useCart(({ lines }) => countPieces(lines))
  return (
    <Button
      icon="cart"
      variant={primary ? 'primary' : 'quiet'}
      size={primary ? 'big' : 'normal'}
      wide={primary}
      aria-description={pieces > 0 ? `${toPieces(pieces)} in the cart` : undefined}
      ref={ref}
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
