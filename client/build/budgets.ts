import { brotliCompressSync } from 'node:zlib'
import type { StoredFile } from './manifest.ts'
import type { DocumentFile } from './bundle.ts'

const KB = 1_000

/** The most that a document loads before it works, in bytes after Brotli; fonts uncompressed. */
const BUDGETS: Record<DocumentFile, { js: number; css: number; fonts: number }> = {
  site: { js: 85 * KB, css: 20 * KB, fonts: 40 * KB },
  portal: { js: 105 * KB, css: 20 * KB, fonts: 52 * KB },
  admin: { js: 125 * KB, css: 20 * KB, fonts: 52 * KB },
}
/**
 * What each photograph adds to the site: a line in the table of photographs and a colour. That is content: the budgets limit the
 * code, and no number of photographs may stop a build.
 */
const PER_PHOTOGRAPH = { js: 150, css: 20 }
/** The size of the texts while they consist of placeholders. Anything above it raises the budget of the scripts. */
const PLACEHOLDERS = 1_932
/** The most for each part that loads later, on demand. */
const LAZY_CHUNK = 30 * KB
/** The spreadsheet library: it loads when someone downloads a spreadsheet. */
const EXEMPT = /^\/assets\/exceljs[.-]/

type Bundled = {
  html: ReadonlyMap<DocumentFile | 'docs', string>
  files: ReadonlyMap<string, Uint8Array>
  stored: Readonly<Record<string, StoredFile>>
  /** Their number. */
  photographs: number
  /** All texts of the department. */
  content: string
}
export type BudgetRow = { what: string; bytes: number; budget: number; over: boolean }

const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

const distinct = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, path]) => path ?? ''))

export function measureBudgets(bundled: Bundled): BudgetRow[] {
  const { html, files, stored, photographs, content } = bundled
  const cost = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => {
      const file = stored[path]
      if (!file) throw new Error(`${path} is named but was not built.`)
      return sum + (file.encodings.br ?? file.bytes)
    }, 0)
  const rows: BudgetRow[] = []
  const add = (what: string, bytes: number, budget: number) =>
    rows.push({ what, bytes, budget, over: bytes > budget })

  const atOnce = new Set<string>()
  for (const [document, text] of html) {
    if (document === 'docs') continue
    // The module and all that it imports at once, which are preloaded.
    const scripts = distinct(text, /(?:src|href)="(\/assets\/[^"]+\.js)"/g)
    for (const path of scripts) atOnce.add(path)
    const budget = BUDGETS[document]
    const allowanceFor = (kind: 'js' | 'css') => {
      if (document !== 'site') return 0
      const texts = kind === 'js' ? brotliCompressSync(content).length : 0
      return photographs * PER_PHOTOGRAPH[kind] + Math.max(0, texts - PLACEHOLDERS)
    }
    const styles = distinct(text, /href="(\/assets\/[^"]+\.css)"/g)
    const css = [...styles].map((path) => decode(files.get(path))).join('')
    add(`${document}: JavaScript`, cost(scripts), budget.js + allowanceFor('js'))
    add(`${document}: CSS`, cost(styles), budget.css + allowanceFor('css'))
    add(
      `${document}: fonts`,
      cost(distinct(css, /url\("?(\/assets\/[^)"]+\.woff2)/g)),
      budget.fonts,
    )
  }
  for (const path of files.keys())
    if (/^\/assets\/.*\.js$/.test(path) && !atOnce.has(path) && !EXEMPT.test(path))
      add(`lazy ${path}`, cost([path]), LAZY_CHUNK)
  return rows
}

export const formatBudgets = (rows: readonly BudgetRow[]): string =>
  rows
    .map(({ what, bytes, budget, over }) => {
      const figures = [bytes, budget].map((size) => `${(size / KB).toFixed(1)} kB`.padStart(9))
      return `${what.padEnd(44)}${figures.join(' of ')}${over ? '   too large' : ''}`
    })
    .join('\n')
