import type { AroundNavHandler } from 'wouter'
import { navigate as navigateHere } from 'wouter/use-browser-location'
import { pageAt, homeOf } from './pages.ts'
import { takeReturn } from './hand-over.ts'
import { useSession } from './session.ts'

const documentOf = (to: string) => pageAt(new URL(to, location.href).pathname)?.document

type Options = { replace?: boolean; state?: unknown }

/** A full load of an address; its page finds `state` as after a navigation within the document. */
function load(to: string, { replace = false, state = null }: Options): void {
  if (state === null) {
    if (replace) location.replace(to)
    else location.assign(to)
    return
  }
  // Only the history can carry state to another document: the entry is made here and then loaded.
  History.prototype[replace ? 'replaceState' : 'pushState'].call(history, state, '', to)
  location.reload()
}

/** Goes to a page: within the document without a load, to another document with one. */
export function goTo(to: string, options: Options = {}): void {
  const target = documentOf(to)
  if (target && target === documentOf(location.href)) navigateHere(to, options)
  else load(to, options)
}

/** The same for `Link` and `useLocation`: given to the router of each document. */
export const aroundNavigation: AroundNavHandler = (_navigate, to, options) => goTo(to, options)

/** Where a sign-in leads: back to the page that it interrupted, else to the home of the role. */
export function goAfterSignIn(): void {
  const user = useSession.getState()?.user
  if (!user) return
  const back = takeReturn(user)
  goTo(back?.path ?? homeOf(user.access), { replace: true, state: back?.state ?? null })
}
