import type { PrerenderedPage } from './prerender.tsx'
import { type Page, PAGES } from '#client/shared/pages.ts'
import { ORIGIN } from './manifest.ts'

/** `robots.txt`: crawlers skip the screens that need a sign-in. */
export const listRobots = (): string =>
  [
    'User-agent: *',
    ...Object.entries<Page>(PAGES)
      .filter(([, { right }]) => right)
      .map(([path]) => `Disallow: ${path}`),
    '',
    `Sitemap: ${ORIGIN}/sitemap.xml`,
    '',
  ].join('\n')

/** `sitemap.xml`: every public page by its canonical address. */
export const listSitemap = (pages: readonly PrerenderedPage[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages
      .filter(({ canonical }) => canonical)
      .map(({ canonical = '' }) => `<url><loc>${Bun.escapeHTML(ORIGIN + canonical)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
