import { Icon } from '#client/shared/Icon.tsx'
import styles from './ExternalLink.module.css'

type ExternalLinkProps = {
  /** The address; `null` shows `none` instead of a link. */
  href: string | null
  label: string
  none: string
}

/**
 * A link that a club typed. It opens in a new tab without a referrer or an opener. Its host is shown in ASCII (Punycode), so that
 * look-alike letters of another script do not pass for a known site.
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
