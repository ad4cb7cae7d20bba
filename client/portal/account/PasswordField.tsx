import { useState } from 'react'
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
