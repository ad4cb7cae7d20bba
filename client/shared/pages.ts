import type { Role } from '#src/contract/statuses.ts'
import { may, type Right } from '#src/rules/permissions.ts'
import { departmentName } from '#client/content/links.ts'

/** Three documents, so that each loads its own code and CSS only. Going from one to another is a full load. */
export type DocumentName = 'site' | 'portal' | 'admin'

export type Page = {
  document: DocumentName
  /** The heading. */
  title: string
  /** The short name for tabs and links, where the heading is another. */
  name?: string
  /** What one must be allowed to do to see it; left out: everybody sees it. */
  right?: Right
}

/** Every path. The title of a public page may depend on its query, see client/site/screens.tsx. */
export const PAGES = {
  '/': { document: 'site', title: 'Welcome' },
  '/slideshow': { document: 'site', title: 'Through The Years' },
  '/endpoint': { document: 'site', title: 'Edition gallery' },
  '/treedesign': { document: 'site', title: 'Our Legacy' },
  '/inventory': { document: 'portal', title: 'Sign in' },
  '/register': { document: 'portal', title: 'Register' },
  '/forgpass': { document: 'portal', title: 'Reset Password' },
  '/users/mails-off': { document: 'portal', title: 'Mails about your order' },
  '/pickup': { document: 'portal', title: 'Ready to collect' },
  '/inventoryuser': { document: 'portal', title: 'Apogee Inventory Portal', right: 'orders.own' },
  '/inventoryadp': {
    document: 'admin',
    right: 'stock.edit',
    title: 'Inventory Management',
    name: 'Stock',
  },
  '/stocksheet': { document: 'admin', right: 'stock.edit', title: 'Stock sheet' },
  '/items': { document: 'admin', right: 'stock.see', title: 'Item List', name: 'Items' },
  '/customitems': {
    document: 'admin',
    right: 'orders.ofOthers',
    title: 'External Inventory Demand',
    name: 'Custom items',
  },
  '/handout': { document: 'admin', right: 'orders.answer', title: 'Hand out' },
  '/orders': {
    document: 'admin',
    right: 'orders.ofOthers',
    title: 'Order Management',
    name: 'Orders',
  },
  '/board': { document: 'admin', right: 'board.see', title: 'Board' },
  '/orderwiseitem': {
    document: 'admin',
    right: 'orders.ofOthers',
    title: 'Orderwise Item Management',
    name: 'Order',
  },
  '/editions': { document: 'admin', right: 'editions.end', title: 'Editions' },
  '/editions/end': { document: 'admin', right: 'editions.end', title: 'End this edition' },
  '/people': { document: 'admin', right: 'people.manage', title: 'People' },
  '/history': { document: 'admin', right: 'history.see', title: 'History' },
  '/mails': { document: 'admin', right: 'mails.see', title: 'Mails' },
  // After the pages on which somebody starts.
  '/account': { document: 'portal', right: 'account.own', title: 'Account' },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof PAGES
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

/** The short name of a page. */
export const pageName = ({ name, title }: Page): string => name ?? title

export const toDocumentTitle = (title: string): string => `${title} – ${departmentName}`

export const maySee = (role: Role, { right }: Page): boolean =>
  right !== undefined && may(role, right)

/** Where a person starts after signing in: the first guarded page of the list above that the role may see. */
export const homeOf = (role: Role): string =>
  Object.entries<Page>(PAGES).find(([, page]) => maySee(role, page))?.[0] ?? '/'
