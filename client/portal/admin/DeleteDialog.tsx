import { type ReactNode, useState } from 'react'
import { ApiError } from '#client/portal/api.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'

type DeleteDialogProps<Target> = {
  /** What is to go; `null` while nothing is. */
  target: Target | null
  title: string
  confirmLabel: string
  /** Asks the server. */
  remove: (target: Target) => Promise<unknown>
  /** Called once the dialog has closed after a success: the focus is free then. */
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
