import { useState } from 'react'
import { Dialog } from '#client/shared/Dialog.tsx'
import { useForm } from '#client/portal/account/use-form.ts'
import { DialogForm } from '#client/portal/ui/DialogForm.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import type { Club } from '#src/contract/people.ts'
import { nameFault } from '#src/rules/name-text.ts'
import { changeClub } from './people.ts'

export function RenameDialog({ club, onClose }: { club: Club | null; onClose: () => void }) {
  const form = useForm('name')
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? club?.name ?? ''

  function close() {
    form.clear()
    setTyped(null)
    onClose()
  }
  function handleSubmit() {
    if (!club) return
    const fault = nameFault('A club name', name)
    form.send([fault !== null && { text: fault, fieldId: 'name' }], async () => {
      await changeClub(club, { name })
      close()
      showToast(`${club.name} is now called ${name.trim()}`)
    })
  }
  return (
    <Dialog
      open={club !== null}
      title={`Rename ${club?.name ?? ''}`}
      onClose={close}
      busy={form.busy}
    >
      <DialogForm
        submitLabel="Rename"
        busy={form.busy}
        error={form.error}
        onSubmit={handleSubmit}
        onCancel={close}
      >
        <Field
          id="name"
          label="Name of the club"
          autoComplete="off"
          maxLength={limits.nameLength}
          value={name}
          error={form.errorOf('name')}
          onChange={(event) => setTyped(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
