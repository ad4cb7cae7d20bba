import type { ReactNode } from 'react'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from './Picture.tsx'
import section from './Section.module.css'
import styles from './WhereNext.module.css'

type SignpostLinkProps = {
  href: string
  /** At which edge its picture stands. */
  direction: 'left' | 'right'
  /** Where it leads in time, if it does. */
  arrow?: 'left' | 'right'
  label: string
  name: string
  /** Whose poster lends the board its inks, `<festival>-<year>`; without one it is a board of the department. */
  poster?: string | undefined
  /** The picture at its side. */
  children: ReactNode
}

/** A painted board that leads on. */
export function SignpostLink({ href, direction, arrow = 'right', label, name, poster, children }: SignpostLinkProps) {
  return (
    <a className={cx(styles.Signpost, poster && `p-${poster}`)} href={href} data-direction={direction}>
      {children}
      <span className={styles.Words}>
        <span className={styles.Direction}>
          {arrow === 'left' && <Icon name="left" size="small" />}
          {label}
          {arrow === 'right' && <Icon name="right" size="small" />}
        </span>
        <span className={styles.Name}>{name}</span>
      </span>
    </a>
  )
}

type PictureOf = { slot: string; art?: string }

/** Four pictures as large together as one poster, from the first of them to the last. */
export function PictureStrip<T>({ of, pictureOf }: { of: readonly T[]; pictureOf: (one: T) => PictureOf }) {
  const some = [0, 1, 2, 3].flatMap((part) => of[Math.floor((part * (of.length - 1)) / 3)] ?? [])
  return (
    <span className={styles.Strip}>
      {some.map(pictureOf).map((picture) => (
        <Picture
          key={picture.slot}
          {...picture}
          width={600}
          height={800}
          alt=""
          sizes="auto, 6rem"
        />
      ))}
    </span>
  )
}

/** The end of a page: where to go from here. */
export function WhereNext({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      className={cx(section.Section, styles.Band)}
      data-ground="geru"
      aria-label={label}
      data-print="no"
    >
      <div className={cx(section.Wrap, styles.Links)}>{children}</div>
    </nav>
  )
}
