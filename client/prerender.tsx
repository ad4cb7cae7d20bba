import { renderToString } from 'react-dom/server'
import { NOT_FOUND_TITLE, type Page, PAGES, toDocumentTitle } from './lib/pages.ts'
import { PortalShell } from './shell/PortalShell.tsx'
import { SiteShell } from './shell/SiteShell.tsx'
import { siteScreens } from './site-screens.tsx'
import { Screen } from './ui/Screen.tsx'

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
  /** What stands in the root. */
  body: string
  /** Origins whose pages it may show in a frame. */
  frames?: string[]
}

const toSite = (address: string) =>
  renderToString(<SiteShell ssrPath={address} table={siteScreens} />)
/** What stands round every screen; the screens themselves are the browser's work. */
const toPortal = (address: string, { title }: Page) =>
  renderToString(
    <PortalShell ssrPath={address}>
      <noscript>
        <Screen title={title}>
          <p>This page works with JavaScript only.</p>
        </Screen>
      </noscript>
    </PortalShell>,
  )

function toPage([address, page]: [string, Page]): PrerenderedPage {
  return {
    address,
    document: page.document,
    status: 200,
    title: toDocumentTitle(page.title),
    description: page.description,
    noindex: page.noindex ?? false,
    body: page.document === 'site' ? toSite(address) : toPortal(address, page),
  }
}

/** Every page that the server can answer with; run once, by the build. */
export function prerender(): PrerenderedPage[] {
  return [
    ...Object.entries<Page>(PAGES).map(toPage),
    {
      address: '/docs',
      document: 'docs',
      status: 200,
      title: toDocumentTitle('API'),
      description: 'Every call of the portal, to be read and tried.',
      noindex: true,
      body: '',
    },
    {
      address: '404',
      document: 'site',
      status: 404,
      title: toDocumentTitle(NOT_FOUND_TITLE),
      description: 'No page was built for this address.',
      noindex: true,
      body: toSite('/404'),
    },
  ]
}
