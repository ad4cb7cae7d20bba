import { Link } from 'wouter'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { clubList } from '#client/portal/orders/lists.ts'
import { Icon } from '#client/shared/Icon.tsx'
import styles from './StockPage.module.css'

const toClubs = (count: number) => `${count} ${count === 1 ? 'club' : 'clubs'}`

/** Links to the other screens of the administration. */
export function AdminLinks() {
  const { phase, rows } = useLiveList(clubList)
  return (
    <nav className={styles.Links} aria-label="Administration">
      <Link href="/orders">
        <Icon name="note" />
        View All Orders
        {phase === 'ready' && <span>{toClubs(rows.length)}</span>}
        <Icon name="right" size="small" />
      </Link>
      <Link href="/board">
        <Icon name="grid" />
        Board
        <Icon name="right" size="small" />
      </Link>
      <Link href="/items">
        <Icon name="box" />
        Inventory Items Analysis
        <Icon name="right" size="small" />
      </Link>
      <Link href="/customitems">
        <Icon name="truck" />
        Inventory Custom Analysis
        <Icon name="right" size="small" />
      </Link>
      <Link href="/history">
        <Icon name="clock" />
        History
        <Icon name="right" size="small" />
      </Link>
    </nav>
  )
}
