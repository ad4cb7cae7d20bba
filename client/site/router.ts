import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { goTo } from '#client/shared/router.ts'

type Options = Parameters<typeof goTo>[1]

type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

export const wantsNewTab = (press: Press): boolean =>
  press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Goes to a page of the site, with a view transition where the browser has it. A poster in `link` turns into the poster of the next
 * page.
 */
export function goOnSite(to: string, options?: Options, link?: HTMLElement): void {
  if (!('startViewTransition' in document) || isStill()) {
    goTo(to, options)
    return
  }
  link?.setAttribute('data-turning', '')
  // It rejects when another navigation interrupts the transition; the page changes all the same.
  document.startViewTransition(() => flushSync(() => goTo(to, options))).ready.catch(() => {})
}

export const aroundSiteNavigation: AroundNavHandler = (_navigate, to, options) =>
  goOnSite(to, options)
