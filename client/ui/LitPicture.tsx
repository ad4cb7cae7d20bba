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
  /** Under a finger it fills the height of its room, and is moved to see all of it. */
  wide?: boolean
  children?: ReactNode
}

/** A picture that fills a dialog: in the light of the stage, above a rail that may hold the ways to others. */
export function LitPicture({ name, picture, wide = false, children }: LitPictureProps) {
  return (
    <div className={styles.LitPicture}>
      <div className={styles.Room} data-wide={wide || undefined} key={name} ref={showMiddle}>
        {picture}
        {wide && (
          <span className={styles.Moves} aria-hidden="true">
            Drag to see all
          </span>
        )}
      </div>
      <div className={cx(bar.Bar, styles.Rail)}>{children}</div>
    </div>
  )
}
