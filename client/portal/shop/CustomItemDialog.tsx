import { useState } from 'react'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import type { LineRequest } from '#src/contract/line.ts'
import type { CatalogueItem } from '#src/contract/records.ts'
import { readName } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'
import { readWhole } from '#src/rules/number-text.ts'
import { place, type StockLookup } from '#src/rules/place.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { addLine } from './cart.ts'
import { changeCart } from './cart-store.ts'
import { catalogue } from './lists.ts'

type CustomItemDialogProps = {
  /** The text with which the field of the name begins. */
  name: string
  onClose: () => void
}
type FieldName = 'itemName' | 'ordered_quantity' | 'link'
type Faults = Partial<Record<FieldName | 'form', string>>

const REQUIRED = 'Item name and quantity are required'

/** Checks a custom item by the server's rule and the stock that this page knows; one text for each wrong field. */
function findFaults(row: LineRequest, shelf: CatalogueItem[]): Faults {
  const stock: StockLookup = {
    byId: () => null,
    byName(key) {
      const item = shelf.find(({ itemName }) => nameKey(itemName) === key)
      return item ? { ...item, itemStatus: 'enabled' } : null
    },
  }
  try {
    place([row], stock, new Map(), { lines: 0, custom: 0 })
    return {}
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { errors = [] } = error.details
    return Object.fromEntries(errors.map(({ path, msg }) => [path.split('.').at(-1), msg]))
  }
}

export function CustomItemDialog({ name, onClose }: CustomItemDialogProps) {
  const [itemName, setItemName] = useState(name)
  const [quantity, setQuantity] = useState('')
  const [link, setLink] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const { rows } = useLiveList(catalogue)

  function handleSubmit() {
    const ordered = readWhole(quantity) ?? Number.NaN
    const missing: Faults = {
      ...(!itemName.trim() && { itemName: 'Enter the name of the item.' }),
      ...((!quantity.trim() || ordered === 0) && { ordered_quantity: 'Enter how many you need.' }),
    }
    if (Object.keys(missing).length > 0) return setFaults({ ...missing, form: REQUIRED })
    const found = findFaults({ item_id: null, itemName, ordered_quantity: ordered, link }, rows)
    if (Object.keys(found).length > 0) return setFaults(found)
    const line = { item_id: null, item_name: readName(itemName), ordered_quantity: ordered }
    changeCart((cart) => addLine(cart, { ...line, ...(link.trim() && { link: link.trim() }) }))
    onClose()
    showToast('Added to Cart')
  }
  return (
    <ConfirmDialog
      title="Add Custom Item"
      confirmLabel="Add to Cart"
      error={faults.form}
      onSubmit={handleSubmit}
      onCancel={onClose}
    >
      <Field
        label="Item name"
        value={itemName}
        error={faults.itemName}
        data-autofocus={name ? undefined : ''}
        onChange={(event) => setItemName(event.target.value)}
      />
      <Field
        label="Quantity"
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        error={faults.ordered_quantity}
        data-autofocus={name ? '' : undefined}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <Field
        label="Link"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Optional: where it can be bought."
        value={link}
        error={faults.link}
        onChange={(event) => setLink(event.target.value)}
      />
    </ConfirmDialog>
  )
}
