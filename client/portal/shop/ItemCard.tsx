import { type FormEvent, memo, useId } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { goToWrongNumber, Stepper } from '#client/portal/ui/Stepper.tsx'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import type { CatalogueItem } from '#src/contract/records.ts'
import { cx } from '#client/shared/cx.ts'
import { addLine, keyOf, quantityOf } from './cart.ts'
import { changeCart, useCart } from './cart-store.ts'
import { setCardQuantity, useQuantities } from './quantities.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './Shelf.module.css'
import { AT_MOST } from './words.ts'

type ItemCardProps = {
  item: CatalogueItem
  /** It left the list while the pointer or the focus was on the list. */
  gone: boolean
}

export const ItemCard = memo(function ItemCard({ item, gone }: ItemCardProps) {
  const nameId = useId()
  const { _id: item_id, itemName: item_name } = item
  const quantity = useQuantities((quantities) => quantities[item_id] ?? 0)
  const inCart = useCart(({ lines }) => quantityOf(lines, keyOf({ item_id, item_name })))

  function handleAdd(event: FormEvent<HTMLElement>) {
    event.preventDefault()
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
