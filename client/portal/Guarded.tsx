import { type ReactNode, useEffect } from 'react'
import type { Role } from '#src/contract/statuses.ts'
import { leave, useSession } from '#client/shared/session.ts'

/** Shows a screen to one role. Everyone else goes to the sign-in; a visitor returns to the screen afterwards. */
export function Guarded({ role, children }: { role: Role; children: ReactNode }) {
  const access = useSession((session) => session?.user.access)
  useEffect(() => {
    if (access === role) return
    if (access) leave('This page is for another kind of account.', false)
    else leave('Please sign in first.', true)
  }, [access, role])
  return access === role ? children : null
}
