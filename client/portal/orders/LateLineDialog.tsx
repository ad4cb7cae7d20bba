import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLiveList, write } from '#client/portal/data/live-query.ts'
import { stockList } from './lists.ts'
import { ApiError, api, call, isRefusal } from '#client/portal/data/api.ts'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { useOrdering } from '#client/portal/ordering/use-ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { limits } from '#src/contract/limits.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { grouped } from '#src/rules/number-text.ts'
import { leftText } from '#src/rules/order-faults.ts'
import { closeLateLine, type LateLine, useLateLine } from './late-line.ts'
import styles from './LateLineDialog.module.css'

/** Adds a line to a club's order, also while ordering is off, and gives of it in the same step. */
export function LateLineDialog() {
  const { of } = useLateLine()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={of !== null}
      onClose={closeLateLine}
      busy={busy}
      title={of && `Add to ${of.clubName}’s order`}
    >
      {of && (
        <LateLineForm
          // A dialog that opens again while the last one fades out begins anew.
          key={`${of.userId} ${of.itemId} ${of.asked}`}
          of={of}
          busy={busy}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  )
}

type FormProps = { of: LateLine; busy: boolean; onBusy: (busy: boolean) => void }

function LateLineForm({ of, busy, onBusy }: FormProps) {
  const { rows, phase } = useLiveList(stockList)
  const isOpen = useOrdering()?.ordering.isOpen ?? false
  const [chosen, setChosen] = useState(of.itemId)
  const [asked, setAsked] = useState(of.asked)
  const [given, setGiven] = useState(0)
  const [failure, setFailure] = useState<ApiError | null>(null)
  /** An unanswered call is sent again under its key, so that it is done once. */
  const sent = useRef({ text: '', key: '' })
  const askedBox = useRef<HTMLDivElement>(null)
  const items = rows.filter(canBeOrdered)
  const item = items.find(({ _id }) => _id === chosen) ?? items[0]
  const left = item?.itemQuantity ?? 0

  useEffect(() => {
    // The digit that opened the dialog may have more behind it, so nothing is selected.
    const input = askedBox.current?.querySelector('input')
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!item || busy) return
    const row = { item_id: item._id, ordered_quantity: asked }
    const items = [{ ...row, ...(given > 0 && { allotted_quantity: given }) }]
    const body = { userId: of.userId, items, late: true }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() }
    setFailure(null)
    onBusy(true)
    try {
      const headers = { 'idempotency-key': sent.current.key }
      await write(call(api.cart['add-items'].post(body, { headers }), { items: [] }))
      showToast(`Added ${grouped(asked)} ${item.itemName} to ${of.clubName}’s order`)
      closeLateLine()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isRefusal(error)) sent.current = { text: '', key: '' }
      setFailure(error)
    } finally {
      onBusy(false)
    }
  }

  const faultOf = (field: string) =>
    failure?.errors.find(({ path }) => path === `items.0.${field}`)?.msg
  const [askedFault, givenFault] = [faultOf('ordered_quantity'), faultOf('allotted_quantity')]
  const words = item ? `${grouped(asked)} ${item.itemName}` : grouped(asked)
  return (
    <form className="fields" onSubmit={(event) => void handleSubmit(event)} noValidate>
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
      <div className={styles.Pair}>
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
            label="Give now"
            max={Math.min(left, limits.allotmentChange)}
            maxReason={leftText(left, item?.itemName ?? 'this item')}
            value={given}
            error={givenFault}
            onChange={setGiven}
          />
        </div>
      </div>
      <Notice tone="danger">
        {phase === 'failed'
          ? 'Failed to fetch the items'
          : failure && !askedFault && !givenFault && failure.message}
      </Notice>
      <DialogActions>
        <Button onClick={closeLateLine} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!item}>
          {given > 0 ? `Add ${grouped(asked)}, give ${grouped(given)}` : `Add ${words}`}
        </Button>
      </DialogActions>
    </form>
  )
}
