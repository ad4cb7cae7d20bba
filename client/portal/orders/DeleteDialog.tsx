import { type ReactNode, useState } from 'react'
import { useAttempt } from '#client/portal/data/attempt.ts'
import { write } from '#client/portal/data/live-query.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { limits } from '#src/contract/limits.ts'
import { suggestsRemarks } from './Remarks.tsx'

type DeleteDialogProps = {
  title: string
  confirmLabel: string
  /** What is deleted, as toasts call it, and the row that goes from the list. */
  what: string
  id: string
  list: { take: (id: string) => void; places: { release: () => void } }
  /** Calls the server. The query has the reason, if one was given. */
  remove: (query: { reason?: string }) => Promise<{ batch?: string | undefined }>
  onClose: () => void
  children: ReactNode
}

/** Asks before a row is deleted, and why, and offers to undo it. It stays open with the error when the deletion fails. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, confirmLabel, what, id, list, remove, onClose, children } = props
  const { busy, failure, attempt } = useAttempt()
  const [reason, setReason] = useState('')

  async function handleConfirm() {
    const given = reason.trim()
    const isOwn = (row: { _id: string }) => row._id === id
    const { batch } = await write(remove(given ? { reason: given } : {}), isOwn)
    onClose()
    list.take(id)
    offerBatchUndo(`${what} deleted`, batch, {
      undone: `${what} is back`,
      subject: id,
      isOwn,
      release: list.places.release,
    })
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      loss
      busy={busy}
      error={failure}
      onConfirm={() => attempt(handleConfirm)}
      onCancel={onClose}
    >
      <div className="fields">
        {children}
        <Field
          label="Reason (optional)"
          hint="The club reads it."
          autoComplete="off"
          maxLength={limits.remarksLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          {...suggestsRemarks}
        />
      </div>
    </ConfirmDialog>
  )
}
