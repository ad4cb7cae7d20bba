/** The speed metrics and pages that a browser can report. The server refuses others, to keep the number of histograms small. */
export const METRICS = ['LCP', 'FCP', 'TTFB', 'INP', 'CLS'] as const
export type Metric = (typeof METRICS)[number]

export const MEASURED_PAGES = [
  '/',
  '/slideshow',
  '/endpoint',
  '/treedesign',
  '/inventory',
  '/register',
  '/forgpass',
  '/pickup',
  '/inventoryuser',
  '/account',
  '/inventoryadp',
  '/stocksheet',
  '/items',
  '/customitems',
  '/orders',
  '/orderwiseitem',
  '/board',
  '/handout',
  '/editions',
  '/editions/end',
  '/people',
  '/history',
  '/mails',
  '/users/mails-off',
] as const
export type MeasuredPage = (typeof MEASURED_PAGES)[number]

/** The body of `POST /vitals`. */
export type VitalsReport = { page: MeasuredPage; values: Partial<Record<Metric, number>> }
