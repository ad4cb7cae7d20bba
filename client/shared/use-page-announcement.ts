import { useEffect, useRef } from 'react'
import { toDocumentTitle } from './pages.ts'

/** Whether the history, not a link, led here: then the browser scrolls by itself. Wouter announces what the History API does not. */
let cameBack = false
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => (cameBack = true))
  for (const type of ['pushState', 'replaceState'])
    window.addEventListener(type, () => (cameBack = false))
}

/** A new page of the same document is announced as a loaded one would be: title, top of the page, focus on its heading. */
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
