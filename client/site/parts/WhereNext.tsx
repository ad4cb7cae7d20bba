import type { ReactNode } from 'react'
import { legacies } from '#client/content/links.ts'
import { slideshowAddress, slideshowName } from '#client/content/projects.ts'
import type { Project } from '#client/content/schema.ts'
import { timelines } from '#client/content/timelines.ts'
import { editions, type Festival } from '#client/site/editions.ts'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from './Picture.tsx'
import section from './Section.module.css'
import styles from './WhereNext.module.css'

type SignpostLinkProps = {
  href: string
  direction: 'left' | 'right'
  /** The direction of the arrow: left for earlier, right for later or elsewhere. */
  arrow?: 'left' | 'right'
  label: string
  name: string
  /** The poster whose inks it uses, `<festival>-<year>`; without one it has the department's colours. */
  poster?: string | undefined
  children: ReactNode
}

export function SignpostLink({
  href,
  direction,
  arrow = 'right',
  label,
  name,
  poster,
  children,
}: SignpostLinkProps) {
  return (
    <a
      className={cx(styles.Signpost, poster && `p-${poster}`)}
      href={href}
      data-direction={direction}
    >
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

/** Four of the pictures, evenly chosen from first to last, together as large as one poster. */
function PictureStrip({ of }: { of: readonly { slot: string; drawing?: string }[] }) {
  const some = [0, 1, 2, 3].flatMap((part) => of[Math.floor((part * (of.length - 1)) / 3)] ?? [])
  return (
    <span className={styles.Strip}>
      {some.map((picture) => (
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

export function TimelineSignpost({ festival }: { festival: Festival }) {
  const legacy = legacies.find((one) => one.festival === festival)
  if (!legacy) return null
  const { title, entries } = timelines[legacy.param]
  return (
    <SignpostLink
      href={`/treedesign?param=${legacy.param}`}
      direction="right"
      label="Year by year"
      name={title[0]}
    >
      <PictureStrip of={entries.map(({ id }) => ({ slot: `team/${id}` }))} />
    </SignpostLink>
  )
}

type WallSignpostProps = { project: Project; direction: 'left' | 'right' }

/** Links to a festival's wall, in the inks of its newest poster. */
export function WallSignpost({ project, direction }: WallSignpostProps) {
  const { id } = project
  const all = editions[id].map(({ year }) => ({
    slot: `editions/${id}/${year}/cover`,
    drawing: `posters/${id}-${year}`,
  }))
  const [newest] = editions[id]
  return (
    <SignpostLink
      href={slideshowAddress(project)}
      direction={direction}
      label={`All ${all.length}`}
      name={slideshowName(project)}
      poster={newest && `${id}-${newest.year}`}
    >
      <PictureStrip of={all} />
    </SignpostLink>
  )
}

export function WhereNext({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={cx(section.Section, styles.Band)} aria-label={label} data-print="no">
      <div className={cx(section.Wrap, styles.Links)}>{children}</div>
    </nav>
  )
}
