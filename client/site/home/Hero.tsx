import { department } from '#client/content/department.ts'
import { applyForm, department as elsewhere } from '#client/content/links.ts'
import seal from '#client/media/drawings/seal.svg'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import { SocialLinks } from '#client/shared/SocialLinks.tsx'
import section from '#client/site/parts/Section.module.css'
import styles from './Hero.module.css'

const PLEATS = Array.from({ length: 10 }, (_, index) => `pleat-${index}`)

/** The welcome: a hoarding, and below it a folded screen that is Oasis from the left and APOGEE from the right. */
export function Hero() {
  return (
    <section className={styles.Hero} id="Home">
      <div className={section.Wrap}>
        <Hoarding level={1} lines={siteHoardings.welcome} />
      </div>
      <div className={styles.Screen} aria-hidden="true">
        {PLEATS.map((pleat) => (
          <span key={pleat} className={styles.Pleat}>
            <span className={styles.Oasis} />
            <span className={styles.Apogee} />
          </span>
        ))}
      </div>
      <div className={`${section.Wrap} ${section.Columns} ${styles.Foot}`}>
        <div className={styles.Copy}>
          <p className={styles.Caption}>
            {department.screenCaption} <span className={styles.Walk}>{department.screenWalk}</span>
          </p>
          {department.blurb.map((paragraph) => (
            <p key={paragraph} className={section.Lead}>
              {paragraph}
            </p>
          ))}
        </div>
        <div className={styles.Side}>
          <img
            className={styles.Seal}
            src={seal}
            width="352"
            height="352"
            alt="Seal of the department: a flat brush between a sun and a truss"
          />
          <a className={styles.Apply} href={applyForm} target="_blank" rel="noopener">
            Apply<span className="sr"> (opens in a new tab)</span>
          </a>
          <SocialLinks label="The department elsewhere" links={elsewhere} />
        </div>
      </div>
    </section>
  )
}
