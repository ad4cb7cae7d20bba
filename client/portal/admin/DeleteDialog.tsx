import { type ReactNode, useState } from 'react'
import { ApiError } from '#client/portal/api.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'

type DeleteDialogProps<Target> = {
  /** What to delete; `null` closes the dialog. */
  target: Target | null
  title: string
  confirmLabel: string
  /** Calls the server. */
  remove: (target: Target) => Promise<unknown>
  /** Called after a success, when the dialog has closed and the focus may move. */
  onRemoved: (target: Target) => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is deleted, and stays open with the reason when that fails. */
export function DeleteDialog<Target>(props: DeleteDialogProps<Target>) {
  const { target, title, confirmLabel, remove, onRemoved, onClose, children } = props
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  function handleClose() {
    setError(null)
    onClose()
  }
  async function handleConfirm() {
    if (target === null) return
    setBusy(true)
    try {
      await remove(target)
      handleClose()
      onRemoved(target)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
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
      onConfirm={() => void handleConfirm()}
      onCancel={handleClose}
    >
      {children}
    </ConfirmDialog>
  )
}
