import { Icon } from '#client/shared/Icon.tsx'
import styles from './BackButton.module.css'

/** One step back in history; for who came straight to this page, its home. */
export function BackButton() {
  return (
    <button
      className={styles.Back}
      type="button"
      data-print="no"
      onClick={() => {
        if (history.length > 1) history.back()
        else location.assign('/')
      }}
    >
      <Icon name="left" />
      Back
    </button>
  )
}
