import type { ReactNode } from 'react'
import { ArrowLink } from './ArrowLink.tsx'
import type { HoardingLine } from './hoarding-line.ts'
import { Hoarding } from './Hoarding.tsx'
import styles from './EmptyStage.module.css'
import './fit-shell.css'

/** A page where something should stand: a lit stage with a tape cross. */
export function EmptyStage({
  lines,
  ways,
  frame = false,
  children,
}: {
  lines: readonly HoardingLine[]
  /** Where to go from here; left out: the home page. */
  ways?: ReactNode
  /** An empty poster stands in the light: a picture is missing, not a page. */
  frame?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.EmptyStage} data-frame={frame || undefined}>
      <Hoarding level={1} lines={lines} />
      <p>{children}</p>
      <div className={styles.Ways}>
        {ways ?? <ArrowLink href="/">Go to the home page</ArrowLink>}
      </div>
      {frame && (
        <span className={styles.Frame} aria-hidden="true">
          <span>?</span>
        </span>
      )}
    </div>
  )
}
