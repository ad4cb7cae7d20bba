import { useState, type ReactNode } from 'react'
import { cx } from '#client/shared/cx.ts'
import bar from './Bar.module.css'
import styles from './LitPicture.module.css'

/** Where a picture is wider than its room, its middle comes first. */
const showMiddle = (room: HTMLElement | null) => {
  // the dialog is about to open, or the picture to grow: it has no size yet
  requestAnimationFrame(() => room?.scrollTo((room.scrollWidth - room.clientWidth) / 2, 0))
}

type LitPictureProps = {
  /** Another picture has another name. */
  name: string
  picture: ReactNode
  /** Upright and under a finger it can be made as high as its room, and is moved to see all of it. */
  wide?: boolean
  children?: ReactNode
}

/** A picture that fills a dialog: in the light of the stage, above a rail that may hold the ways to others. */
export function LitPicture({ name, picture, wide = false, children }: LitPictureProps) {
  const [isLarge, setLarge] = useState(false)
  const large = wide && isLarge
  return (
    <div className={styles.LitPicture}>
      <div className={styles.Room} data-large={large || undefined} key={name} ref={showMiddle}>
        {picture}
        {wide && (
          <button
            className={styles.Size}
            type="button"
            onClick={({ currentTarget }) => {
              setLarge(!large)
              showMiddle(currentTarget.parentElement)
            }}
          >
            {large ? 'See all of it' : 'See it larger'}
          </button>
        )}
      </div>
      <div className={cx(bar.Bar, styles.Rail)}>{children}</div>
    </div>
  )
}
