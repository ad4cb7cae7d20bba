import type { ReactNode } from 'react'
import { DialogActions } from '#client/shared/Dialog.tsx'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type DialogFormProps = {
  submitLabel: ReactNode
  busy?: boolean
  disabled?: boolean
  /** Why the call failed, if that concerns no single field. */
  error?: ReactNode
  className?: string | undefined
  onSubmit: (form: HTMLElement) => void
  onCancel: () => void
  children: ReactNode
}

/** The form in a dialog: its fields, what failed, and its two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { submitLabel, busy = false, disabled = false, className = 'fields', children } = props
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit(event.currentTarget)
      }}
    >
      {children}
      <Notice tone="danger">{props.error}</Notice>
      <DialogActions>
        <Button onClick={props.onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
