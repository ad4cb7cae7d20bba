import { ArrowLink } from './ArrowLink.tsx'
import { EmptyStage } from './EmptyStage.tsx'
import { notFoundLines } from './shell-hoardings.ts'

const WAYS = [
  ['/', 'Go to the home page'],
  ['/slideshow?description=OASIS', 'Oasis through the years'],
  ['/slideshow?description=APOGEE', 'APOGEE through the years'],
] as const

export function NotFoundPage() {
  return (
    <EmptyStage
      lines={notFoundLines}
      ways={WAYS.map(([href, name]) => (
        <ArrowLink key={href} href={href}>
          {name}
        </ArrowLink>
      ))}
    >
      The tape marks a place on the stage, but no page was built for this address.
    </EmptyStage>
  )
}
