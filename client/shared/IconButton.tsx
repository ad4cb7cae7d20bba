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
}

export function IconButton({ icon, label, size, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(styles.IconButton, className)}
      data-size={size}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
