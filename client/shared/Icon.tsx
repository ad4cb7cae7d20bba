import { type IconName, pathOfIcon } from './icon-paths.ts'
import styles from './Icon.module.css'

type IconProps = {
  name: IconName
  size?: 'small' | 'normal' | undefined
  turning?: boolean
}

/** Decoration: the text beside it or the label of its button gives the meaning. */
export function Icon({ name, size = 'normal', turning = false }: IconProps) {
  return (
    <svg
      className={styles.Icon}
      data-size={size}
      data-turning={turning || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={pathOfIcon(name)} />
    </svg>
  )
}
