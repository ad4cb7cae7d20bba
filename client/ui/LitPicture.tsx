import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import bar from './Bar.module.css'
import styles from './LitPicture.module.css'

/** Where a picture is wider than its room, its middle comes first. */
const showMiddle = (room: HTMLElement | null) => {
  // the dialog is about to open: it has no size yet
  requestAnimationFrame(() => room?.scrollTo((room.scrollWidth - room.clientWidth) / 2, 0))
}

type LitPictureProps = {
  /** Another picture has another name. */
  name: string
  picture: ReactNode
  children?: ReactNode
}

/** A picture that fills a dialog: in the light of the stage, above a rail that may hold the ways to others. */
export function LitPicture({ name, picture, children }: LitPictureProps) {
  return (
    <div className={styles.LitPicture}>
      <div className={styles.Room} key={name} ref={showMiddle}>
        {picture}
      </div>
      <div className={cx(bar.Bar, styles.Rail)}>{children}</div>
    </div>
  )
}
