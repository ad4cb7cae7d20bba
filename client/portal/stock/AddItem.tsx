import { useForm } from '#client/portal/account/use-form.ts'
import { api, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { selectsOnFocus } from '#client/portal/ui/select-on-focus.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import { readName } from '#src/rules/name-text.ts'
import { readWhole } from '#src/rules/number-text.ts'
import styles from './StockPage.module.css'

const EMPTY = { itemName: '', itemQuantity: '0' }
const FAILURES = {
  network: 'An error occurred while adding the item',
  failed: 'Failed to add item',
}

type AddItemProps = {
  /** Whether it is the one main action of the screen just now. */
  isMain: boolean
  onAdded: (id: string) => void
}

export function AddItem({ isMain, onAdded }: AddItemProps) {
  const form = useForm(EMPTY, { draft: 'new-item' })
  const itemName = readName(form.values.itemName)

  async function add() {
    const itemQuantity = readWhole(form.values.itemQuantity) ?? Number.NaN
    const added = await write(
      call(api.inventorys.inventory.post({ itemName, itemQuantity, itemStatus: 'enabled' }), {
        _id: '',
        itemName: '',
      }),
      (row) => row.itemName === itemName,
    )
    showToast(`${added.itemName} added`)
    form.clear()
    document.getElementById('itemName')?.focus({ preventScroll: true })
    onAdded(added._id)
  }
  function handleSubmit() {
    if (itemName !== '') form.send([], add, FAILURES)
  }
  return (
    <li className={styles.Add}>
      <form aria-label="Add item" noValidate onSubmit={handleSubmit}>
        <Field
          {...form.field('itemName')}
          label="New item"
          autoComplete="off"
          maxLength={limits.nameLength}
        />
        <Field
          {...form.field('itemQuantity')}
          {...selectsOnFocus}
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" variant={isMain ? 'primary' : 'quiet'} busy={form.busy}>
          Add Item
        </Button>
        <Notice tone="danger">{form.error}</Notice>
      </form>
    </li>
  )
}
