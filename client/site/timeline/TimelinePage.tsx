import { applyForm, legacies } from '#client/content/links.ts'
import { type Project, projects } from '#client/content/projects.ts'
import { nobody, timelines, type Coordinator } from '#client/content/timelines.ts'
import { editionAddress, editions } from '#client/site/editions.ts'
import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { BackButton } from '#client/site/parts/BackButton.tsx'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { photographOf } from '#client/media/pictures.ts'
import { LegacyWay } from '#client/site/parts/LegacyWay.tsx'
import { Onward } from '#client/site/parts/Onward.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import { WallWay } from '#client/site/parts/WallWay.tsx'
import ground from '#client/site/parts/Ground.module.css'
import styles from './TimelinePage.module.css'

/** The pictures of the first view are asked for at once. */
const FIRST_VIEW = 2

/** Without an `id` where the tape goes on over a year without an entry. */
type Row = Omit<Coordinator, 'id'> & { id?: string }
type EntryProps = Row & { project: Project | undefined; eager: boolean }

function Entry({ id, year, title, subtitle, profile, unknown, project, eager }: EntryProps) {
  const named = `${project?.title} ${year}`
  const edition = project && editions[project.id].find((one) => one.year === year)
  // the tape says the year, the title the role
  const says = !unknown && subtitle !== named && subtitle
  const [role = title] = title.split(` ${year}`)
  const Card = id ? 'article' : 'div'
  return (
    <Card className={styles.Entry}>
      <div className={styles.Words}>
        <h2>
          {role}
          <span className="sr">{title.slice(role.length)}</span>
        </h2>
        {says && <p>{says}</p>}
        {edition ? (
          <a className={styles.Gallery} href={editionAddress(edition)}>
            Gallery<span className="sr"> of {named}</span>
          </a>
        ) : (
          <span>No gallery</span>
        )}
        <a href={profile} target="_blank" rel="noopener">
          {unknown ? 'Tell us' : 'Profile'}
          <span className="sr">
            {' '}
            {unknown ? 'who' : `of ${title}`}, {subtitle} (opens in a new tab)
          </span>
          <Icon name="external" size="small" />
        </a>
      </div>
      {unknown ? (
        <span className={styles.Nobody} />
      ) : (
        <Picture
          slot={`team/${id}`}
          width={600}
          height={600}
          alt=""
          eager={eager}
          sizes="auto, 40vw"
        />
      )}
    </Card>
  )
}

/** `/treedesign`: past coordinators along a carpenter's tape, newest first. */
export function TimelinePage({ timeline }: { timeline: keyof typeof timelines }) {
  const { intro, entries } = timelines[timeline]
  const festival = legacies.find(({ param }) => param === timeline)?.festival
  const project = projects.find(({ id }) => id === festival)
  const held = entries.map(({ year }) => year)
  const newest = Math.max(...held)
  // the tape goes on where a year has no entry
  const years = Array.from({ length: newest - Math.min(...held) + 1 }, (_, ago) => newest - ago)
  const rows = years.flatMap((year): readonly Row[] => {
    const heads = entries.filter((entry) => entry.year === year)
    return heads.length > 0 ? heads : [{ ...nobody, year, subtitle: `${project?.title} ${year}` }]
  })
  return (
    <>
      <div className={`${ground.Wrap} ${ground.Head}`} data-festival={festival}>
        <BackButton />
        <Hoarding level={1} lines={siteHoardings[timeline]} />
        <p className={ground.Lead}>
          {intro}
          {entries.some(({ id, unknown }) => !unknown && !photographOf(`team/${id}`)) &&
            ' Until photographs arrive, the crew stands in, seen from behind.'}
        </p>
      </div>
      <div className={`${ground.Wrap} ${styles.Tape}`} data-festival={festival}>
        <p className={styles.Next}>
          Build the next one with us.
          <ArrowLink href={applyForm} target="_blank" rel="noopener">
            Apply<span className="sr"> (opens in a new tab)</span>
          </ArrowLink>
        </p>
        <ol className={styles.Mast} reversed>
          {rows.map((row) => (
            <li key={row.year + row.subtitle}>
              <span className={styles.Year}>{row.year}</span>
              <Entry {...row} project={project} eager={newest - row.year < FIRST_VIEW} />
            </li>
          ))}
        </ol>
        <p className={styles.Before}>
          Who was it before {years.at(-1)}?{' '}
          <a href={nobody.profile} target="_blank" rel="noopener">
            Tell us<span className="sr"> (opens in a new tab)</span>
          </a>
        </p>
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
