import type { ComponentPropsWithRef } from 'react'
import { Icon } from './Icon.tsx'
import styles from './ArrowLink.module.css'

export function ArrowLink({ children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...rest} className={styles.ArrowLink}>
      {children}
      <Icon name="right" />
    </a>
  )
}
