import { slideshowAddress, slideshowName } from '#client/content/projects.ts'
import type { Project } from '#client/content/schema.ts'
import type { FestivalEdition } from '#client/site/editions.ts'
import { PictureStrip, SignpostLink } from './WhereNext.tsx'

type WallSignpostProps = {
  project: Project
  /** The editions on the wall, newest first. */
  all: readonly FestivalEdition[]
  direction: 'left' | 'right'
}

/** Links to a festival's wall, in the inks of its newest poster. */
export function WallSignpost({ project, all, direction }: WallSignpostProps) {
  const [newest] = all
  return (
    <SignpostLink
      href={slideshowAddress(project)}
      direction={direction}
      label={`All ${all.length}`}
      name={slideshowName(project)}
      poster={newest && `${newest.festival}-${newest.year}`}
    >
      <PictureStrip
        of={all}
        pictureOf={(one) => ({
          slot: `editions/${one.festival}/${one.year}/cover`,
          drawing: `posters/${one.festival}-${one.year}`,
        })}
      />
    </SignpostLink>
  )
}
