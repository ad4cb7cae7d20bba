import type { MouseEvent } from 'react'
import { IconButton } from '#client/shared/IconButton.tsx'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { offerUndo } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import { readLink } from '#src/rules/link.ts'
import { AT_MOST, type CartLine, keyOf, removeLine, restoreLine, setQuantity } from './cart.ts'
import { changeCart } from './cart-store.ts'
import styles from './Cart.module.css'
import { catalogue } from './lists.ts'

/** Moves the focus from a line that is removed to its neighbour, or to what follows the list. */
function moveFocusOn(line: Element | null) {
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling
  const next = neighbour ?? line?.parentElement?.nextElementSibling
  next?.querySelector<HTMLElement>('[data-next-focus]')?.focus()
}

export function CartLines({ lines }: { lines: readonly CartLine[] }) {
  const { phase, rows } = useLiveList(catalogue)
  const names = new Map(rows.map(({ _id, itemName }) => [_id, itemName]))

  function handleRemove(event: MouseEvent, line: CartLine, name: string) {
    moveFocusOn(event.currentTarget.closest('li'))
    const index = lines.indexOf(line)
    changeCart((cart) => removeLine(cart, keyOf(line)))
    offerUndo(`${name} removed`, () => changeCart((cart) => restoreLine(cart, line, index)))
  }
  return (
    <ul className={styles.Lines}>
      {lines.map((line) => {
        const name = names.get(line.item_id ?? '') ?? line.item_name
        const href = readLink(line.link ?? '')
        const isGone = line.item_id !== null && phase === 'ready' && !names.has(line.item_id)
        return (
          <li key={keyOf(line)} className={styles.Line}>
            <div>
              <b>{name}</b>
              {line.item_id === null && (
                <small>
                  {href ? (
                    <a href={href} target="_blank" rel="noopener noreferrer">
                      Your own item
                    </a>
                  ) : (
                    'Your own item'
                  )}
                </small>
              )}
              {isGone && <small className={styles.Gone}>No longer in the list</small>}
            </div>
            <Stepper
              size="small"
              highlight={false}
              label={`Quantity of ${name} in the cart`}
              value={line.ordered_quantity}
              min={1}
              max={limits.orderedQuantity}
              maxReason={AT_MOST}
              onChange={(next) => changeCart((cart) => setQuantity(cart, keyOf(line), next))}
            />
            <IconButton
              icon="close"
              size="small"
              label={`Remove ${name}`}
              data-next-focus=""
              onClick={(event) => handleRemove(event, line, name)}
            />
          </li>
        )
      })}
    </ul>
  )
}
