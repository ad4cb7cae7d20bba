import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { IconName } from '#client/shared/icon-paths.ts'
import { PAGES, pageName, type PathOf } from '#client/shared/pages.ts'
import { mayDo } from '#client/shared/session.ts'
import styles from './AdminNav.module.css'

/** The administrators' screens in the order of their work; what leads to one from the first has its name, or the specified words. */
const SCREENS: readonly (readonly [PathOf<'admin'>, IconName, string?])[] = [
  ['/inventoryadp', 'box'],
  ['/orders', 'note', 'View All Orders'],
  ['/board', 'grid'],
  ['/items', 'box', 'Inventory Items Analysis'],
  ['/customitems', 'truck', 'Inventory Custom Analysis'],
  ['/handout', 'box'],
  ['/editions', 'flag'],
  ['/people', 'person'],
  ['/history', 'clock'],
]

/** Those of them that the person at this page may see. */
export const screensToSee = () => SCREENS.filter(([href]) => mayDo(PAGES[href].right))

/** The sheet is a page of the stock, one club's order is one of Orders, to end an edition one of Editions, the mails are one of the history. */
const PARENTS: Record<string, string> = {
  '/stocksheet': '/inventoryadp',
  '/orderwiseitem': '/orders',
  '/editions/end': '/editions',
  '/mails': '/history',
}

export function AdminNav() {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  // The row may scroll sideways on a phone: this shows the name of the present screen, away from the ends, which fade.
  useEffect(() => {
    const row = nav.current
    const here = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && here) row.scrollLeft = here.offsetLeft + (here.offsetWidth - row.clientWidth) / 2
  }, [])
  return (
    <nav ref={nav} className={styles.Nav} aria-label="Screens" data-print="no">
      {screensToSee().map(([href]) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? 'page' : PARENTS[path] === href ? 'true' : undefined}
        >
          {pageName(PAGES[href])}
        </Link>
      ))}
    </nav>
  )
}
