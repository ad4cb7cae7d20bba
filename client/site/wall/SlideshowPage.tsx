import { projects } from '#client/content/projects.ts'
import type { Project } from '#client/content/schema.ts'
import { editionAddress, editions, type FestivalEdition } from '#client/site/editions.ts'
import { BackButton } from '#client/site/parts/BackButton.tsx'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { TimelineSignpost, WallSignpost, WhereNext } from '#client/site/parts/WhereNext.tsx'
import { PosterArt } from '#client/site/parts/PosterArt.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import section from '#client/site/parts/Section.module.css'
import { YearTape } from './YearTape.tsx'
import styles from './SlideshowPage.module.css'

/** The first posters are in the first view, so they load at once. */
const FIRST_ROW = 3

const headings = { oasis: siteHoardings.oasisYears, apogee: siteHoardings.apogeeYears }

function Poster({ edition, eager }: { edition: FestivalEdition; eager: boolean }) {
  const { year, title, subtitle } = edition
  return (
    <li className={styles.Poster} id={`y${year}`}>
      <a href={editionAddress(edition)}>
        <PosterArt
          edition={edition}
          eager={eager}
          sizes="auto, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw"
        />
        <span className={styles.Title}>
          {title}
          <Icon name="right" size="small" />
        </span>
        <span className={styles.Theme}>{subtitle}</span>
      </a>
    </li>
  )
}

export function SlideshowPage({ project }: { project: Project }) {
  const all = editions[project.id]
  const other = projects.find(({ id }) => id !== project.id)
  return (
    <>
      <div className={`${section.Wrap} ${section.Head}`} data-festival={project.id}>
        <BackButton />
        <Hoarding level={1} lines={headings[project.id]} />
        <p className={section.Lead}>{project.intro}</p>
      </div>
      <YearTape festival={project.id} years={all.map(({ year }) => year)} />
      <div className={section.Wrap}>
        <ul className={styles.Wall}>
          {all.map((edition, index) => (
            <Poster key={edition.label} edition={edition} eager={index < FIRST_ROW} />
          ))}
        </ul>
      </div>
      <WhereNext label="Further walls">
        {other && <WallSignpost project={other} direction="left" />}
        <TimelineSignpost festival={project.id} />
      </WhereNext>
    </>
  )
}
