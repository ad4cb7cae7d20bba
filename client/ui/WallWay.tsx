import type { FestivalEdition } from '../lib/editions.ts'
import { Few, Way } from './Onward.tsx'

type WallWayProps = {
  href: string
  /** The festival, as it is written. */
  festival: string
  /** What hangs there, newest first. */
  all: readonly FestivalEdition[]
  direction: 'left' | 'right'
}

/** The way to a festival's wall, in the inks of its newest poster. */
export function WallWay({ href, festival, all, direction }: WallWayProps) {
  const [newest] = all
  return (
    <Way
      href={href}
      direction={direction}
      label={`All ${all.length}`}
      name={`${festival} through the years`}
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
