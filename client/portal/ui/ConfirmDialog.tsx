import type { ReactNode } from 'react'
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
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={title} busy={busy}>
      {children}
      <Notice tone="danger">{error}</Notice>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button variant={loss ? 'loss' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
