import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { HoardingLine } from './hoarding-line.ts'
import { Hoarding } from './Hoarding.tsx'
import styles from './EmptyStage.module.css'
import './fit-shell.css'

type EmptyStageProps = {
  lines: readonly HoardingLine[]
  ways: ReactNode
  /** The class that draws the figure on the stage; without it the stage is empty. */
  className?: string | undefined
  children: ReactNode
}

export function EmptyStage({ lines, ways, className, children }: EmptyStageProps) {
  return (
    <div className={cx(styles.EmptyStage, className)}>
      <Hoarding level={1} lines={lines} />
      <p>{children}</p>
      <div className={styles.Ways}>{ways}</div>
    </div>
  )
}
