import { cx } from './cx.ts'
import { type IconName, pathOfIcon } from './icon-paths.ts'
import styles from './Icon.module.css'

type IconProps = {
  name: IconName
  size?: 'small' | 'normal'
  /** Turns while something is under way. */
  turning?: boolean
  className?: string | undefined
}

/** Decoration: the text beside it or the label of its button gives the meaning. */
export function Icon({ name, size = 'normal', turning = false, className }: IconProps) {
  return (
    <svg
      className={cx(styles.Icon, className)}
      data-size={size}
      data-turning={turning || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={pathOfIcon(name)} />
    </svg>
  )
}
