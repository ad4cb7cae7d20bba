import type { Role } from '#src/contract/statuses.ts'
import { departmentName } from '#client/content/links.ts'

/** Three documents, so that each loads its own code and CSS only. Going from one to another is a full load. */
export type DocumentName = 'site' | 'portal' | 'admin'

export type Page = {
  document: DocumentName
  title: string
  /** Who may see it; left out: everybody. */
  role?: Role
}

const ADMINISTRATION = { document: 'admin', role: 'bosslevel' } as const

/** Every path. The title of a public page may depend on its query, see client/site/screens.tsx. */
export const PAGES = {
  '/': { document: 'site', title: 'Welcome' },
  '/slideshow': {
    document: 'site',
    title: 'Through The Years',
  },
  '/endpoint': {
    document: 'site',
    title: 'Edition gallery',
  },
  '/treedesign': {
    document: 'site',
    title: 'Our Legacy',
  },
  '/inventory': {
    document: 'portal',
    title: 'Sign in',
  },
  '/register': {
    document: 'portal',
    title: 'Register',
  },
  '/forgpass': {
    document: 'portal',
    title: 'Reset Password',
  },
  '/users/mails-off': {
    document: 'portal',
    title: 'Mails about your order',
  },
  '/inventoryuser': {
    document: 'portal',
    title: 'Apogee Inventory Portal',
    role: 'user',
  },
  '/inventoryadp': {
    ...ADMINISTRATION,
    title: 'Inventory Management',
  },
  '/items': {
    ...ADMINISTRATION,
    title: 'Item List',
  },
  '/customitems': {
    ...ADMINISTRATION,
    title: 'External Inventory Demand',
  },
  '/orders': {
    ...ADMINISTRATION,
    title: 'Order Management',
  },
  '/board': {
    ...ADMINISTRATION,
    title: 'Board',
  },
  '/orderwiseitem': {
    ...ADMINISTRATION,
    title: 'Orderwise Item Management',
  },
  '/history': {
    ...ADMINISTRATION,
    title: 'History',
  },
  '/mails': {
    ...ADMINISTRATION,
    title: 'Mails',
  },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof PAGES
/** The addresses of one document. */
export type PathOf<D extends DocumentName> = {
  [P in PagePath]: (typeof PAGES)[P]['document'] extends D ? P : never
}[PagePath]

const isPagePath = (path: string): path is PagePath => Object.hasOwn(PAGES, path)

/** The page at a path, with or without a slash at the end; `null` when there is none. */
export function pageAt(pathname: string): (Page & { path: PagePath }) | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return isPagePath(path) ? { ...PAGES[path], path } : null
}

export const NOT_FOUND_TITLE = 'Page not found'

export const toDocumentTitle = (title: string): string => `${title} – ${departmentName}`

/** Where a person starts after signing in. */
export const homeOf = (role: Role): PagePath =>
  role === 'bosslevel' ? '/inventoryadp' : '/inventoryuser'
