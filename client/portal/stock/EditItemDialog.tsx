import { Fragment, useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import type { IsOwn } from '#client/portal/data/own-rows.ts'
import { conflictsOf, type RowDraft } from '#client/portal/drafts/drafts.ts'
import type { useDrafts } from '#client/portal/drafts/use-drafts.ts'
import { FieldConflict } from '#client/portal/drafts/FieldConflict.tsx'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import type { StockItem } from '#src/contract/records.ts'
import { ITEM_FIELDS, type ItemValues, toItemChange } from './item-fields.ts'

type EditItemDialogProps = {
  item: StockItem
  edits: ReturnType<typeof useDrafts<StockItem, ItemValues>>
  onClose: () => void
}

/** What is wrong, by field; `form` is about none of them. */
type Problems = Readonly<Record<string, string>>

const toProblems = ({ errors, message }: ApiError): Problems =>
  errors.length > 0
    ? Object.fromEntries(errors.map(({ path, msg }) => [path, msg]))
    : { form: message }

const CHOOSE = 'Someone else changed this item meanwhile: choose which value stays.'
/** Someone else may save the item first each time. */
const MOST_TRIES = 3

export function EditItemDialog({ item, edits, onClose }: EditItemDialogProps) {
  const [busy, run] = useBusy()
  const [problems, setProblems] = useState<Problems>({})
  const { _id: id, itemName } = item
  const own = edits.drafts[id]
  const conflicts = edits.conflicts.filter((conflict) => conflict.id === id)

  function handleCancel() {
    const { [id]: _dropped, ...others } = edits.drafts
    edits.replace(others)
    onClose()
  }

  /** Saves the edits. When someone else changed other fields only, it tries again with their revision and does not ask. */
  async function save(own: RowDraft<ItemValues>) {
    const sent = { [id]: own }
    const isOwn: IsOwn = ({ _id }) => _id === id
    let row = item
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
        return onClose()
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
    if (!own) {
      showToast('No changes to save.')
      return onClose()
    }
    if (conflicts.length > 0) return setProblems({ form: CHOOSE })
    setProblems({})
    void run(() => save(own))
  }

  function edit<F extends keyof ItemValues>(field: F, mine: ItemValues[F]) {
    setProblems({})
    edits.field(item, field).edit(mine)
  }
  const conflictOn = (name: keyof ItemValues) => (
    <FieldConflict
      label={`${ITEM_FIELDS[name].label} of ${itemName}`}
      field={edits.field(item, name)}
    />
  )
  return (
    <ConfirmDialog
      title="Edit item"
      confirmLabel="Save"
      busy={busy}
      error={problems.form}
      onSubmit={handleSubmit}
      onCancel={handleCancel}
    >
      {(['itemName', 'itemQuantity', 'unit', 'place'] as const).map((field) => (
        <Fragment key={field}>
          <Field
            label={ITEM_FIELDS[field].label}
            value={edits.field(item, field).value}
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
        checked={edits.field(item, 'itemStatus').value === 'enabled'}
        onChange={(event) => edit('itemStatus', event.target.checked ? 'enabled' : 'disabled')}
      />
      {conflictOn('itemStatus')}
    </ConfirmDialog>
  )
}
