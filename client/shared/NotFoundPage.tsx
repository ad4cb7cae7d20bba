import { ArrowLink } from './ArrowLink.tsx'
import { EmptyStage } from './EmptyStage.tsx'
import { notFoundLines } from './shell-hoardings.ts'
import { WallLinks } from './WallLinks.tsx'

export function NotFoundPage() {
  const ways = (
    <>
      <ArrowLink href="/">Go to the home page</ArrowLink>
      <WallLinks />
    </>
  )
  return (
    <EmptyStage stage="404" lines={notFoundLines} ways={ways}>
      The tape marks a place on the stage, but no page was built for this address.
    </EmptyStage>
  )
}
