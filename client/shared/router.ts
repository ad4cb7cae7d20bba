import { navigate as navigateHere } from 'wouter/use-browser-location'
import { pageAt, homeOf } from './pages.ts'
import { takeReturn } from './hand-over.ts'
import { useSession } from './session.ts'

const documentOf = (to: string) => pageAt(new URL(to, location.href).pathname)?.document

type Options = { replace?: boolean; state?: unknown }

/** Goes to a page, with a full load when another document has it; that page finds no navigation state. */
export function goTo(to: string, options: Options = {}): void {
  const target = documentOf(to)
  if (target && target === documentOf(location.href)) navigateHere(to, options)
  else if (options.replace) location.replace(to)
  else location.assign(to)
}

/** Goes back to the page that asked for the sign-in, or else to the home of the role. */
export function goAfterSignIn(): void {
  const user = useSession.getState()?.user
  if (!user) return
  goTo(takeReturn(user) ?? homeOf(user.access), { replace: true })
}
