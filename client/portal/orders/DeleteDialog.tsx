import { type ReactNode, useState } from 'react'
import { ApiError } from '#client/portal/data/api.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { Field } from '#client/portal/ui/Field.tsx'
import { limits } from '#src/contract/limits.ts'
import styles from './DeleteDialog.module.css'
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
  const [busy, run] = useBusy()
  const [error, setError] = useState<string | null>(null)
  const [reason, setReason] = useState('')

  function handleClose() {
    setError(null)
    setReason('')
    onClose()
  }
  async function handleConfirm() {
    if (target === null) return
    try {
      const given = reason.trim()
      const reply = await remove(target, given ? { reason: given } : {})
      handleClose()
      onRemoved(target, reply)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return (
    <ConfirmDialog
      open={target !== null}
      title={title}
      confirmLabel={confirmLabel}
      loss
      busy={busy}
      error={error}
      onConfirm={() => void run(handleConfirm)}
      onCancel={handleClose}
    >
      {children}
      <div className={styles.Reason}>
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
