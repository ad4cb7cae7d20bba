import type { ComponentProps } from 'react'
import { limits } from '#src/contract/limits.ts'
import styles from './InlineControl.module.css'

type InlineTextProps = Pick<
  ComponentProps<'input'>,
  'list' | 'onFocus' | 'placeholder' | 'onKeyDown'
> & {
  label: string
  value: string
  /** Read-only, but still in the tab order. */
  locked?: boolean
  onChange: (value: string) => void
}

/** A remark that is edited in place. */
export function InlineText(props: InlineTextProps) {
  const { label, value, locked = false, onChange, ...rest } = props
  return (
    <>
      <input
        className={styles.InlineControl}
        type="text"
        aria-label={label}
        autoComplete="off"
        maxLength={limits.remarksLength}
        value={value}
        readOnly={locked}
        aria-disabled={locked || undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      <span className={styles.OnPaper}>{value}</span>
    </>
  )
}
