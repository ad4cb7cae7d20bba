import { Link } from 'wouter'
import { useLive } from '#client/portal/data/live-query.ts'
import { clubStates } from '#client/portal/people/people.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { counted } from '#src/rules/number-text.ts'

/** Says how many clubs wait for approval, and leads to them. */
export function WaitingNote() {
  const clubs = useLive(clubStates).value?.clubs ?? []
  const waiting = clubs.filter(({ state }) => state === 'waiting').length
  return (
    <Banner tone="news" icon="person">
      {waiting > 0 && (
        <Link href="/people">
          {counted(waiting, 'club')} {waiting === 1 ? 'waits' : 'wait'} for approval
        </Link>
      )}
    </Banner>
  )
}
