import type { ReactNode } from 'react'
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
import { Picture } from '#client/ui/Picture.tsx'
import { PosterArt } from '#client/ui/PosterArt.tsx'
import ground from '#client/ui/Ground.module.css'
import styles from './Neighbours.module.css'

type WayProps = {
  href: string
  direction: 'left' | 'right'
  label: string
  name: string
  /** What stands beside the words. */
  children: ReactNode
}

function Way({ href, direction, label, name, children }: WayProps) {
  return (
    <a className={styles.Way} href={href} data-direction={direction}>
      {children}
      <span>
        <span className={styles.Direction}>
          <Icon name={direction} size="small" />
          {label}
        </span>
        <span className={styles.Name}>{name}</span>
      </span>
    </a>
  )
}

/** Four posters as small as one, from the newest edition to the oldest. */
function Few({ all }: { all: readonly FestivalEdition[] }) {
  const some = [0, 1, 2, 3].map((part) => all[Math.floor((part * (all.length - 1)) / 3)])
  return (
    <span className={styles.Few}>
      {some.map(
        (one) =>
          one && (
            <Picture
              key={one.label}
              slot={`editions/${one.festival}/${one.year}/cover`}
              art={`posters/${one.festival}-${one.year}`}
              width={600}
              height={800}
              alt=""
              sizes="auto, 5rem"
            />
          ),
      )}
    </span>
  )
}

/** From one gallery to those beside it in time, and back to the wall, which takes the place of a missing neighbour. */
export function Neighbours({ edition }: { edition: FestivalEdition }) {
  const all = editions[edition.festival]
  const project = projects.find(({ id }) => id === edition.festival)
  const place = all.findIndex(({ label }) => label === edition.label)
  if (!project) return null
  const ways = [
    { to: all[place + 1], direction: 'left', label: 'The one before' },
    { to: all[place - 1], direction: 'right', label: 'The one after' },
  ] as const
  const wall = { href: slideshowAddress(project), name: `${project.title} through the years` }
  return (
    <nav
      className={`${ground.Ground} ${styles.Band}`}
      data-ground="geru"
      aria-label="Other editions"
      data-print="no"
    >
      <div className={`${ground.Wrap} ${styles.Neighbours}`}>
        {ways.map(({ to, direction, label }) =>
          to ? (
            <Way
              key={direction}
              href={editionAddress(to)}
              direction={direction}
              label={label}
              name={`${project.title} ${to.year}`}
            >
              <PosterArt
                festival={to.festival}
                year={to.year}
                numeral={numeralOf(to)}
                eager={false}
                sizes="auto, 9rem"
              />
            </Way>
          ) : (
            <Way key={direction} {...wall} direction={direction} label={`All ${all.length}`}>
              <Few all={all} />
            </Way>
          ),
        )}
        {ways.every(({ to }) => to) && <ArrowLink href={wall.href}>{wall.name}</ArrowLink>}
      </div>
    </nav>
  )
}
