import { useId } from 'react'
import { cx } from '#client/shared/cx.ts'
import styles from './Switch.module.css'

type SwitchProps = {
  label: string
  /** What its present position means. */
  note: string
  checked: boolean
  busy: boolean
  /** It stands on a panel, whose edge is hatched while it is on. */
  panel?: boolean
  onPress: () => void
}

/** Turns something on or off at one press. All of it can be pressed. */
export function Switch({ label, note, checked, busy, panel = false, onPress }: SwitchProps) {
  const noteId = useId()
  return (
    <div className={cx(styles.Switch, panel && styles.Panel)} data-on={checked || undefined}>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-busy={busy || undefined}
        aria-describedby={noteId}
        onClick={onPress}
      >
        <span className={styles.Knob} aria-hidden="true" />
        {label}
      </button>
      <p id={noteId}>{note}</p>
    </div>
  )
}
