import { projects } from '#client/content/projects.ts'
import { slideshowAddress } from '#client/lib/editions.ts'
import { ArrowLink } from '#client/ui/ArrowLink.tsx'
import { EmptyStage } from '#client/ui/EmptyStage.tsx'
import { siteHoardings } from '#client/ui/site-hoardings.ts'

const texts = {
  festival: {
    lines: siteHoardings.noFestival,
    text: 'The stage is ready, but no festival of this name was ever on it. These two were:',
  },
  edition: {
    lines: siteHoardings.noEdition,
    text: 'The stage is ready, but this edition is not on record. All that are hang on these two walls:',
  },
}

/** An address that names a festival or an edition that does not exist. */
export function NoEditionPage({ of }: { of: keyof typeof texts }) {
  const { lines, text } = texts[of]
  return (
    <EmptyStage
      frame={of === 'edition'}
      lines={lines}
      ways={projects.map((project) => (
        <ArrowLink key={project.id} href={slideshowAddress(project)}>
          {project.title} through the years
        </ArrowLink>
      ))}
    >
      {text}
    </EmptyStage>
  )
}
