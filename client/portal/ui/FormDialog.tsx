import type { ReactNode } from 'react'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type FormDialogProps = {
  title: ReactNode
  submitLabel: ReactNode
  busy?: boolean
  disabled?: boolean
  /** Why the call failed, if that concerns no single field. */
  error?: ReactNode
  onSubmit: (form: HTMLElement) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: its fields, what failed, and its two buttons. Render it while it is open: it begins anew each time. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, busy = false, disabled = false, onClose, children } = props
  return (
    <Dialog open title={title} busy={busy} onClose={onClose}>
      <form
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          props.onSubmit(event.currentTarget)
        }}
      >
        {children}
        <Notice tone="danger">{props.error}</Notice>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
