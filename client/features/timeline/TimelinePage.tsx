import { Fragment } from 'react'
import { legacies } from '#client/content/links.ts'
import { type Project, projects } from '#client/content/projects.ts'
import { timelines, type Coordinator } from '#client/content/timelines.ts'
import { editionAddress, editions } from '#client/lib/editions.ts'
import { BackButton } from '#client/ui/BackButton.tsx'
import { Hoarding } from '#client/ui/Hoarding.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LegacyWay } from '#client/ui/LegacyWay.tsx'
import { Onward } from '#client/ui/Onward.tsx'
import { Picture } from '#client/ui/Picture.tsx'
import { siteHoardings } from '#client/ui/site-hoardings.ts'
import { WallWay } from '#client/ui/WallWay.tsx'
import ground from '#client/ui/Ground.module.css'
import styles from './TimelinePage.module.css'

/** The years that have no entry, newest first. */
const yearsBetween = (above: number, year: number) =>
  Array.from({ length: Math.max(0, above - year - 1) }, (_, n) => above - 1 - n)

/** The pictures of the first view are asked for at once. */
const FIRST_VIEW = 2

type PersonProps = Coordinator & {
  project: Project | undefined
  eager: boolean
  /** False for the second of a year: where they stand side by side, one mark does for both. */
  marked: boolean
}

function Person({
  id,
  year,
  title,
  subtitle,
  profile,
  unknown,
  project,
  eager,
  marked,
}: PersonProps) {
  const edition = project && editions[project.id].find((one) => one.year === year)
  const named = `${project?.title} ${year}`
  // the edition leads to its gallery, where it has one
  const [before, after] = edition ? subtitle.split(named) : [subtitle]
  return (
    <li className={styles.Person} data-marked={marked || undefined}>
      <span className={styles.Year}>{year}</span>
      <div className={styles.Card}>
        <div>
          <h2>{title}</h2>
          <p>
            {before}
            {edition && after !== undefined && <a href={editionAddress(edition)}>{named}</a>}
            {after}
          </p>
          <a href={profile} target="_blank" rel="noopener">
            <Icon name="external" size="small" />
            {unknown ? 'Tell us' : 'Profile'}
            <span className="sr"> of {subtitle} (opens in a new tab)</span>
          </a>
        </div>
        <Picture
          slot={`team/${id}`}
          width={600}
          height={600}
          alt=""
          eager={eager}
          sizes="auto, (min-width: 48rem) 40vw, 80vw"
        />
      </div>
    </li>
  )
}

/** `/treedesign`: past coordinators along a carpenter's tape, newest first. */
export function TimelinePage({ timeline }: { timeline: keyof typeof timelines }) {
  const { intro, entries } = timelines[timeline]
  const festival = legacies.find(({ param }) => param === timeline)?.festival
  const project = projects.find(({ id }) => id === festival)
  return (
    <>
      <div className={`${ground.Wrap} ${ground.Head}`}>
        <BackButton />
        <Hoarding level={1} lines={siteHoardings[timeline]} />
        <p className={ground.Lead}>{intro}</p>
      </div>
      <div className={ground.Wrap}>
        <ol className={styles.Mast} reversed>
          {entries.map((entry, index) => {
            const above = entries[index - 1]?.year
            return (
              <Fragment key={entry.id}>
                {yearsBetween(above ?? entry.year, entry.year).map((year) => (
                  <li key={year} className={styles.Person} data-marked="" aria-hidden="true">
                    <span className={styles.Year}>{year}</span>
                    <div className={styles.Card}>
                      <span className={styles.None}>None on record</span>
                      <span className={styles.Canvas} />
                    </div>
                  </li>
                ))}
                <Person
                  {...entry}
                  project={project}
                  eager={index < FIRST_VIEW}
                  marked={entry.year !== above}
                />
              </Fragment>
            )
          })}
        </ol>
      </div>
      <Onward label="From here">
        {project && <WallWay project={project} all={editions[project.id]} direction="left" />}
        {projects
          .filter(({ id }) => id !== festival)
          .map(({ id }) => (
            <LegacyWay key={id} festival={id} direction="right" />
          ))}
      </Onward>
    </>
  )
}
