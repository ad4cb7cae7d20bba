import { type FormEvent, useRef, useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { isRecord } from '#client/shared/storage.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { selectsOnFocus } from '#client/portal/ui/select-on-focus.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { limits } from '#src/contract/limits.ts'
import { readName } from '#src/rules/name-text.ts'
import { readWhole } from '#src/rules/number-text.ts'
import { type Problems, toProblems } from './item-fields.ts'
import styles from './StockPage.module.css'

const DRAFT = 'new-item'
type NewItem = { name: string; quantity: string }
const EMPTY: NewItem = { name: '', quantity: '0' }

const isNewItem = (value: unknown): value is NewItem =>
  isRecord(value) && typeof value.name === 'string' && typeof value.quantity === 'string'

const UNREACHED = 'An error occurred while adding the item'
const FAILED = 'Failed to add item'

type AddItemProps = {
  /** Whether it is the one main action of the screen just now. */
  isMain: boolean
  onAdded: (id: string) => void
}

export function AddItem({ isMain, onAdded }: AddItemProps) {
  const [item, setItem] = useState(() => readDraft(DRAFT, isNewItem) ?? EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, run] = useBusy()
  const form = useRef<HTMLFormElement>(null)

  function change(next: NewItem) {
    setItem(next)
    setProblems({})
    writeDraft(DRAFT, next)
  }
  async function add() {
    const itemName = readName(item.name)
    if (itemName === '') return
    const itemQuantity = readWhole(item.quantity) ?? Number.NaN
    try {
      const added = await write(
        call(api.inventorys.inventory.post({ itemName, itemQuantity, itemStatus: 'enabled' }), {
          _id: '',
          itemName: '',
        }),
        (row) => row.itemName === itemName,
      )
      showToast(`${added.itemName} added`)
      clearDraft(DRAFT)
      setItem(EMPTY)
      setProblems({})
      form.current?.querySelector('input')?.focus({ preventScroll: true })
      onAdded(added._id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(toProblems(error, error.code === 'network' ? UNREACHED : FAILED))
    }
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void run(add)
  }
  return (
    <li className={styles.Add}>
      <form ref={form} aria-label="Add item" noValidate onSubmit={handleSubmit}>
        <Field
          label="New item"
          value={item.name}
          autoComplete="off"
          maxLength={limits.nameLength}
          error={problems.itemName}
          onChange={(event) => change({ ...item, name: event.target.value })}
        />
        <Field
          label="Quantity"
          value={item.quantity}
          inputMode="numeric"
          autoComplete="off"
          error={problems.itemQuantity}
          onChange={(event) => change({ ...item, quantity: event.target.value })}
          {...selectsOnFocus}
        />
        <Button type="submit" variant={isMain ? 'primary' : 'quiet'} busy={busy}>
          Add Item
        </Button>
        <Notice tone="danger">{problems.form}</Notice>
      </form>
    </li>
  )
}
