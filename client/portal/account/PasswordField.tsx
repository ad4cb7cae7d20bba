import { useState } from 'react'
import { problemAt } from './form-problems.ts'
import type { useMailedCode } from './use-mailed-code.ts'
import { Field, FieldButton, type FieldProps } from '#client/portal/ui/Field.tsx'

/** A password with a button that shows it. The button has no `aria-label`, so that a search for the label finds the input alone. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'action' | 'spellCheck'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      action={
        <FieldButton aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="sr"> password</span>
        </FieldButton>
      }
    />
  )
}

type NewPasswordProps = { id: string; label: string; form: ReturnType<typeof useMailedCode> }

export const NewPasswordField = ({ id, label, form }: NewPasswordProps) => (
  <PasswordField
    id={id}
    label={label}
    autoComplete="new-password"
    value={form.password}
    error={problemAt(form.problems, id)}
    hint="A long phrase is best; common passwords are refused."
    onChange={(event) => form.setPassword(event.target.value)}
  />
)
