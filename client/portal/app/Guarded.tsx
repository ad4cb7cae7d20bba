import { type ReactNode, useEffect } from 'react'
import { may, type Right } from '#src/rules/permissions.ts'
import { leave, useSession } from '#client/shared/session.ts'

/** Shows a screen to those who have a right. Everyone else goes to the sign-in; a visitor returns to the screen afterwards. */
export function Guarded({ right, children }: { right: Right; children: ReactNode }) {
  const access = useSession((session) => session?.user.access)
  const isAllowed = access !== undefined && may(access, right)
  useEffect(() => {
    if (isAllowed) return
    if (access) leave('This page is for another kind of account.', false)
    else leave('Please sign in first.', true)
  }, [access, isAllowed])
  return isAllowed ? children : null
}
