import { projects, slideshowAddress, slideshowName } from '#client/content/projects.ts'
import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { EmptyStage } from '#client/shared/EmptyStage.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import styles from './Stage.module.css'

const texts = {
  notFound: 'The tape marks a place on the stage, but no page was built for this address.',
  noFestival: 'The stage is ready, but no festival of this name was ever on it. These two were:',
  noEdition: 'The stage is ready, but this edition is not on record.',
}

export type Missing = keyof typeof texts

export function MissingPage({ what }: { what: Missing }) {
  const home = <ArrowLink href="/">Go to the home page</ArrowLink>
  return (
    <EmptyStage
      className={what === 'noEdition' ? undefined : styles.Cross}
      lines={siteHoardings[what]}
      ways={
        <>
          {what === 'notFound' && home}
          {projects.map((project) => (
            <ArrowLink key={project.id} href={slideshowAddress(project)}>
              {slideshowName(project)}
            </ArrowLink>
          ))}
          {what !== 'notFound' && home}
          {what === 'noEdition' && <span className={styles.Poster} />}
        </>
      }
    >
      {texts[what]}
    </EmptyStage>
  )
}
