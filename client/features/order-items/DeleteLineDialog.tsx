import { useState } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import type { OrderLine } from '#src/contract/records.ts'

type DeleteLineDialogProps = {
  /** The line that is to go; `null` while none is. */
  line: OrderLine | null
  onDelete: (line: OrderLine) => Promise<void>
  onClose: () => void
}

export function DeleteLineDialog({ line, onDelete, onClose }: DeleteLineDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  function handleClose() {
    setError(null)
    onClose()
  }
  async function handleConfirm() {
    if (!line) return
    setBusy(true)
    try {
      await onDelete(line)
      handleClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={line !== null}
      title="Confirm Delete"
      confirmLabel="Yes, Delete"
      loss
      busy={busy}
      error={error}
      onConfirm={() => void handleConfirm()}
      onCancel={handleClose}
    >
      <p>Are you sure you want to delete this item?</p>
      {line && (
        <p>
          <b>{line.itemName}</b>, {line.ordered_quantity} asked, {line.allotted_quantity} given.
        </p>
      )}
    </ConfirmDialog>
  )
}
