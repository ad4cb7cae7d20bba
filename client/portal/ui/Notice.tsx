import type { ReactNode } from 'react'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './Notice.module.css'

type NoticeProps = {
  /** `danger` is read aloud at once; the others are not live regions. */
  tone?: 'plain' | 'info' | 'warn' | 'ok' | 'danger'
  icon?: IconName
  id?: string | undefined
  children: ReactNode
}

const iconOf = {
  plain: 'lock',
  info: 'box',
  warn: 'warning',
  ok: 'check',
  danger: 'warning',
} as const

/** A sentence with an icon: a reason, a success or a failure. The region of a failure is in the page before its text, because screen
 *  readers ignore a region that appears together with its text. */
export function Notice({ tone = 'plain', icon = iconOf[tone], id, children }: NoticeProps) {
  if (!children && tone !== 'danger') return null
  return (
    <div
      id={id}
      className={styles.Notice}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      {children && (
        <>
          <Icon name={icon} size="small" />
          <span>{children}</span>
        </>
      )}
    </div>
  )
}
