import { useState } from 'react'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { limits } from '#src/contract/limits.ts'
import { passwordFault } from '#src/rules/account.ts'
import { Field, FieldButton, type FieldProps } from '#client/portal/ui/Field.tsx'

type PasswordFieldProps = Omit<FieldProps, 'type' | 'action' | 'spellCheck'>

/** A password with a button that shows it. The button has no `aria-label`, so that a search for the label finds the input alone. */
export function PasswordField(props: PasswordFieldProps) {
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

/** Says which of the usual rules a new password breaks, and nothing while it is empty. The server may have stricter rules. */
export function passwordProblems(id: string, password: string, names: string[]): FormProblem[] {
  const rules = { minLength: limits.passwordMinLength, names }
  const text = password === '' ? null : passwordFault(password, rules)
  return text === null ? [] : [{ text, fieldId: id }]
}

export const NewPasswordField = (props: PasswordFieldProps) => (
  <PasswordField
    autoComplete="new-password"
    hint={`${limits.passwordMinLength} characters or more. A long phrase is best; common passwords are refused.`}
    {...props}
  />
)
