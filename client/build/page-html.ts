import type { PrerenderedPage } from './prerender.tsx'
import { SPLASH, SPLASH_SCRIPT } from './splash.ts'

const ROOT = '<div id="root"></div>'
const SCRIPTS = /(?<=<)(script type="module"|link rel="modulepreload")/g
const TITLE = /<title>.*?<\/title>/s

export function composePage(template: string, page: PrerenderedPage): string {
  if (!template.includes(ROOT) || !TITLE.test(template))
    throw new Error(`${page.document}.html needs a <title> and ${ROOT}.`)
  const title = Bun.escapeHTML(page.title)
  const head = [
    page.splash ? `<script>${SPLASH_SCRIPT}</script>` : '',
    `<title>${title}</title>`,
    `<meta name="description" content="${Bun.escapeHTML(page.description)}">`,
    page.noindex ? '<meta name="robots" content="noindex">' : '',
    page.head ?? '',
  ]
  const splash = page.splash ? SPLASH : ''
  // A page of the site is drawn without scripts: on a slow line what is drawn comes first.
  const tags =
    page.document === 'site' ? template.replaceAll(SCRIPTS, '$1 fetchpriority="low"') : template
  // Functions, because `$&` and the like are replaced in a replacement text.
  return tags
    .replace(TITLE, () => head.join(''))
    .replace(ROOT, () => `${splash}<div id="root">${page.body}</div>`)
}
