import type { Project } from '#client/content/projects.ts'
import { editionAddress, editions, type FestivalEdition } from '#client/lib/editions.ts'
import { BackButton } from '#client/ui/BackButton.tsx'
import { Hoarding } from '#client/ui/Hoarding.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { Picture } from '#client/ui/Picture.tsx'
import { siteHoardings } from '#client/ui/site-hoardings.ts'
import ground from '#client/ui/Ground.module.css'
import { YearTape } from './YearTape.tsx'
import styles from './SlideshowPage.module.css'

/** The posters of the first view are asked for at once. */
const FIRST_ROW = 3

const headings = { oasis: siteHoardings.oasisYears, apogee: siteHoardings.apogeeYears }

function Poster({ edition, eager }: { edition: FestivalEdition; eager: boolean }) {
  const { festival, year, number, title, subtitle } = edition
  const slot = `posters/${festival}-${year}`
  return (
    <li className={`${styles.Poster} p-${festival}-${year}`} id={`y${year}`}>
      <a href={editionAddress(edition)}>
        <span className={styles.Art}>
          <Picture
            slot={`editions/${festival}/${year}/cover`}
            art={slot}
            width={600}
            height={800}
            alt=""
            eager={eager}
            sizes="auto, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw"
          />
          <span className={`${styles.Numeral} numeral`} aria-hidden="true">
            {number ?? String(year).slice(2)}
          </span>
        </span>
        <span className={styles.Title}>
          {title}
          <Icon name="right" size="small" />
        </span>
        <span className={styles.Theme}>{subtitle}</span>
      </a>
    </li>
  )
}

/** `/slideshow`: a wall of posters, one for each edition, under a tape of years. */
export function SlideshowPage({ project }: { project: Project }) {
  const all = editions[project.id]
  return (
    <>
      <div className={`${ground.Wrap} ${ground.Head}`}>
        <BackButton />
        <Hoarding level={1} lines={headings[project.id]} />
        <p className={ground.Lead}>{project.intro}</p>
      </div>
      <YearTape years={all.map(({ year }) => year)} />
      <div className={ground.Wrap}>
        <ul className={styles.Wall}>
          {all.map((edition, index) => (
            <Poster key={edition.label} edition={edition} eager={index < FIRST_ROW} />
          ))}
        </ul>
      </div>
    </>
  )
}
