import { useEffect, useRef } from 'react'
import { toDocumentTitle } from './pages.ts'

/** Whether the history led here and not a link: then the browser restores the scroll position. wouter dispatches the two events for links. */
let cameBack = false
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => (cameBack = true))
  for (const type of ['pushState', 'replaceState'])
    window.addEventListener(type, () => (cameBack = false))
}

/** Announces a new page of the same document like a loaded one: sets the title, scrolls to the top and focuses the heading. */
export function usePageAnnouncement(path: string, title: string): void {
  const shown = useRef(path)
  useEffect(() => {
    document.title = toDocumentTitle(title)
    if (shown.current === path) return
    shown.current = path
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) heading.tabIndex = -1
    const target = heading ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
    if (!cameBack) window.scrollTo(0, 0)
  }, [path, title])
}
