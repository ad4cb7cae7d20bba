import { useState } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { offerUndo, showFailure, showToast } from '#client/portal/ui/toast.ts'
import { Part, Row } from './parts.tsx'

type Open = 'confirm' | 'busy' | 'failed' | 'plain' | 'wide' | 'sheet' | null

export function Toasts() {
  return (
    <Part title="Toast">
      <Row>
        <Button onClick={() => showToast('Added to Cart')}>Say “Added to Cart”</Button>
        <Button onClick={() => showFailure('Something went wrong. Please try again.')}>
          Say that it failed
        </Button>
        <Button
          onClick={() => offerUndo('Gaffer Tape removed', () => showToast('Gaffer Tape is back'))}
        >
          Remove Gaffer Tape
        </Button>
      </Row>
    </Part>
  )
}

export function Dialogs() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const openers: [Exclude<Open, null>, string][] = [
    ['confirm', 'Delete an item'],
    ['busy', 'Delete, under way'],
    ['failed', 'Delete, failed'],
    ['plain', 'Add Custom Item'],
    ['wide', 'Structure'],
    ['sheet', 'View Cart'],
  ]
  return (
    <Part title="Dialog">
      <Row>
        {openers.map(([name, label]) => (
          <Button key={name} onClick={() => setOpen(name)}>
            {label}
          </Button>
        ))}
      </Row>
      <ConfirmDialog
        open={open === 'confirm' || open === 'busy' || open === 'failed'}
        title="Confirm Delete"
        confirmLabel="Yes, Delete"
        loss
        busy={open === 'busy'}
        error={open === 'failed' ? 'Failed to delete item. Please try again later.' : null}
        onConfirm={close}
        onCancel={close}
      >
        <p>Are you sure you want to delete this item?</p>
        <p>
          <b>LED Strip 5 m</b>, 10 asked, 0 given.
        </p>
      </ConfirmDialog>
      <Dialog open={open === 'plain'} onClose={close} title="Add Custom Item">
        <Field label="Item name" data-autofocus />
        <Field label="Link" hint="Optional" placeholder="https://" />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={() => showToast('Added to Cart')}>
            Add to Cart
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog
        open={open === 'wide'}
        onClose={close}
        title="Structure"
        place="wide"
        exit="slow"
        closeLabel="Close Structure"
      >
        <p>Everything that has to stand up is built here.</p>
      </Dialog>
      <Dialog
        open={open === 'sheet'}
        onClose={close}
        title="Cart"
        place="bottom"
        closeLabel="Hide Cart"
      >
        <p>Your cart is empty</p>
      </Dialog>
    </Part>
  )
}
