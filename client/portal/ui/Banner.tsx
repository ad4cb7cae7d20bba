import type { ReactNode } from 'react'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './Banner.module.css'

type BannerProps = {
  /** `stop`: something cannot be done now; `news`: something new came; `ready`: something waits. */
  tone?: 'stop' | 'news' | 'ready'
  icon: IconName
  children: ReactNode
  action?: ReactNode
}

/** A line across the screen. It is a live region: keep it in the page, without children while there is nothing to say. */
export function Banner({ tone = 'stop', icon, children, action }: BannerProps) {
  return (
    <output className={styles.Banner} data-tone={tone}>
      {children && (
        <>
          <Icon name={icon} />
          <span>{children}</span>
          {action}
        </>
      )}
    </output>
  )
}
