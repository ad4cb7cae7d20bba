import { projects, slideshowAddress, slideshowName } from '#client/content/projects.ts'
import { editionAddress, editions, type FestivalEdition } from '#client/site/editions.ts'
import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { SignpostLink, WallSignpost, WhereNext } from '#client/site/parts/WhereNext.tsx'
import { PosterArt } from '#client/site/parts/PosterArt.tsx'

/** Links to the galleries before and after in time, and to the wall. The wall also replaces a missing neighbour. */
export function Neighbours({ edition }: { edition: FestivalEdition }) {
  const all = editions[edition.festival]
  const project = projects.find(({ id }) => id === edition.festival)
  const place = all.findIndex(({ label }) => label === edition.label)
  if (!project) return null
  const ways = [
    { to: all[place + 1], direction: 'left', label: 'The one before' },
    { to: all[place - 1], direction: 'right', label: 'The one after' },
  ] as const
  return (
    <WhereNext label="Other editions">
      {ways.map(({ to, direction, label }) =>
        to ? (
          <SignpostLink
            key={direction}
            href={editionAddress(to)}
            direction={direction}
            arrow={direction}
            label={label}
            name={`${project.title} ${to.year}`}
            poster={`${to.festival}-${to.year}`}
          >
            <PosterArt edition={to} eager={false} sizes="auto, 15rem" />
          </SignpostLink>
        ) : (
          <WallSignpost key={direction} project={project} direction={direction} />
        ),
      )}
      {ways.every(({ to }) => to) && (
        <ArrowLink href={slideshowAddress(project)}>{slideshowName(project)}</ArrowLink>
      )}
    </WhereNext>
  )
}
