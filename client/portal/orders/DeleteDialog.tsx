import { type ReactNode, useState } from 'react'
import { useAttempt } from '#client/portal/app/use-attempt.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { limits } from '#src/contract/limits.ts'
import { suggestsRemarks } from './Remarks.tsx'

type DeleteDialogProps<Reply> = {
  title: string
  confirmLabel: string
  /** Calls the server. The query has the reason, if one was given. */
  remove: (query: { reason?: string }) => Promise<Reply>
  /** Called after a success, when the dialog closes and the focus may move. */
  onRemoved: (reply: Reply) => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is deleted, and why. It stays open with the error when the deletion fails. */
export function DeleteDialog<Reply>(props: DeleteDialogProps<Reply>) {
  const { title, confirmLabel, remove, onRemoved, onClose, children } = props
  const { busy, failure, attempt } = useAttempt()
  const [reason, setReason] = useState('')

  async function handleConfirm() {
    const given = reason.trim()
    const reply = await remove(given ? { reason: given } : {})
    onClose()
    onRemoved(reply)
  }
  return (
    <ConfirmDialog
      open
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
