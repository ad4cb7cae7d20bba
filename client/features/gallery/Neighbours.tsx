import { projects } from '#client/content/projects.ts'
import {
  editionAddress,
  editions,
  type FestivalEdition,
  numeralOf,
  slideshowAddress,
} from '#client/lib/editions.ts'
import { ArrowLink } from '#client/ui/ArrowLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { PosterArt } from '#client/ui/PosterArt.tsx'
import ground from '#client/ui/Ground.module.css'
import styles from './Neighbours.module.css'

type WayProps = { to: FestivalEdition | undefined; name: string; direction: 'left' | 'right' }

function Way({ to, name, direction }: WayProps) {
  if (!to) return null
  return (
    <a className={styles.Way} href={editionAddress(to)} data-direction={direction}>
      <PosterArt
        festival={to.festival}
        year={to.year}
        numeral={numeralOf(to)}
        eager={false}
        sizes="auto, 9rem"
      />
      <span>
        <span className={styles.Direction}>
          <Icon name={direction} size="small" />
          The {direction === 'left' ? 'one before' : 'one after'}
        </span>
        <span className={styles.Name}>
          {name} {to.year}
        </span>
      </span>
    </a>
  )
}

/** From one gallery to those beside it in time, and back to the wall. */
export function Neighbours({ edition }: { edition: FestivalEdition }) {
  const all = editions[edition.festival]
  const project = projects.find(({ id }) => id === edition.festival)
  const place = all.findIndex(({ label }) => label === edition.label)
  if (!project) return null
  return (
    <nav
      className={`${ground.Ground} ${styles.Band}`}
      data-ground="geru"
      aria-label="Other editions"
      data-print="no"
    >
      <div className={`${ground.Wrap} ${styles.Neighbours}`}>
        <Way to={all[place + 1]} name={project.title} direction="left" />
        <Way to={all[place - 1]} name={project.title} direction="right" />
        <ArrowLink href={slideshowAddress(project)}>{project.title} through the years</ArrowLink>
      </div>
    </nav>
  )
}
