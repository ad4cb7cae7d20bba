import { type MouseEvent, useEffect } from 'react'
import { Router, useLocation, useSearch } from 'wouter'
import { sections } from '#client/content/links.ts'
import { pageAt } from '#client/shared/pages.ts'
import { aroundSiteNavigation, goOnSite, wantsNewTab } from './router.ts'
import { scrollToSection } from './smooth-scroll.ts'
import { sitePageAt, type SitePage } from './screens.tsx'
import { ErrorBoundary } from '#client/shared/ErrorBoundary.tsx'
import type { Place } from '#client/shared/Nav.tsx'
import { PageShell } from '#client/shared/PageShell.tsx'
import { usePageAnnouncement } from '#client/shared/use-page-announcement.ts'
import { useSectionInView } from './use-section-in-view.ts'

/** The public site, in the browser and when it is prerendered (with `ssrPath`). */
export function SiteShell({ ssrPath }: { ssrPath?: string }) {
  return (
    <Router aroundNav={aroundSiteNavigation} {...(ssrPath !== undefined && { ssrPath })}>
      <SitePageInShell />
    </Router>
  )
}

function SitePageInShell() {
  const [path] = useLocation()
  const page = sitePageAt(path, useSearch())
  const isHome = page.place === 'sections'
  const inView = useSectionInView(isHome)
  usePageAnnouncement(page.address, page.title)
  useSectionFromState(page)
  useOwnLinks()

  function follow(event: MouseEvent<HTMLAnchorElement>, place: Place) {
    const section = sections.find(({ id }) => id === place)
    if (!section || wantsNewTab(event)) return
    event.preventDefault()
    if (!isHome) goOnSite('/', { state: { section: section.id } })
    else {
      history.pushState(history.state, '', section.id === 'Home' ? '/' : `/#${section.id}`)
      scrollToSection(section.id)
    }
  }
  return (
    <PageShell current={page.place === 'sections' ? inView : page.place} onFollow={follow}>
      {/* With a key, so that the next screen shows after one has thrown. */}
      <ErrorBoundary key={page.address}>{page.screen}</ErrorBoundary>
    </PageShell>
  )
}

/** Scrolls to the section that the previous page put into the navigation state, and clears the state, so that a reload does not scroll. */
function useSectionFromState({ address }: SitePage): void {
  useEffect(() => {
    const state: unknown = history.state
    if (address !== '/' || typeof state !== 'object' || state === null || !('section' in state))
      return
    history.replaceState(null, '')
    if (typeof state.section === 'string') scrollToSection(state.section)
  }, [address])
}

function useOwnLinks(): void {
  useEffect(() => {
    function handleClick(event: globalThis.MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || wantsNewTab(event)) return
      if (link.target || link.origin !== location.origin) return
      if (pageAt(link.pathname)?.document !== 'site') return
      const here = link.pathname === location.pathname && link.search === location.search
      if (here && link.hash) return
      event.preventDefault()
      goOnSite(link.pathname + link.search + link.hash, {}, link)
    }
    document.addEventListener('click', handleClick)
    return () => document.removeEventListener('click', handleClick)
  }, [])
}
