import { renderToString } from 'react-dom/server'
import { aftermovieId } from '#client/content/department.ts'
import { type Page, PAGES, pageName, toDocumentTitle } from '#client/shared/pages.ts'
import { describeSitePage, PORTAL_DESCRIPTION } from './page-descriptions.ts'
import { PortalShell } from '#client/portal/app/PortalShell.tsx'
import { SiteShell } from '#client/site/SiteShell.tsx'
import { siteHead } from './site-head.ts'
import { keyOf, sitePages, type SitePage } from '#client/site/screens.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'

export type PrerenderedPage = {
  /** A path, with one query parameter in lower case where the page depends on it; `404` for all other addresses. */
  address: string
  document: Page['document'] | 'docs'
  status: 200 | 404
  title: string
  description: string
  noindex: boolean
  /** More for the head, as HTML. */
  head?: string
  /** Shows the splash when it is the first page of a visit. */
  splash?: true
  body: string
  /** Origins whose pages it may show in a frame. */
  frames?: string[]
  /** The address in the sitemap. */
  canonical?: string
}

/** Only the home page embeds the film, after a press. */
const FILM_SERVICE = 'https://www.youtube-nocookie.com'

const toSite = (page: SitePage, drawn: ReadonlySet<string>): PrerenderedPage => ({
  address: keyOf(page),
  document: 'site',
  status: page.status,
  title: toDocumentTitle(page.title),
  description: describeSitePage(page),
  noindex: page.status === 404,
  head: siteHead(page, drawn),
  splash: true,
  body: renderToString(<SiteShell ssrPath={page.address} />),
  ...(page.address === '/' && aftermovieId && { frames: [FILM_SERVICE] }),
  ...(page.status === 200 && { canonical: page.address }),
})

/** The frame around a screen; the browser renders the screen itself. */
const toScreen = (address: string, page: Page): PrerenderedPage => ({
  address,
  document: page.document,
  status: 200,
  title: toDocumentTitle(pageName(page)),
  description: PORTAL_DESCRIPTION,
  noindex: true,
  splash: true,
  body: renderToString(
    <PortalShell ssrPath={address}>
      <noscript>
        <Screen title={page.title}>
          <p>This page works with JavaScript only.</p>
        </Screen>
      </noscript>
    </PortalShell>,
  ),
})

/** All prerendered pages. The build calls it once, with the names of the existing pictures of shared links. */
export function prerender(drawn: ReadonlySet<string>): PrerenderedPage[] {
  return [
    ...sitePages.map((page) => toSite(page, drawn)),
    ...Object.entries<Page>(PAGES).flatMap(([path, page]) =>
      page.document === 'site' ? [] : toScreen(path, page),
    ),
    {
      address: '/docs',
      document: 'docs',
      status: 200,
      title: toDocumentTitle('API'),
      description: 'Every call of the portal, to be read and tried.',
      noindex: true,
      body: '',
    },
  ]
}
