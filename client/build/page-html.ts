import type { StoredPage } from './manifest.ts'
import type { PrerenderedPage } from './prerender.tsx'
import { EARLY_PRESS_SCRIPT, SPLASH, SPLASH_SCRIPT } from './splash.ts'

const ROOT = '<div id="root"></div>'
const TITLE = /<title>.*?<\/title>/s
const SCRIPT = /<script(?<attributes>[^>]*)>(?<code>.*?)<\/script>/gs
const MODULE = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/
const STYLESHEET = /<link rel="stylesheet"[^>]*>/g
const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g

/**
 * Makes a document of prerendered pages load its modules after the first paint, so that styles, fonts and pictures come first. It
 * loads them at once when the page is hidden or the browser does not report paints. Until they have run, a button does nothing:
 * the script remembers the last press if it hit a button, and repeats it then. Links work without scripts.
 */
export function loadModulesAfterPaint(html: string): string {
  const [, main] = MODULE.exec(html) ?? []
  if (!main) throw new Error('The document loads no module.')
  const parts = [...html.matchAll(MODULE_PRELOAD)].map(([, path = '']) => path)
  const script =
    '<script>{let b,k=e=>b=e.target.closest("button"),' +
    `l=()=>Promise.all(${JSON.stringify([...parts, main])}.map(p=>import(p)))` +
    '.then(()=>{removeEventListener("click",k,!0),b?.click()});' +
    'addEventListener("click",k,!0),' +
    'document.hidden||!PerformanceObserver.supportedEntryTypes.includes("paint")?l():' +
    'new PerformanceObserver((e,o)=>{if(e.getEntriesByName("first-contentful-paint")[0])o.disconnect(),l()})' +
    '.observe({type:"paint",buffered:!0})}</script>'
  const stylesheets = html.match(STYLESHEET)?.join('') ?? ''
  // A script after a stylesheet would wait for it and block the page. The browser requests files in the order of their tags.
  return [MODULE_PRELOAD, MODULE, STYLESHEET]
    .reduce((text, tag) => text.replace(tag, ''), html)
    .replace(TITLE, (title) => title + script + stylesheets)
}

/** Inserts a page's head and markup into its document. */
export function composePage(template: string, page: PrerenderedPage): string {
  if (!template.includes(ROOT) || !TITLE.test(template))
    throw new Error(`${page.document}.html needs a <title> and ${ROOT}.`)
  const title = Bun.escapeHTML(page.title)
  const head = [
    page.splash ? SPLASH_SCRIPT : '',
    page.document === 'portal' || page.document === 'admin' ? EARLY_PRESS_SCRIPT : '',
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
