import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: ReactNode }

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles.Checkbox}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  )
}
