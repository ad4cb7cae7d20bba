import { Icon } from '#client/shared/Icon.tsx'
import styles from './BackButton.module.css'

/** Goes one step back in history, or to the home page when there is no history. */
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
