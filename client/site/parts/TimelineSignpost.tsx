import { legacies } from '#client/content/links.ts'
import { timelines } from '#client/content/timelines.ts'
import { PictureStrip, SignpostLink } from './WhereNext.tsx'

type TimelineSignpostProps = {
  festival: (typeof legacies)[number]['festival']
  direction: 'left' | 'right'
}

/** Links to the timeline of a festival's past coordinators. */
export function TimelineSignpost({ festival, direction }: TimelineSignpostProps) {
  const legacy = legacies.find((one) => one.festival === festival)
  if (!legacy) return null
  const { title, entries } = timelines[legacy.param]
  return (
    <SignpostLink
      href={`/treedesign?param=${legacy.param}`}
      direction={direction}
      label="Year by year"
      name={title[0]}
    >
      <PictureStrip of={entries} pictureOf={({ id }) => ({ slot: `team/${id}` })} />
    </SignpostLink>
  )
}
