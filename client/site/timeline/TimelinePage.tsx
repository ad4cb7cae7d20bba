import { applyForm, legacies } from '#client/content/links.ts'
import { projects } from '#client/content/projects.ts'
import type { Coordinator, Project } from '#client/content/schema.ts'
import { nobody, timelines } from '#client/content/timelines.ts'
import { editionAddress, editions } from '#client/site/editions.ts'
import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { BackButton } from '#client/site/parts/BackButton.tsx'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { photographOf } from '#client/media/pictures.ts'
import { TimelineSignpost, WallSignpost, WhereNext } from '#client/site/parts/WhereNext.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import section from '#client/site/parts/Section.module.css'
import styles from './TimelinePage.module.css'

/** The first years are in the first view, so their pictures load at once. */
const FIRST_VIEW = 2

type EntryProps = Coordinator & { project: Project | undefined; eager: boolean }

function Entry({ id, year, title, subtitle, profile, unknown, project, eager }: EntryProps) {
  const festivalYear = `${project?.title} ${year}`
  const edition = project && editions[project.id].find((one) => one.year === year)
  // the tape shows the year, so the title shows the role alone
  const [role = title] = title.split(` ${year}`)
  return (
    <article className={styles.Entry}>
      <div className={styles.Words}>
        <h2>
          {role}
          <span className="sr">{title.slice(role.length)}</span>
        </h2>
        {subtitle && <p>{subtitle}</p>}
        {edition ? (
          <a className={styles.Gallery} href={editionAddress(edition)}>
            Gallery<span className="sr"> of {festivalYear}</span>
          </a>
        ) : (
          <span>No gallery</span>
        )}
        <a href={profile} target="_blank" rel="noopener">
          {unknown ? 'Tell us' : 'Profile'}
          <span className="sr">
            {' '}
            {unknown ? 'who' : `of ${title}`}, {subtitle ?? festivalYear} (opens in a new tab)
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
    </article>
  )
}

/** The years between two entries, newest first; the last entry has no older one, and so no years. */
const yearsBetween = (newer: number, older = newer) =>
  Array.from({ length: Math.max(newer - older - 1, 0) }, (_, index) => newer - 1 - index).join(' ')

export function TimelinePage({ timeline }: { timeline: keyof typeof timelines }) {
  const { intro, entries } = timelines[timeline]
  const festival = legacies.find(({ param }) => param === timeline)?.festival
  const project = projects.find(({ id }) => id === festival)
  const other = projects.find(({ id }) => id !== festival)
  const newest = entries[0]?.year ?? 0
  return (
    <>
      <div className={`${section.Wrap} ${section.Head}`} data-festival={festival}>
        <BackButton />
        <Hoarding level={1} lines={siteHoardings[timeline]} />
        <p className={section.Lead}>
          {intro}
          {entries.some(({ id, unknown }) => !unknown && !photographOf(`team/${id}`)) &&
            ' Until photographs arrive, the crew stands in, seen from behind.'}
        </p>
      </div>
      <div className={`${section.Wrap} ${styles.Tape}`} data-festival={festival}>
        <p className={styles.Next}>
          Build the next one with us.
          <ArrowLink href={applyForm} target="_blank" rel="noopener">
            Apply<span className="sr"> (opens in a new tab)</span>
          </ArrowLink>
        </p>
        <ol className={styles.Mast} reversed>
          {entries.map((entry, index) => {
            // the empty years between two entries share one short stretch of the tape
            const absent = yearsBetween(entry.year, entries[index + 1]?.year)
            return (
              <li key={entry.id} data-absent={absent || undefined}>
                <span className={styles.Year}>{entry.year}</span>
                <Entry {...entry} project={project} eager={newest - entry.year < FIRST_VIEW} />
                {absent && (
                  <span className={styles.Absent} aria-hidden="true">
                    {absent}
                  </span>
                )}
              </li>
            )
          })}
        </ol>
        <p className={styles.Before}>
          Who was it before {entries.at(-1)?.year}?{' '}
          <a href={nobody.profile} target="_blank" rel="noopener">
            Tell us<span className="sr"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
      <WhereNext label="From here">
        {project && <WallSignpost project={project} direction="left" />}
        {other && <TimelineSignpost festival={other.id} />}
      </WhereNext>
    </>
  )
}
