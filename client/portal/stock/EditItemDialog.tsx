import { Fragment, useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import type { IsOwn } from '#client/portal/data/own-rows.ts'
import { conflictsOf } from '#client/portal/drafts/drafts.ts'
import type { useDrafts } from '#client/portal/drafts/use-drafts.ts'
import { FieldConflict } from '#client/portal/drafts/FieldConflict.tsx'
import { DialogForm } from '#client/portal/ui/DialogForm.tsx'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { Dialog } from '#client/shared/Dialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import type { StockItem } from '#src/contract/records.ts'
import {
  findItemProblems,
  FIELD_WORDS,
  ITEM_FIELDS,
  type ItemValues,
  type Problems,
  toItemChange,
  toProblems,
} from './item-fields.ts'
import styles from './StockPage.module.css'

type EditItemDialogProps = {
  item: StockItem | null
  edits: ReturnType<typeof useDrafts<StockItem, ItemValues>>
  onClose: () => void
}

const CHOOSE = 'Someone else changed this item meanwhile: choose which value stays.'
/** Someone else may save the item first each time. */
const MOST_TRIES = 3

export function EditItemDialog({ item, edits, onClose }: EditItemDialogProps) {
  const [busy, run] = useBusy()
  const [problems, setProblems] = useState<Problems>({})
  const id = item?._id ?? ''
  const own = edits.drafts[id]
  const conflicts = edits.conflicts.filter((conflict) => conflict.id === id)

  function close() {
    setProblems({})
    onClose()
  }
  function handleCancel() {
    const { [id]: _dropped, ...others } = edits.drafts
    edits.replace(others)
    close()
  }

  /** Saves the edits. When someone else changed other fields only, it tries again with their revision and does not ask. */
  async function save(shown: StockItem) {
    if (!own) return
    const sent = { [id]: own }
    const isOwn: IsOwn = ({ _id }) => _id === id
    let row = shown
    for (let tries = 1; ; tries++)
      try {
        const change = { rev: row.rev, ...toItemChange(own) }
        const { batch } = await write(
          call(api.inventorys.inventory({ id }).patch(change), { _id: '', rev: 0 }),
          isOwn,
        )
        edits.clearSaved(sent)
        const undo = { undone: '1 decision undone', subject: id, isOwn }
        offerBatchUndo('Saved 1 change', batch, undo)
        return close()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code !== 'changed_meanwhile' || !error.current)
          return setProblems(toProblems(error))
        // Not validated: page and server share the contract.
        row = error.current as StockItem
        if (conflictsOf(ITEM_FIELDS, row, own).length > 0 || tries === MOST_TRIES)
          return setProblems({ form: CHOOSE })
      }
  }
  function handleSubmit() {
    if (!item || busy) return
    if (!own) {
      showToast('No changes to save.')
      return close()
    }
    if (conflicts.length > 0) return setProblems({ form: CHOOSE })
    const faults = findItemProblems(toItemChange(own))
    if (faults) return setProblems(faults)
    setProblems({})
    void run(() => save(item))
  }

  const fieldOf = <F extends keyof ItemValues>(field: F) => item && edits.field(item, field)
  function edit<F extends keyof ItemValues>(field: F, mine: ItemValues[F]) {
    setProblems({})
    fieldOf(field)?.edit(mine)
  }
  function conflictOn(name: keyof ItemValues) {
    const field = fieldOf(name)
    return (
      field && <FieldConflict label={`${FIELD_WORDS[name]} of ${item?.itemName}`} field={field} />
    )
  }
  return (
    <Dialog open={item !== null} onClose={handleCancel} title="Edit item" busy={busy}>
      <DialogForm
        className={styles.Edit}
        submitLabel="Save"
        busy={busy}
        error={problems.form}
        onSubmit={handleSubmit}
        onCancel={handleCancel}
      >
        {(['itemName', 'itemQuantity', 'unit', 'place'] as const).map((field) => (
          <Fragment key={field}>
            <Field
              label={FIELD_WORDS[field]}
              value={fieldOf(field)?.value ?? ''}
              autoComplete="off"
              inputMode={field === 'itemQuantity' ? 'numeric' : undefined}
              maxLength={field === 'itemName' ? limits.nameLength : undefined}
              error={problems[field]}
              onChange={(event) => edit(field, event.target.value)}
            />
            {conflictOn(field)}
          </Fragment>
        ))}
        <Checkbox
          label="Enabled: clubs can order it"
          checked={fieldOf('itemStatus')?.value === 'enabled'}
          onChange={(event) => edit('itemStatus', event.target.checked ? 'enabled' : 'disabled')}
        />
        {conflictOn('itemStatus')}
      </DialogForm>
    </Dialog>
  )
}
