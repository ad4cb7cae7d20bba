import { useId } from 'react'
import styles from './Lever.module.css'

type LeverProps = {
  checked: boolean
  /** The present state in words. */
  label: string
  note: string
  busy?: boolean
  onPress: () => void
}

/** The one big switch of a screen. */
export function Lever({ checked, label, note, busy = false, onPress }: LeverProps) {
  const noteId = useId()
  return (
    <div className={styles.Lever} data-on={checked || undefined}>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-busy={busy || undefined}
        aria-describedby={noteId}
        onClick={busy ? undefined : onPress}
      >
        <span className={styles.Handle} aria-hidden="true" />
        {label}
      </button>
      <p id={noteId}>{note}</p>
    </div>
  )
}
