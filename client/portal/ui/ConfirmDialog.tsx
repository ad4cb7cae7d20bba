import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Notice } from './Notice.tsx'

type ConfirmDialogProps = {
  /** Left out: render it while it is open, and it begins anew each time. */
  open?: boolean
  title: string
  children: ReactNode
  /** A verb and its object: "Yes, Delete", "Place order of 24 pieces". */
  confirmLabel: string
  cancelLabel?: string
  loss?: boolean
  busy?: boolean
  disabled?: boolean
  /** Why the call failed, if that concerns no single field. */
  error?: ReactNode
  /** Why it cannot be confirmed now; `null` while it can. */
  obstacle?: string | null
  place?: 'wide'
  /** Makes it a form, which Enter sends too. */
  onSubmit?: (form: HTMLElement) => void
  onConfirm?: () => void
  onCancel: () => void
}

/** Asks before something is done, or for what it needs: its content, what failed, and its two buttons. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, title, place, busy = false, disabled = false, obstacle } = props
  const { onSubmit, onConfirm, onCancel } = props
  const obstacleId = useId()
  const content = (
    <>
      {props.children}
      {obstacle !== undefined && (
        <output>
          <Notice id={obstacleId}>{obstacle}</Notice>
        </output>
      )}
      <Notice tone="danger">{props.error}</Notice>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          type={onSubmit ? 'submit' : 'button'}
          variant={props.loss ? 'loss' : 'primary'}
          busy={busy}
          disabled={disabled || Boolean(obstacle)}
          reasonId={obstacle ? obstacleId : undefined}
          onClick={onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </>
  )
  return (
    <Dialog open={open} onClose={onCancel} title={title} busy={busy} place={place}>
      {onSubmit ? (
        <form
          className="fields"
          noValidate
          onSubmit={({ currentTarget }) => onSubmit(currentTarget)}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </Dialog>
  )
}
