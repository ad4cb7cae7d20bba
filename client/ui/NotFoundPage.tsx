import { EmptyStage } from './EmptyStage.tsx'
import { notFoundLines } from './shell-hoardings.ts'

export function NotFoundPage() {
  return (
    <EmptyStage lines={notFoundLines}>
      The tape marks a place on the stage, but no page was built for this address.
    </EmptyStage>
  )
}
