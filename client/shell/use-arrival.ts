import { useEffect, useRef } from 'react'
import { toDocumentTitle } from '#client/lib/pages.ts'

/** True while the history, not a link, leads to the next page: the browser then scrolls by itself. */
let goingBack = false
if (typeof window !== 'undefined') window.addEventListener('popstate', () => (goingBack = true))

/** A new page of the same document is announced as a loaded one would be: title, top of the page, focus on its heading. */
export function useArrival(path: string, title: string): void {
  const shown = useRef(path)
  useEffect(() => {
    document.title = toDocumentTitle(title)
    if (shown.current === path) return
    shown.current = path
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) heading.tabIndex = -1
    const target = heading ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
    if (!goingBack) window.scrollTo(0, 0)
    goingBack = false
  }, [path, title])
}
