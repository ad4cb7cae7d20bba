import { legacies } from '#client/content/links.ts'
import { timelines } from '#client/content/timelines.ts'
import { Few, Way } from './Onward.tsx'

type LegacyWayProps = {
  festival: (typeof legacies)[number]['festival']
  direction: 'left' | 'right'
}

/** The way to the timeline of those who led at a festival. */
export function LegacyWay({ festival, direction }: LegacyWayProps) {
  const legacy = legacies.find((one) => one.festival === festival)
  if (!legacy) return null
  const { title, entries } = timelines[legacy.param]
  return (
    <Way
      href={`/treedesign?param=${legacy.param}`}
      direction={direction}
      label="Year by year"
      name={title[0]}
    >
      <Few of={entries} pictureOf={({ id }) => ({ slot: `team/${id}` })} />
    </Way>
  )
}
