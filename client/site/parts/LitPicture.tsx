import { useState, type ReactNode } from 'react'
import { cx } from '#client/shared/cx.ts'
import bar from './Bar.module.css'
import styles from './LitPicture.module.css'

const showMiddle = (room: HTMLElement | null) => {
  // in the next frame: the dialog or the enlarged picture has no size yet
  requestAnimationFrame(() => room?.scrollTo((room.scrollWidth - room.clientWidth) / 2, 0))
}

type LitPictureProps = {
  /** Unique for each picture: a new name shows its middle. */
  name: string
  picture: ReactNode
  /** On an upright touch screen the picture can be enlarged to the height of its frame and scrolled. */
  wide?: boolean
  children?: ReactNode
}

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
