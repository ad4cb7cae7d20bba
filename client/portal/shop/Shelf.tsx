import { type FormEvent, memo, useId } from 'react'
import { counted, grouped } from '#src/rules/number-text.ts'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { createSearch } from '#src/rules/search.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { goToWrongNumber, Stepper } from '#client/portal/ui/Stepper.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { cx } from '#client/shared/cx.ts'
import { limits } from '#src/contract/limits.ts'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import type { CatalogueItem } from '#src/contract/records.ts'
import { addLine, AT_MOST, keyOf, quantityOf } from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'
import { catalogue } from './lists.ts'
import { setCardQuantity, useQuantities } from './quantities.ts'
import styles from './Shelf.module.css'

export type ShelfView = 'grid' | 'list'

type ShelfProps = {
  isLoading: boolean
  view: ShelfView
  query: string
  onClearSearch: () => void
  onAddCustom: (name: string) => void
}

const idOf = ({ _id }: CatalogueItem) => _id

export function Shelf({ isLoading, view, query, onClearSearch, onAddCustom }: ShelfProps) {
  const { phase, rows, reload } = useLiveList(catalogue)
  const places = usePinnedRows(rows, idOf)
  const isFound = createSearch(query)
  const found = places.rows.filter(({ itemName }) => isFound(itemName))

  if (isLoading) return <Skeleton label="Loading items" rows={8} wholeScreen />
  if (phase === 'failed')
    return (
      <ErrorPanel title="Failed to fetch items" onRetry={reload}>
        Your cart is kept.
      </ErrorPanel>
    )
  return (
    <section aria-labelledby="shelf-heading" data-print="no">
      <h2 id="shelf-heading" className="sr">
        Items
      </h2>
      <output className="sr">{query && `${counted(found.length, 'item')} found`}</output>
      {rows.length === 0 && (
        <EmptyState
          title="No items yet"
          action={<Button onClick={() => onAddCustom('')}>Add Custom Item</Button>}
        >
          The department has put nothing on the shelf. You can order items of your own.
        </EmptyState>
      )}
      {rows.length > 0 && found.length === 0 && (
        <EmptyState
          title={`No items match “${query.trim()}”`}
          action={
            <div className="choices">
              <Button onClick={onClearSearch}>Clear search</Button>
              <Button icon="plus" onClick={() => onAddCustom(query.trim())}>
                Add it as a custom item
              </Button>
            </div>
          }
        >
          Look for a shorter part of the name, or add it as an item of your own.
        </EmptyState>
      )}
      {found.length > 0 && (
        <ul className={styles.Shelf} data-view={view} {...places.hoverProps}>
          {found.map((item) => (
            <ItemCard key={item._id} item={item} gone={places.gone.has(item._id)} />
          ))}
        </ul>
      )}
      <div className={styles.Waiting}>
        <Banner
          tone="news"
          icon="live"
          action={
            <Button size="small" onClick={places.release}>
              Show
            </Button>
          }
        >
          {places.waiting > 0 && `${counted(places.waiting, 'item')} came into the list.`}
        </Banner>
      </div>
    </section>
  )
}

type ItemCardProps = {
  item: CatalogueItem
  /** It left the list while the pointer or the focus was on the list. */
  gone: boolean
}

const ItemCard = memo(function ItemCard({ item, gone }: ItemCardProps) {
  const nameId = useId()
  const { _id: item_id, itemName: item_name } = item
  const quantity = useQuantities((quantities) => quantities[item_id] ?? 0)
  const inCart = useCart(({ lines }) => quantityOf(lines, keyOf({ item_id, item_name })))

  function handleAdd(event: FormEvent<HTMLElement>) {
    if (goToWrongNumber(event.currentTarget) || quantity === 0) return
    changeCart((cart) => addLine(cart, { item_id, item_name, ordered_quantity: quantity }))
    setCardQuantity(item_id, 0)
    showToast('Added to Cart')
  }
  return (
    <li className={styles.Slot} data-on={quantity > 0 || undefined} data-gone={gone || undefined}>
      <div className={styles.Name}>
        <h3 id={nameId} className="name">
          {item_name}
          <Unit of={item.unit} />
        </h3>
        {inCart > 0 && <span className={cx('tape', styles.InCart)}>{grouped(inCart)} in cart</span>}
      </div>
      {gone ? (
        <p className={styles.Gone}>No longer in the list</p>
      ) : (
        // The stepper keeps its bounds itself: the browser's validation would only lay out the page once more.
        <form className={styles.Act} noValidate onSubmit={handleAdd}>
          <Stepper
            label={`Quantity of ${item_name}`}
            value={quantity}
            max={limits.orderedQuantity - inCart}
            maxReason={`${AT_MOST}${inCart > 0 ? `, ${grouped(inCart)} are in your cart` : ''}`}
            onChange={(next) => setCardQuantity(item_id, next)}
          />
          <Button type="submit" aria-describedby={nameId}>
            Add to Cart
          </Button>
        </form>
      )}
    </li>
  )
})
