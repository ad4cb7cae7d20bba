import { type MouseEvent, type ReactNode, useState } from 'react'
import { applyForm, departmentName, legacies, sections } from '#client/content/links.ts'
import seal from '#client/media/drawings/seal.svg'
import { closeOnLeaving } from './close-on-leaving.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useModal } from './use-modal.ts'
import styles from './Nav.module.css'

type SectionId = (typeof sections)[number]['id']
type LegacyParam = (typeof legacies)[number]['param']

/** An entry of the navigation that can be marked as the present one. */
export type Place = SectionId | LegacyParam | 'inventory'

export type NavProps = {
  current?: Place | undefined
  inPortal?: boolean
  /** Called before one of our own links is followed; it may scroll or route instead and call `preventDefault`. */
  onFollow?: ((event: MouseEvent<HTMLAnchorElement>, place: Place) => void) | undefined
}

export function Nav({ current, inPortal = false, onFollow }: NavProps) {
  const [menuOpen, setMenuOpen] = useState(false)
  const follow = (place: Place) => (event: MouseEvent<HTMLAnchorElement>) => {
    setMenuOpen(false)
    onFollow?.(event, place)
  }
  /** A page is marked as the present one, a section as the part of it that is in view. */
  const link = (place: Place, href: string, label: string, mark: 'page' | 'true') => (
    <li key={place}>
      <a href={href} aria-current={place === current ? mark : undefined} onClick={follow(place)}>
        {label}
      </a>
    </li>
  )
  const apply = (
    <a
      className={inPortal ? undefined : styles.Apply}
      href={applyForm}
      target="_blank"
      rel="noopener"
      onClick={() => setMenuOpen(false)}
    >
      Apply<span className="sr"> (opens in a new tab)</span>
    </a>
  )
  const legacyLinks = legacies.map(({ param, label }) =>
    link(param, `/treedesign?param=${param}`, label, 'page'),
  )
  const entries = [
    ...sections.map(({ id, label }) => link(id, `/#${id}`, label, 'true')),
    link('inventory', '/inventory', 'Inventory', 'page'),
    <li key="apply">{apply}</li>,
  ]
  return (
    <header className={styles.Nav} data-print="no">
      <div className={styles.Bar}>
        <a className={styles.Logo} href="/" onClick={follow('Home')}>
          <img src={seal} width="44" height="44" alt={`${departmentName}, home`} />
        </a>
        <nav aria-label="Main">
          <ul className={styles.Entries}>
            {entries}
            <Legacy marked={legacies.some(({ param }) => param === current)}>{legacyLinks}</Legacy>
          </ul>
        </nav>
        {!inPortal && apply}
        <IconButton
          className={styles.Burger}
          icon="menu"
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        />
      </div>
      <Sheet open={menuOpen} onClose={() => setMenuOpen(false)}>
        <ul>{entries}</ul>
        <h2>Our Legacy</h2>
        <ul className={styles.AsWritten}>{legacyLinks}</ul>
      </Sheet>
    </header>
  )
}

/** A disclosure, not a menu: a button and a list of links. The browser opens it, says so, and closes it on Escape and on a press elsewhere. */
function Legacy({ marked, children }: { marked: boolean; children: ReactNode }) {
  return (
    <li ref={closeOnLeaving} className={styles.Legacy}>
      <button type="button" popoverTarget="legacy" data-marked={marked || undefined}>
        Our Legacy
        <Icon name="chevron" size="small" />
      </button>
      <ul id="legacy" popover="auto">
        {children}
      </ul>
    </li>
  )
}

type SheetProps = { open: boolean; onClose: () => void; children: ReactNode }

function Sheet({ open, onClose, children }: SheetProps) {
  const { dialog, present, handlers } = useModal(open, onClose)
  if (!present) return null
  return (
    <dialog ref={dialog} {...handlers} className={styles.Sheet} aria-label="Menu">
      <IconButton className={styles.Close} icon="close" label="Close menu" onClick={onClose} />
      <nav aria-label="Main">{children}</nav>
    </dialog>
  )
}
