import { Link } from 'wouter'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { clubList } from '#client/portal/orders/lists.ts'
import { PAGES } from '#client/shared/pages.ts'
import { mayDo } from '#client/shared/session.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { counted } from '#src/rules/number-text.ts'
import styles from './StockPage.module.css'

const SCREENS = [
  ['/orders', 'note', 'View All Orders'],
  ['/board', 'grid', 'Board'],
  ['/items', 'box', 'Inventory Items Analysis'],
  ['/customitems', 'truck', 'Inventory Custom Analysis'],
  ['/handout', 'box', 'Hand out'],
  ['/editions', 'flag', 'Editions'],
  ['/people', 'person', 'People'],
  ['/history', 'clock', 'History'],
] as const

export function AdminLinks() {
  const { phase, rows } = useLiveList(clubList)
  return (
    <nav className={styles.Links} aria-label="Administration">
      {SCREENS.filter(([href]) => mayDo(PAGES[href].right)).map(([href, icon, name]) => (
        <Link key={href} href={href}>
          <Icon name={icon} />
          {name}
          {href === '/orders' && phase === 'ready' && (
            <span className="hint">{counted(rows.length, 'club')}</span>
          )}
          <Icon name="right" size="small" />
        </Link>
      ))}
    </nav>
  )
}
