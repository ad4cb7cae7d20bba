import { slideshowAddress, slideshowName } from '#client/content/projects.ts'
import type { Project } from '#client/content/schema.ts'
import type { FestivalEdition } from '#client/site/editions.ts'
import { Few, Way } from './Onward.tsx'

type WallWayProps = {
  project: Project
  /** What hangs there, newest first. */
  all: readonly FestivalEdition[]
  direction: 'left' | 'right'
}

/** The way to a festival's wall, in the inks of its newest poster. */
export function WallWay({ project, all, direction }: WallWayProps) {
  const [newest] = all
  return (
    <Way
      href={slideshowAddress(project)}
      direction={direction}
      label={`All ${all.length}`}
      name={slideshowName(project)}
      poster={newest && `${newest.festival}-${newest.year}`}
    >
      <Few
        of={all}
        pictureOf={(one) => ({
          slot: `editions/${one.festival}/${one.year}/cover`,
          art: `posters/${one.festival}-${one.year}`,
        })}
      />
    </Way>
  )
}
