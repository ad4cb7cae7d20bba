import { Icon } from './Icon.tsx'
import styles from './ExternalLink.module.css'

/** A link that someone typed; it opens in a new tab, which learns nothing of this one. */
export function ExternalLink({ href, label }: { href: string; label: string }) {
  return (
    <a className={styles.ExternalLink} href={href} target="_blank" rel="noopener noreferrer">
      {label}
      <span className="sr"> (opens in a new tab)</span>
      <Icon name="external" size="small" />
    </a>
  )
}
