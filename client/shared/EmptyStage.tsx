import type { ReactNode } from 'react'
import { ArrowLink } from './ArrowLink.tsx'
import type { HoardingLine } from './hoarding-line.ts'
import { Hoarding } from './Hoarding.tsx'
import styles from './EmptyStage.module.css'
import './fit-shell.css'

/** A page where something should stand: a lit stage. */
export function EmptyStage({
  lines,
  ways,
  stage,
  sign,
  children,
}: {
  lines: readonly HoardingLine[]
  /** Where to go from here; left out: the home page. */
  ways?: ReactNode
  /** What the light falls on: 404 in tape for a page that is missing, an empty poster for a picture, nothing for a failure. */
  stage: '404' | 'poster' | 'bare'
  /** What the poster is of, if that is known. */
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
