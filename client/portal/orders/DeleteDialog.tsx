import { type ReactNode, useState } from 'react'
import { useAttempt } from '#client/portal/app/use-attempt.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { limits } from '#src/contract/limits.ts'
import { suggestsRemarks } from './Remarks.tsx'

type DeleteDialogProps<Target, Reply> = {
  target: Target | null
  title: string
  confirmLabel: string
  /** Calls the server. The query has the reason, if one was given. */
  remove: (target: Target, query: { reason?: string }) => Promise<Reply>
  /** Called after a success, when the dialog has closed and the focus may move. */
  onRemoved: (target: Target, reply: Reply) => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is deleted, and why. It stays open with the error when the deletion fails. */
export function DeleteDialog<Target, Reply>(props: DeleteDialogProps<Target, Reply>) {
  const { target, title, confirmLabel, remove, onRemoved, onClose, children } = props
  const { busy, failure, setFailure, attempt } = useAttempt()
  const [reason, setReason] = useState('')

  function handleClose() {
    setFailure('')
    setReason('')
    onClose()
  }
  async function handleConfirm() {
    if (target === null) return
    const given = reason.trim()
    const reply = await remove(target, given ? { reason: given } : {})
    handleClose()
    onRemoved(target, reply)
  }
  return (
    <ConfirmDialog
      open={target !== null}
      title={title}
      confirmLabel={confirmLabel}
      loss
      busy={busy}
      error={failure}
      onConfirm={() => attempt(handleConfirm)}
      onCancel={handleClose}
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
