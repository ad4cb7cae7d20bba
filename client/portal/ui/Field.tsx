import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '#client/shared/Icon.tsx'
import styles from './Field.module.css'

export type FieldProps = Omit<ComponentProps<'input'>, 'className'> & {
  label: ReactNode
  /** A sentence under the input; an error replaces it. */
  hint?: ReactNode
  error?: string | undefined
  /** A `FieldButton` inside the input's right edge. */
  action?: ReactNode
}

/** A labelled input. It keeps its native behaviour, so that paste, autofill and password managers work. */
export function Field({ label, hint, error, action, id, ...input }: FieldProps) {
  const generated = useId()
  const inputId = id ?? generated
  const noteId = `${inputId}-note`
  const note = error || hint
  return (
    <div className={styles.Field}>
      <label htmlFor={inputId}>{label}</label>
      <div className={styles.Control} data-action={action ? '' : undefined}>
        <input
          {...input}
          id={inputId}
          className={styles.Input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        />
        {action}
      </div>
      {note && (
        <p id={noteId} className={error ? styles.Error : 'hint'}>
          {error && <Icon name="warning" size="small" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}

type FieldButtonProps = Omit<ComponentProps<'button'>, 'type' | 'className'>

export const FieldButton = (props: FieldButtonProps) => (
  <button {...props} type="button" className={styles.Button} />
)
