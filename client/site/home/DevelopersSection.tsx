import { developers } from '#client/content/people.ts'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import section from '#client/site/parts/Section.module.css'
import styles from './DevelopersSection.module.css'

export function DevelopersSection() {
  return (
    <section className={section.Section} id="TheDevelopers">
      <div className={`${section.Wrap} ${section.Columns} ${styles.Credits}`}>
        <Hoarding lines={siteHoardings.developers} />
        <ul>
          {developers.map(({ id, title, subtitle, linkedin }) => (
            <li key={id}>
              <Picture slot={`team/${id}`} width={600} height={600} alt="" sizes="72px" />
              <div>
                <h3>{title}</h3>
                {subtitle && <p>{subtitle}</p>}
              </div>
              <span className={styles.Leader} />
              <a href={linkedin} target="_blank" rel="noopener">
                <Icon name="linkedin" size="small" />
                LinkedIn<span className="sr"> of the {title} (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
