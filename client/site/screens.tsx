import type { ReactNode } from 'react'
import { projects, slideshowAddress } from '#client/content/projects.ts'
import { legacies } from '#client/content/links.ts'
import { EndpointPage } from './gallery/EndpointPage.tsx'
import { type Missing, MissingPage } from './wall/MissingPage.tsx'
import { SlideshowPage } from './wall/SlideshowPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { TimelinePage } from './timeline/TimelinePage.tsx'
import { editionAddress, editions, type FestivalEdition } from './editions.ts'
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

const missing = (address: string, title: string, what: Missing): SitePage => ({
  address,
  status: 404,
  title,
  share: 'home',
  ...(what !== 'notFound' && { place: 'OurProjects' as const }),
  screen: <MissingPage what={what} />,
})

const notFound = missing('404', NOT_FOUND_TITLE, 'notFound')

const walls = projects.map((project): SitePage => ({
  address: slideshowAddress(project),
  status: 200,
  title: `${project.title === 'APOGEE' ? 'Apogee' : project.title} Through The Years`,
  share: `wall-${project.id}`,
  place: 'OurProjects',
  screen: <SlideshowPage project={project} />,
}))

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
  missing('/slideshow', 'No such festival', 'noFestival'),
  ...galleries,
  missing('/endpoint', 'No such edition', 'noEdition'),
  ...timelines,
  notFound,
]

/**
 * The key by which server and browser find a page: a path, or a path with one query parameter in lower case. The timeline for any other
 * value has the bare path.
 */
export function keyOf({ address }: SitePage): string {
  const [path = '', query = ''] = address.split('?')
  const [parameter] = new URLSearchParams(query)
  if (!parameter || address === '/treedesign?param=costaan') return path
  return `${path}?${parameter[0]}=${parameter[1].toLowerCase()}`
}

/** The page for an address. The values of its query match in any case. */
export function sitePageAt(pathname: string, search: string): SitePage {
  const path = pageAt(pathname)?.path ?? ''
  const asked = [...new URLSearchParams(search)].map(
    ([name, value]) => `${path}?${name}=${value.trim().toLowerCase()}`,
  )
  return (
    [...asked, path].map((key) => sitePages.find((page) => keyOf(page) === key)).find(Boolean) ??
    notFound
  )
}
