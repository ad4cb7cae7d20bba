import { limits } from '#src/contract/limits.ts'
import { Field, type FieldProps } from '#client/portal/ui/Field.tsx'
import styles from './CodeField.module.css'

type CodeFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'onChange'> & {
  value: string
  onChange: (code: string) => void
}

/** One input for the whole code, so that paste and a phone's suggestion work. It drops spaces and hyphens of a pasted code. */
export function CodeField({ onChange, ...props }: CodeFieldProps) {
  return (
    <div className={styles.Code}>
      <Field
        {...props}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) =>
          onChange(event.target.value.replaceAll(/\D/g, '').slice(0, limits.codeDigits))
        }
      />
    </div>
  )
}
