import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import bar from './Bar.module.css'
import styles from './LitPicture.module.css'

/** A picture that fills a dialog: in the light of the stage, above a rail that may hold the ways to others. */
export function LitPicture({ picture, children }: { picture: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.LitPicture}>
      {picture}
      <div className={cx(bar.Bar, styles.Rail)}>{children}</div>
    </div>
  )
}
