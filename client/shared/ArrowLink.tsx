import type { ComponentPropsWithRef } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import styles from './ArrowLink.module.css'

export function ArrowLink({ className, children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...rest} className={cx(styles.ArrowLink, className)}>
      {children}
      <Icon name="right" />
    </a>
  )
}
