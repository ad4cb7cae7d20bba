import { useId } from 'react'
import styles from './Switch.module.css'

type SwitchProps = {
  label: string
  note: string
  checked: boolean
  busy: boolean
  /** `panel`: its edge is hatched while it is on. `lever`: the one big switch of a screen. */
  look?: 'plain' | 'panel' | 'lever'
  onPress: () => void
}

export function Switch({ label, note, checked, busy, look = 'plain', onPress }: SwitchProps) {
  const noteId = useId()
  return (
    <div className={styles.Switch} data-look={look} data-on={checked || undefined}>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-busy={busy || undefined}
        aria-describedby={noteId}
        onClick={busy ? undefined : onPress}
      >
        <span className={styles.Knob} aria-hidden="true" />
        {label}
      </button>
      <p id={noteId}>{note}</p>
    </div>
  )
}
