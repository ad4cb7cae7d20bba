import { useState } from 'react'
import { useAttempt } from '#client/portal/app/use-attempt.ts'
import { api, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { DialogForm } from '#client/portal/ui/DialogForm.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { Dialog } from '#client/shared/Dialog.tsx'
import { limits } from '#src/contract/limits.ts'
import { isolated } from '#src/rules/isolated.ts'
import { nameProblem } from './name-problem.ts'

/** Gives the current edition another name. */
export function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState(name)
  const { busy, failure, attempt } = useAttempt(
    (error) => nameProblem(error, typed) ?? error.message,
  )

  async function rename() {
    await write(call(api.cart.editions.current.patch({ name: typed }), { name: '' }))
    showToast(`Renamed to ${isolated(typed.trim())}`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Rename this edition" busy={busy}>
      <DialogForm
        submitLabel="Rename"
        busy={busy}
        onSubmit={() => attempt(rename)}
        onCancel={onClose}
      >
        <Field
          label="Name"
          value={typed}
          autoComplete="off"
          maxLength={limits.editionNameLength}
          hint="Clubs read it under the title of every page."
          error={failure}
          onChange={(event) => setTyped(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
