import { applyForm, legacies } from '#client/content/links.ts'
import { type Project, projects } from '#client/content/projects.ts'
import { nobody, timelines, type Coordinator } from '#client/content/timelines.ts'
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

/** The pictures of the first view are asked for at once. */
const FIRST_VIEW = 2

type WordsProps = Omit<Coordinator, 'id'> & { project: Project | undefined }

function Words({ year, title, subtitle, profile, unknown, project }: WordsProps) {
  const named = `${project?.title} ${year}`
  const edition = project && editions[project.id].find((one) => one.year === year)
  // the tape says the year, the title the role
  const says = unknown ? 'The record is missing.' : subtitle !== named && subtitle
  return (
    <div className={styles.Words}>
      <h2>{title}</h2>
      {says && <p>{says}</p>}
      {edition ? (
        <a href={editionAddress(edition)}>
          Gallery<span className="sr"> of {named}</span>
        </a>
      ) : (
        <span>Edition not on record</span>
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
  return (
    <>
      <div className={`${ground.Wrap} ${ground.Head}`} data-festival={festival}>
        <BackButton />
        <Hoarding level={1} lines={siteHoardings[timeline]} />
        <p className={ground.Lead}>{intro}</p>
      </div>
      <div className={`${ground.Wrap} ${styles.Tape}`}>
        <p className={styles.Next}>
          Who comes next?{' '}
          <a href={applyForm} target="_blank" rel="noopener">
            Apply<span className="sr"> (opens in a new tab)</span>
          </a>
        </p>
        <ol className={styles.Mast} reversed>
          {years.map((year) => {
            const heads = entries.filter((entry) => entry.year === year)
            const missing = { ...nobody, id: '', year, subtitle: `${project?.title} ${year}` }
            return (
              <li key={year}>
                <span className={styles.Year}>{year}</span>
                <div className={styles.Entries}>
                  {(heads.length > 0 ? heads : [missing]).map((head) => {
                    const Card = head.id ? 'article' : 'div'
                    return (
                      <Card key={head.id}>
                        <Words {...head} project={project} />
                        {head.unknown ? (
                          <span className={styles.Nobody} />
                        ) : (
                          <Picture
                            slot={`team/${head.id}`}
                            width={600}
                            height={600}
                            alt=""
                            eager={newest - year < FIRST_VIEW}
                            sizes="auto, (min-width: 48rem) 40vw, 80vw"
                          />
                        )}
                      </Card>
                    )
                  })}
                </div>
              </li>
            )
          })}
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
