import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { goTo } from '#client/shared/router.ts'

type Options = Parameters<typeof goTo>[1]

/** A press that asks the browser for a new tab, a window or a download. */
export const wantsNewTab = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Goes to a page of the site and lets the browser blend the two views where it can. The poster in `link`, if there is one,
 * turns into the poster of the page that it leads to.
 */
export function goOnSite(to: string, options?: Options, link?: HTMLElement): void {
  if (!('startViewTransition' in document) || isStill()) {
    goTo(to, options)
    return
  }
  link?.setAttribute('data-turning', '')
  // The rejection says that another navigation came between; the page is there all the same.
  document.startViewTransition(() => flushSync(() => goTo(to, options))).ready.catch(() => {})
}

/** The same for `Link` and `useLocation`. */
export const aroundSiteNavigation: AroundNavHandler = (_navigate, to, options) =>
  goOnSite(to, options)
