import { useState } from 'react'
import { Field, type FieldProps } from '#client/portal/ui/Field.tsx'
import { FormDialog } from '#client/portal/ui/FormDialog.tsx'
import { useAttempt } from './use-attempt.ts'

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
    <FormDialog
      title={title}
      submitLabel="Rename"
      busy={busy}
      onSubmit={() => attempt(() => rename(typed).then(onClose))}
      onClose={onClose}
    >
      <Field
        {...field}
        value={typed}
        autoComplete="off"
        error={failure}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
