import { Link } from 'wouter'
import { screensToSee } from '#client/portal/app/AdminNav.tsx'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { clubList } from '#client/portal/orders/lists.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { PAGES, pageName } from '#client/shared/pages.ts'
import { counted } from '#src/rules/number-text.ts'
import styles from './StockPage.module.css'

export function AdminLinks() {
  const { phase, rows } = useLiveList(clubList)
  const [, ...others] = screensToSee()
  return (
    <nav className={styles.Links} aria-label="Administration">
      {others.map(([href, icon, words = pageName(PAGES[href])]) => (
        <Link key={href} href={href}>
          <Icon name={icon} />
          {words}
          {href === '/orders' && phase === 'ready' && (
            <span className="hint">{counted(rows.length, 'club')}</span>
          )}
          <Icon name="right" size="small" />
        </Link>
      ))}
    </nav>
  )
}
