import { projects, slideshowAddress } from '#client/content/projects.ts'
import { editions } from '#client/site/editions.ts'
import type { SitePage } from '#client/site/screens.tsx'

/** The description of every screen of the portal, for shared links: search engines leave the screens out. */
export const PORTAL_DESCRIPTION =
  'The inventory portal, in which clubs order supplies and the department hands them out.'

const SITE_DESCRIPTIONS: Record<string, string> = {
  '/': 'The student department that paints the backdrops, builds the structures and runs the publicity of Oasis and APOGEE.',
  '/slideshow': 'The galleries are those of Oasis and APOGEE.',
  '/endpoint': 'There is no edition of this name; the walls of both festivals show all there are.',
  '/treedesign?param=stuccan':
    'The student heads of Oasis, year by year, on one long measuring tape.',
  '/treedesign?param=costaan':
    'The technical coordinators of APOGEE, year by year, on one long measuring tape.',
  '404': 'No page was built for this address.',
}

/** The description of a page of the public site; throws when there is none. */
export function describeSitePage({ address, edition }: SitePage): string {
  if (edition)
    return `Pictures of ${edition.title}: what the department painted and built for it. Theme: ${edition.subtitle}.`
  const wall = projects.find((project) => slideshowAddress(project) === address)
  if (wall) {
    const all = editions[wall.id]
    return `${wall.intro.split('. ')[0]}. All ${all.length} editions, ${all.at(-1)?.year} to ${all[0]?.year}.`
  }
  const description = SITE_DESCRIPTIONS[address]
  if (!description)
    throw new Error(`client/build/page-descriptions.ts has no description of ${address}.`)
  return description
}
