import type { PrerenderedPage } from './prerender.tsx'
import { SPLASH, SPLASH_SCRIPT } from './splash.ts'

const ROOT = '<div id="root"></div>'
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
  // Functions, because `$&` and the like are replaced in a replacement text.
  return template
    .replace(TITLE, () => head.join(''))
    .replace(ROOT, () => `${splash}<div id="root">${page.body}</div>`)
}
