import type { OrderLine } from '#src/contract/records.ts'
import { readLink } from '#src/rules/link.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import styles from './link-column.module.css'

/**
 * The link of a custom item, which a club typed; `none` is shown when there is no link or it is not safe to follow. It opens in a new tab without
 * a referrer or an opener. Its host is shown in ASCII (Punycode), so that look-alike letters of another script do not pass for a known site.
 */
export const linkColumn = (none: string): Column<OrderLine> => ({
  head: 'Link',
  cell({ link }) {
    const href = readLink(link)
    if (!href) return <span className={styles.None}>{none}</span>
    return (
      <>
        <a
          className={`marked ${styles.Link}`}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          View Link
          <span className="sr"> (opens in a new tab)</span>
          <Icon name="external" size="small" />
        </a>{' '}
        <span className="hint">{new URL(href).hostname}</span>
      </>
    )
  },
})
