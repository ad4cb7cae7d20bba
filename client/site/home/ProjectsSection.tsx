import { projects, slideshowAddress } from '#client/content/projects.ts'
import type { Project } from '#client/content/schema.ts'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import { SocialLinks } from '#client/shared/SocialLinks.tsx'
import section from '#client/site/parts/Section.module.css'
import styles from './ProjectsSection.module.css'

const heights = { oasis: 600, apogee: 840 }

function Flat({ project }: { project: Project }) {
  const { id, title, description, instagram, linkedin, twitter } = project
  return (
    <article className={styles.Flat} data-festival={id}>
      <a className={styles.Face} href={slideshowAddress(project)}>
        <Picture
          slot={`projects/${id}`}
          drawing={`project-${id}`}
          width={600}
          height={heights[id]}
          alt=""
          sizes="auto, (min-width: 48rem) 55vw, 100vw"
        />
        <div className={styles.Board}>
          <Hoarding level={3} lines={siteHoardings[id]} />
          <span className={styles.See}>
            Every edition <Icon name="right" />
          </span>
        </div>
      </a>
      <div className={styles.Under}>
        <p>{description}</p>
        <SocialLinks
          label={`${title} elsewhere`}
          links={[
            { network: 'Instagram', icon: 'instagram', address: instagram },
            { network: 'LinkedIn', icon: 'linkedin', address: linkedin },
            { network: 'X', icon: 'x', address: twitter },
          ]}
        />
      </div>
    </article>
  )
}

export function ProjectsSection() {
  const [first, ...others] = projects
  return (
    <section className={`${section.Section} ${styles.Projects}`} id="OurProjects">
      <div className={`${section.Wrap} ${section.Columns} ${styles.Columns}`}>
        <div className={styles.Left}>
          <Hoarding lines={siteHoardings.projects} />
          {first && <Flat project={first} />}
        </div>
        {others.map((project) => (
          <Flat key={project.id} project={project} />
        ))}
      </div>
    </section>
  )
}
