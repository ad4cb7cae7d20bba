import type { ComponentPropsWithRef } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> & {
  icon: IconName
  /** What a press does, with the thing it does it to: "Remove Gaffer Tape". */
  label: string
  size?: 'normal' | 'small'
  /** It deletes something: it turns red under the pointer. */
  danger?: boolean
}

export function IconButton({ icon, label, size, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(styles.IconButton, className)}
      data-size={size}
      data-danger={danger || undefined}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
