import { useEffect, useRef, useState } from 'react'
import { useLiveList, write } from '#client/portal/data/live-query.ts'
import { stockList } from './lists.ts'
import { ApiError, api, call, isRefusal } from '#client/portal/data/api.ts'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { currentEdition, useOrdering } from '#client/portal/ordering/ordering.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { goToWrongNumber, Stepper } from '#client/portal/ui/Stepper.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { isRecord } from '#client/shared/storage.ts'
import { limits } from '#src/contract/limits.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { isolated } from '#src/rules/isolated.ts'
import { grouped } from '#src/rules/number-text.ts'
import { leftText } from '#src/rules/order-faults.ts'
import { closeLateLine, type LateLine, useLateLine } from './late-line.ts'
import styles from '#client/portal/ui/Field.module.css'

const SENT = 'late-line-sent'

/** A call that was sent and not answered yet. */
const isSent = (value: unknown): value is { text: string; key: string } =>
  isRecord(value) && typeof value.text === 'string' && typeof value.key === 'string'

/** A call without an answer is sent again under its key, also after a reload, so that it is done once. */
function keyOf(text: string): string {
  const kept = readDraft(SENT, isSent)
  if (kept?.text === text) return kept.key
  const key = newIdempotencyKey()
  writeDraft(SENT, { text, key })
  return key
}

/** Adds a line to a club's order, also while ordering is off, and gives of it in the same step. */
export function LateLineDialog() {
  const of = useLateLine()
  return of && <LateLineForm of={of} />
}

function LateLineForm({ of }: { of: LateLine }) {
  const [busy, run] = useBusy()
  const { rows, phase } = useLiveList(stockList)
  const isOpen = useOrdering()?.ordering.isOpen ?? false
  const [chosen, setChosen] = useState(of.itemId)
  const [asked, setAsked] = useState(of.asked)
  const [given, setGiven] = useState(0)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const askedBox = useRef<HTMLDivElement>(null)
  const items = rows.filter(canBeOrdered)
  const item = items.find(({ _id }) => _id === chosen) ?? items[0]
  const left = item?.itemQuantity ?? 0

  useEffect(() => {
    // The digit that opened the dialog may have more behind it, so nothing is selected.
    const input = askedBox.current?.querySelector('input')
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])

  async function add() {
    if (!item) return
    const row = { item_id: item._id, ordered_quantity: asked }
    const items = [{ ...row, ...(given > 0 && { allotted_quantity: given }) }]
    const edition = currentEdition()
    const body = {
      userId: of.userId,
      items,
      late: true,
      ...(edition && { edition: edition._id }),
    }
    const text = JSON.stringify(body)
    const key = keyOf(text)
    setFailure(null)
    try {
      const headers = { 'idempotency-key': key }
      await write(call(api.cart['add-items'].post(body, { headers }), { items: [] }))
      clearDraft(SENT)
      showToast(
        `Added ${grouped(asked)} ${isolated(item.itemName)} to ${isolated(of.clubName)}’s order`,
      )
      closeLateLine()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isRefusal(error)) clearDraft(SENT)
      setFailure(error)
    }
  }
  const faultOf = (field: string) =>
    failure?.errors.find(({ path }) => path === `items.0.${field}`)?.msg
  const [askedFault, givenFault] = [faultOf('ordered_quantity'), faultOf('allotted_quantity')]
  const words = item ? `${grouped(asked)} ${item.itemName}` : grouped(asked)
  return (
    <ConfirmDialog
      title={`Add to ${of.clubName}’s order`}
      confirmLabel={given > 0 ? `Add ${grouped(asked)}, give ${grouped(given)}` : `Add ${words}`}
      busy={busy}
      disabled={!item}
      error={
        phase === 'failed'
          ? 'Failed to fetch the items'
          : !askedFault && !givenFault && failure?.message
      }
      onSubmit={(form) => {
        if (!goToWrongNumber(form)) void run(add)
      }}
      onCancel={closeLateLine}
    >
      <p>
        {isOpen
          ? 'The history says that you added the line.'
          : 'Ordering is closed for clubs. You can still add a line; the history says that you did.'}
      </p>
      <InlineSelect
        label="Item"
        showsLabel
        value={item?._id ?? ''}
        options={items.map(({ _id, itemName }) => ({ value: _id, label: itemName }))}
        onChange={(id) => {
          setChosen(id)
          setGiven(0)
        }}
      />
      <div className="choices">
        <div className={styles.Field} ref={askedBox}>
          <span aria-hidden="true">Asked</span>
          <Stepper
            label="Asked"
            min={1}
            max={limits.orderedQuantity}
            value={asked}
            error={askedFault}
            takesFocus={of.itemId !== null}
            onChange={setAsked}
          />
        </div>
        <div className={styles.Field}>
          <span aria-hidden="true">Give now</span>
          <Stepper
            key={item?._id}
            label="Give now"
            max={Math.min(left, limits.allotmentChange)}
            maxReason={leftText(left, item?.itemName ?? 'this item')}
            value={given}
            error={givenFault}
            onChange={setGiven}
          />
        </div>
      </div>
    </ConfirmDialog>
  )
}
