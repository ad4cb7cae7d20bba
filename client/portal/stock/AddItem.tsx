import { type FormEvent, useRef, useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { isRecord } from '#client/shared/storage.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import { findItemProblems, readItemQuantity } from './item-fields.ts'
import styles from './StockPage.module.css'

const DRAFT = 'new-item'
type NewItem = { name: string; quantity: string }
const EMPTY: NewItem = { name: '', quantity: '0' }

const isNewItem = (value: unknown): value is NewItem =>
  isRecord(value) && typeof value.name === 'string' && typeof value.quantity === 'string'

type Problems = { itemName?: string; itemQuantity?: string; form?: string }
const NO_PROBLEMS: Problems = {}
const UNREACHED = 'An error occurred while adding the item'
const FAILED = 'Failed to add item'

function toProblems(error: ApiError): Problems {
  const about = (field: string) => error.errors.find(({ path }) => path === field)?.msg
  const itemName = about('itemName') ?? (error.code === 'name_taken' ? error.message : undefined)
  const itemQuantity = about('itemQuantity')
  if (itemName === undefined && itemQuantity === undefined)
    return { form: error.answer ?? (error.code === 'network' ? UNREACHED : FAILED) }
  return { ...(itemName && { itemName }), ...(itemQuantity && { itemQuantity }) }
}

type AddItemProps = {
  /** Whether it is the one main action of the screen just now. */
  isMain: boolean
  onAdded: (id: string) => void
}

export function AddItem({ isMain, onAdded }: AddItemProps) {
  const [item, setItem] = useState(() => readDraft(DRAFT, isNewItem) ?? EMPTY)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(next: NewItem) {
    setItem(next)
    setProblems(NO_PROBLEMS)
    writeDraft(DRAFT, next)
  }
  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const itemName = item.name.trim()
    if (itemName === '' || busy) return
    const itemQuantity = readItemQuantity(item.quantity)
    const faults = findItemProblems({ itemName, itemQuantity })
    if (faults.length > 0)
      return setProblems(Object.fromEntries(faults.map(({ path, msg }) => [path, msg])))
    setBusy(true)
    try {
      const added = await write(
        call(api.inventorys.inventory.post({ itemName, itemQuantity, itemStatus: 'enabled' })),
        (row) => row.itemName === itemName,
      )
      showToast(`${added.itemName} added`)
      clearDraft(DRAFT)
      setItem(EMPTY)
      form.current?.querySelector('input')?.focus({ preventScroll: true })
      onAdded(added._id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(toProblems(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.Add}>
      <form
        ref={form}
        aria-label="Add item"
        noValidate
        onSubmit={(event) => void handleSubmit(event)}
      >
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
          onFocus={(event) => event.target.select()}
        />
        <Button type="submit" variant={isMain ? 'primary' : 'quiet'} busy={busy}>
          Add Item
        </Button>
        <Notice tone="danger">{problems.form}</Notice>
      </form>
    </li>
  )
}
