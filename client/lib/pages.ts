import type { Role } from '#src/contract/statuses.ts'

/** Three documents, so that each loads only its own code and CSS; between them a full load. */
export type DocumentName = 'site' | 'portal' | 'admin'

export type Page = {
  document: DocumentName
  title: string
  description: string
  /** Who may see it; left out: everybody. */
  role?: Role
  /** Search engines leave it out. */
  noindex?: true
}

const SITE_DESCRIPTION =
  'The student department that paints the backdrops, builds the structures and runs the publicity of Oasis and APOGEE.'
const ADMINISTRATION = { document: 'admin', role: 'bosslevel', noindex: true } as const

/** Every path. What a public page is called may depend on its query: client/site-screens.tsx. */
export const PAGES = {
  '/': { document: 'site', title: 'Welcome', description: SITE_DESCRIPTION },
  '/slideshow': {
    document: 'site',
    title: 'Through The Years',
    description: 'Every edition of Oasis and APOGEE, year by year.',
  },
  '/endpoint': {
    document: 'site',
    title: 'Edition gallery',
    description: 'Pictures of one edition of Oasis or APOGEE.',
  },
  '/treedesign': {
    document: 'site',
    title: 'Our Legacy',
    description: 'The coordinators of past editions.',
  },
  '/inventory': {
    document: 'portal',
    title: 'Sign in',
    description: 'Sign in to the inventory portal for club coordinators.',
    noindex: true,
  },
  '/register': {
    document: 'portal',
    title: 'Register',
    description: 'Make a club account for the inventory portal.',
    noindex: true,
  },
  '/forgpass': {
    document: 'portal',
    title: 'Reset Password',
    description: 'Set a new password for the inventory portal.',
    noindex: true,
  },
  '/inventoryuser': {
    document: 'portal',
    title: 'Apogee Inventory Portal',
    description: 'Order supplies for your club.',
    role: 'user',
    noindex: true,
  },
  '/inventoryadp': {
    ...ADMINISTRATION,
    title: 'Inventory Management',
    description: 'Stock and the ordering switch.',
  },
  '/items': {
    ...ADMINISTRATION,
    title: 'Item List',
    description: 'Stock against what is ordered and given.',
  },
  '/customitems': {
    ...ADMINISTRATION,
    title: 'External Inventory Demand',
    description: 'What clubs ask for beyond the stock.',
  },
  '/orders': {
    ...ADMINISTRATION,
    title: 'Order Management',
    description: 'The carts of all clubs.',
  },
  '/orderwiseitem': {
    ...ADMINISTRATION,
    title: 'Orderwise Item Management',
    description: "One club's order.",
  },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof PAGES
/** The addresses of one document. */
export type PathOf<D extends DocumentName> = {
  [P in PagePath]: (typeof PAGES)[P]['document'] extends D ? P : never
}[PagePath]

export const SITE_NAME = 'Department of Art, Design and Publicity'

const isPagePath = (path: string): path is PagePath => Object.hasOwn(PAGES, path)

/** The page at a path, with or without a slash at the end; `null` where there is none. */
export function pageAt(pathname: string): (Page & { path: PagePath }) | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return isPagePath(path) ? { ...PAGES[path], path } : null
}

export const NOT_FOUND_TITLE = 'Page not found'

export const toDocumentTitle = (title: string): string => `${title} – ${SITE_NAME}`

/** Where a person starts after signing in. */
export const homeOf = (role: Role): PagePath =>
  role === 'bosslevel' ? '/inventoryadp' : '/inventoryuser'
