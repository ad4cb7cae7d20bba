import { useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { DialogForm } from '#client/portal/ui/DialogForm.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { Dialog } from '#client/shared/Dialog.tsx'
import { limits } from '#src/contract/limits.ts'
import { isolated } from '#src/rules/isolated.ts'
import { nameProblem } from './name-problem.ts'

/** Gives the current edition another name. */
export function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, run] = useBusy()

  async function rename() {
    setProblem(null)
    try {
      await write(call(api.cart.editions.current.patch({ name: typed }), { name: '' }))
      showToast(`Renamed to ${isolated(typed.trim())}`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(nameProblem(error, typed) ?? error.message)
    }
  }
  return (
    <Dialog open onClose={onClose} title="Rename this edition" busy={busy}>
      <DialogForm
        submitLabel="Rename"
        busy={busy}
        onSubmit={() => void run(rename)}
        onCancel={onClose}
      >
        <Field
          label="Name"
          value={typed}
          autoComplete="off"
          maxLength={limits.editionNameLength}
          hint="Clubs read it under the title of every page."
          error={problem ?? undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
