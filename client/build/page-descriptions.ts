import { projects, slideshowAddress } from '#client/content/projects.ts'
import { editions } from '#client/site/editions.ts'
import { type DocumentName, type PathOf } from '#client/shared/pages.ts'
import type { SitePage } from '#client/site/screens.tsx'

/** Descriptions of the screens of portal and administration, for search engines and shared links. Only the build uses them. */
export const SCREEN_DESCRIPTIONS: Record<PathOf<Exclude<DocumentName, 'site'>>, string> = {
  '/inventory': 'Sign in to the inventory portal for club coordinators.',
  '/register': 'Make a club account for the inventory portal.',
  '/forgpass': 'Set a new password for the inventory portal.',
  '/users/mails-off': 'Stop mails about your order.',
  '/pickup': 'Which clubs have things ready, for the screen in the store room.',
  '/inventoryuser': 'Order supplies for your club.',
  '/inventoryadp': 'Stock and the ordering switch.',
  '/stocksheet': 'Load and count many items at once.',
  '/items': 'Stock against what is ordered and given.',
  '/customitems': 'What clubs ask for beyond the stock.',
  '/orders': 'The carts of all clubs.',
  '/orderwiseitem': "One club's order.",
  '/board': 'Who asked for what, and who gets it.',
  '/handout': 'What is to be packed, and what clubs fetch.',
  '/editions': 'The festival that orders are for, and those before it.',
  '/editions/end': 'What happens when an edition ends.',
  '/people': 'Clubs, their people, administrators and invitations.',
  '/history': 'Every change of stock, orders and accounts.',
  '/account': 'Your name, phone, password and mails, and the people of your club.',
  '/mails': 'Mails that wait, and those that could not be sent.',
}

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
