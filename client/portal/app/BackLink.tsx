import { homeOf } from '#client/shared/pages.ts'
import { useSession } from '#client/shared/session.ts'
import { LinkButton } from './LinkButton.tsx'

export type Way = { href: string; label: string }

/** A link back: to `way`, or else to the page on which the person starts. */
export function BackLink({ way }: { way?: Way | undefined }) {
  const access = useSession()?.user.access
  const { href, label } = way ?? { href: access ? homeOf(access) : '/', label: 'Back to Home' }
  return (
    <LinkButton href={href} size="small" icon="left">
      {label}
    </LinkButton>
  )
}
