import { Icon } from '#client/shared/Icon.tsx'
import styles from './ExternalLink.module.css'

type ExternalLinkProps = {
  /** Where it leads; `null` where there is nothing to follow. */
  href: string | null
  label: string
  /** Stands in the place of a link that is not there. */
  none: string
}

/**
 * A link that someone typed; it opens in a new tab, which learns nothing of this one. Its host stands beside it in the
 * form that is looked up, so that letters of another script do not pass for those of a known site.
 */
export function ExternalLink({ href, label, none }: ExternalLinkProps) {
  if (href === null) return <span className={styles.None}>{none}</span>
  return (
    <>
      <a className={styles.ExternalLink} href={href} target="_blank" rel="noopener noreferrer">
        {label}
        <span className="sr"> (opens in a new tab)</span>
        <Icon name="external" size="small" />
      </a>{' '}
      <span className={styles.Host}>{new URL(href).hostname}</span>
    </>
  )
}
