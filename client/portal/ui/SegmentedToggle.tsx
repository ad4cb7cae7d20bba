import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './SegmentedToggle.module.css'

type SegmentedToggleProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string; icon: IconName }[]
  onChange: (value: T) => void
}

export function SegmentedToggle<T extends string>(props: SegmentedToggleProps<T>) {
  return (
    <fieldset className={styles.SegmentedToggle}>
      <legend className="sr">{props.label}</legend>
      {props.options.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          <Icon name={icon} size="small" />
        </button>
      ))}
    </fieldset>
  )
}
