import type { ReactNode } from 'react'
import { ArrowLink } from './ArrowLink.tsx'
import type { HoardingLine } from './hoarding-line.ts'
import { Hoarding } from './Hoarding.tsx'
import styles from './EmptyStage.module.css'
import './fit-shell.css'

export function EmptyStage({
  lines,
  ways,
  stage,
  sign,
  children,
}: {
  lines: readonly HoardingLine[]
  ways?: ReactNode
  /** What is on the stage: `404` for a missing page, an empty `poster` for a missing picture, nothing for a failure. */
  stage: '404' | 'poster' | 'bare'
  sign?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={styles.EmptyStage} data-stage={stage}>
      <Hoarding level={1} lines={lines} />
      <p>{children}</p>
      <div className={styles.Ways}>
        {ways ?? <ArrowLink href="/">Go to the home page</ArrowLink>}
      </div>
      {stage === 'poster' && (
        <span className={styles.Frame} aria-hidden="true">
          {sign && <span>{sign}</span>}
        </span>
      )}
    </div>
  )
}
