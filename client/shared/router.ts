import type { AroundNavHandler } from 'wouter'
import { navigate as navigateHere } from 'wouter/use-browser-location'
import { pageAt, homeOf } from './pages.ts'
import { takeReturn } from './hand-over.ts'
import { useSession } from './session.ts'

const documentOf = (to: string) => pageAt(new URL(to, location.href).pathname)?.document

type Options = { replace?: boolean; state?: unknown }

/** Loads another document; its page finds `state` as after a navigation within the document. */
function load(to: string, { replace = false, state = null }: Options): void {
  if (state === null) {
    if (replace) location.replace(to)
    else location.assign(to)
    return
  }
  // Only a history entry carries state to another document. wouter watches `history`'s own methods, so the prototype's make the entry.
  History.prototype[replace ? 'replaceState' : 'pushState'].call(history, state, '', to)
  location.reload()
}

/** Goes to a page, with a full load when another document has it. */
export function goTo(to: string, options: Options = {}): void {
  const target = documentOf(to)
  if (target && target === documentOf(location.href)) navigateHere(to, options)
  else load(to, options)
}

/** Makes `Link` and `useLocation` of a router use `goTo`. */
export const aroundNavigation: AroundNavHandler = (_navigate, to, options) => goTo(to, options)

/** Goes back to the page that asked for the sign-in, or else to the home of the role. */
export function goAfterSignIn(): void {
  const user = useSession.getState()?.user
  if (!user) return
  const back = takeReturn(user)
  goTo(back?.path ?? homeOf(user.access), { replace: true, state: back?.state ?? null })
}
