import { useState } from 'react'
import { Field, type FieldProps } from '#client/portal/ui/Field.tsx'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { useAttempt } from '#client/portal/data/attempt.ts'

type RenameDialogProps = Pick<FieldProps, 'label' | 'hint' | 'maxLength'> & {
  title: string
  name: string
  rename: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for another name. The server says what is wrong with it. */
export function RenameDialog({ title, name, rename, onClose, ...field }: RenameDialogProps) {
  const [typed, setTyped] = useState(name)
  const { busy, failure, attempt } = useAttempt()
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Rename"
      busy={busy}
      onSubmit={() => attempt(() => rename(typed).then(onClose))}
      onCancel={onClose}
    >
      <Field
        {...field}
        value={typed}
        autoComplete="off"
        error={failure}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}
