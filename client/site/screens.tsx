import type { ReactNode } from 'react'
import { projects, slideshowAddress } from '#client/content/projects.ts'
import { legacies } from '#client/content/links.ts'
import { EndpointPage } from './gallery/EndpointPage.tsx'
import { NoEditionPage } from './wall/NoEditionPage.tsx'
import { NotFoundPage } from './wall/NotFoundPage.tsx'
import { SlideshowPage } from './wall/SlideshowPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { TimelinePage } from './timeline/TimelinePage.tsx'
import {
  editionAddress,
  editions,
  findEdition,
  findFestival,
  type FestivalEdition,
} from './editions.ts'
import { NOT_FOUND_TITLE, pageAt, PAGES } from '#client/shared/pages.ts'
import type { Place } from '#client/shared/Nav.tsx'

export type SitePage = {
  /** As in links; `404` for the page of unknown addresses. */
  address: string
  status: 200 | 404
  title: string
  /** The picture for shared links, in `client/media/share`. */
  share: string
  /** The marked entry of the navigation; `sections`: the section in view. */
  place?: Place | 'sections'
  edition?: FestivalEdition
  screen: ReactNode
}

const home: SitePage = {
  ...PAGES['/'],
  address: '/',
  status: 200,
  share: 'home',
  place: 'sections',
  screen: <HomePage />,
}

const missing = (address: string, title: string, screen: ReactNode): SitePage => ({
  address,
  status: 404,
  title,
  share: 'home',
  screen,
})

const notFound = missing('404', NOT_FOUND_TITLE, <NotFoundPage />)

const walls = projects.map((project): SitePage => ({
  address: slideshowAddress(project),
  status: 200,
  title: `${project.title === 'APOGEE' ? 'Apogee' : project.title} Through The Years`,
  share: `wall-${project.id}`,
  place: 'OurProjects',
  screen: <SlideshowPage project={project} />,
}))
const noFestival: SitePage = {
  ...missing('/slideshow', 'No such festival', <NoEditionPage of="festival" />),
  place: 'OurProjects',
}

const galleries = Object.values(editions)
  .flat()
  .map((edition): SitePage => ({
    address: editionAddress(edition),
    status: 200,
    title: edition.title,
    share: `${edition.festival}-${edition.year}`,
    place: 'OurProjects',
    edition,
    screen: <EndpointPage key={edition.label} edition={edition} />,
  }))
const noEdition: SitePage = {
  ...missing('/endpoint', 'No such edition', <NoEditionPage of="edition" />),
  place: 'OurProjects',
}

const timelines = legacies.map(({ param, label }): SitePage => ({
  address: `/treedesign?param=${param}`,
  status: 200,
  title: `Our ${label}'s over the years`,
  share: param,
  place: param,
  screen: <TimelinePage key={param} timeline={param} />,
}))

export const sitePages: readonly SitePage[] = [
  home,
  ...walls,
  noFestival,
  ...galleries,
  noEdition,
  ...timelines,
  notFound,
]

const withAddress = (address: string | undefined) =>
  sitePages.find((page) => page.address === address)

/** The page for an address. The values of its query match in any case. */
export function sitePageAt(pathname: string, search: string): SitePage {
  const asked = new URLSearchParams(search)
  const first = <T,>(name: string, find: (value: string) => T | null) =>
    asked.getAll(name).map(find).find(Boolean)
  switch (pageAt(pathname)?.path) {
    case '/':
      return home
    case '/slideshow': {
      const project = first('description', findFestival)
      return (project && withAddress(slideshowAddress(project))) ?? noFestival
    }
    case '/endpoint': {
      const edition = first('description', findEdition)
      return (edition && withAddress(editionAddress(edition))) ?? noEdition
    }
    case '/treedesign': {
      // any other value shows CoStAAns, as specified
      const [stuccan, costaan] = timelines
      return (
        first('param', (value) => (value.trim().toLowerCase() === 'stuccan' ? stuccan : null)) ??
        costaan ??
        notFound
      )
    }
    default:
      return notFound
  }
}
