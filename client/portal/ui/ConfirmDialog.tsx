import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Notice } from './Notice.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  /** A verb and its object: "Yes, Delete", "Place order of 24 pieces". */
  confirmLabel: string
  cancelLabel?: string
  loss?: boolean
  busy?: boolean
  error?: string | null | undefined
  /** Why it cannot be confirmed now. */
  obstacle?: string | null
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  loss = false,
  busy = false,
  error,
  obstacle = null,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const obstacleId = useId()
  return (
    <Dialog open={open} onClose={onCancel} title={title} busy={busy}>
      {children}
      <output>
        {obstacle && (
          <Notice id={obstacleId} icon="lock">
            {obstacle}
          </Notice>
        )}
      </output>
      <Notice tone="danger">{error}</Notice>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button
          variant={loss ? 'loss' : 'primary'}
          busy={busy}
          disabled={obstacle !== null}
          reasonId={obstacleId}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
