import { timelines, type Coordinator } from '#client/content/timelines.ts'
import { Hoarding } from '#client/ui/Hoarding.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { Picture } from '#client/ui/Picture.tsx'
import { siteHoardings } from '#client/ui/site-hoardings.ts'
import ground from '#client/ui/Ground.module.css'
import styles from './TimelinePage.module.css'

/** The pictures of the first view are asked for at once. */
const FIRST_VIEW = 2

type PersonProps = Coordinator & { eager: boolean }

function Person({ id, year, title, subtitle, profile, unknown, eager }: PersonProps) {
  return (
    <li className={styles.Person}>
      <span className={styles.Year}>{year}</span>
      <div className={styles.Card}>
        <div>
          <h2>{title}</h2>
          <p>{subtitle}</p>
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
          sizes="auto, (min-width: 48rem) 20vw, 70vw"
        />
      </div>
    </li>
  )
}

/** `/treedesign`: past coordinators along a carpenter's tape, newest first. */
export function TimelinePage({ timeline }: { timeline: keyof typeof timelines }) {
  const { intro, entries } = timelines[timeline]
  return (
    <>
      <div className={`${ground.Wrap} ${ground.Head}`}>
        <Hoarding level={1} lines={siteHoardings[timeline]} />
        <p className={ground.Lead}>{intro}</p>
      </div>
      <div className={ground.Wrap}>
        <ol className={styles.Mast} reversed>
          {entries.map((entry, index) => (
            <Person key={entry.id} {...entry} eager={index < FIRST_VIEW} />
          ))}
        </ol>
      </div>
    </>
  )
}
