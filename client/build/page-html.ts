import type { StoredPage } from './manifest.ts'
import type { PrerenderedPage } from './prerender.tsx'
import { SPLASH, SPLASH_SCRIPT } from './splash.ts'

const ROOT = '<div id="root"></div>'
const TITLE = /<title>.*?<\/title>/s
const SCRIPT = /<script(?<attributes>[^>]*)>(?<code>.*?)<\/script>/gs

/** Inserts a page's head and markup into its document. */
export function composePage(template: string, page: PrerenderedPage): string {
  if (!template.includes(ROOT) || !TITLE.test(template))
    throw new Error(`${page.document}.html needs a <title> and ${ROOT}.`)
  const title = Bun.escapeHTML(page.title)
  const head = [
    page.splash ? SPLASH_SCRIPT : '',
    `<title>${title}</title>`,
    `<meta name="description" content="${Bun.escapeHTML(page.description)}">`,
    page.noindex ? '<meta name="robots" content="noindex">' : '',
    page.head ?? '',
  ]
  const curtain = page.splash ? SPLASH : ''
  // Functions, because `$` in a replacement text has a meaning.
  return template
    .replace(TITLE, () => head.join(''))
    .replace(ROOT, () => `${curtain}<div id="root">${page.body}</div>`)
}

/** Hashes of the inline scripts, for the content security policy. Data (`type="application/ld+json"`) needs none. */
export function scriptHashesOf(html: string): StoredPage['scripts'] {
  return [...html.matchAll(SCRIPT)]
    .map(({ groups }) => groups)
    .filter((groups) => groups && !/\bsrc=|\btype="application\//.test(groups.attributes ?? ''))
    .map((groups) => new Bun.CryptoHasher('sha256').update(groups?.code ?? '').digest('base64'))
}
