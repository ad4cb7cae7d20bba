import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = [
  '*.md',
  'tests/*.md',
  'tests/bench/*.md',
  'docs/**/*.md',
  'media/*.md',
  '.github/**/*.md',
]
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })])
  .toSorted()

const LINK = /\]\(([^)\s]+)\)/g
const QUOTED = /`([^`\n]+)`/g
const CODE_PATH =
  /(?<![\w./-])(?:\.ci|client|docs|media|scripts|src|tests)\/[\w./-]*\w(?:\/(?=[`\s]|$))?/g

/** A test by its path below `tests/`, without the ending: `api/x` is `x.test.ts`, `x.timing.test.ts` or both. */
const SHORT_TEST = /^(?:api|cli|contract|e2e|faults|realtime|unit)(?:\/[\w-]+)+$/

const allMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

/** GitHub's anchor of a heading. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const anchorsOf = (path: string) => allMatches(read(path), /^#+ (.+)$/gm).map(toAnchor)

describe.each(pages)('%s', (page) => {
  test('links only to files and headings that exist', () => {
    const isBroken = (link: string) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    }
    expect(allMatches(read(page), LINK).filter(isBroken)).toEqual([])
  })

  test('names only files that exist', () => {
    const paths = allMatches(read(page), QUOTED)
      // a name with a gap to fill in, or a pattern, is not one file
      .filter((name) => !/[<{*…|]|NNN/.test(name))
      .flatMap((name) => name.match(CODE_PATH) ?? [])
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

test('names only tests that exist', () => {
  const named = pages.flatMap((page) =>
    allMatches(read(page), QUOTED)
      .filter((name) => SHORT_TEST.test(name))
      .map((name) => ({ page, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  const tests = [...new Bun.Glob('**/*.ts').scanSync(join(root, 'tests'))]
  const isThere = (name: string) => tests.some((path) => path.startsWith(`${name}.`))
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})

test('the checks above find the pages', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/decisions/README.md']))
})

test('code cites only pages that exist', () => {
  const isThere = (cited: string) =>
    pages.some((page) => page === cited || page.endsWith(`/${cited}`))
  const citations = ['src', 'client', 'scripts', 'tests'].flatMap((folder) =>
    [...new Bun.Glob('**/*.{ts,tsx,css,mjs}').scanSync(join(root, folder))]
      .filter((path) => !path.includes('node_modules'))
      .flatMap((path) =>
        (read(join(folder, path)).match(/\w[\w/-]*\.md\b/g) ?? []).map((cited) => ({
          file: join(folder, path),
          cited,
        })),
      ),
  )
  expect(citations.length).toBeGreaterThan(5)
  expect(citations.filter(({ cited }) => !isThere(cited))).toEqual([])
})

describe('settings', () => {
  const namesIn = (path: string, pattern: RegExp) => allMatches(read(path), pattern)
  const inCode = namesIn('src/config.ts', /'([A-Z][A-Z_]+)'/g)
  const inCompose = namesIn('compose.yaml', /\$\{(\w+)/g)
  const inRows = namesIn('docs/configuration.md', /^\| `(\w+)` \|/gm)
  const inExample = namesIn('.env.example', /^#([A-Z_]+)=/gm)
  /** One name for a secret, whether it is given as text or as a file. */
  const distinct = (names: string[]) =>
    [...new Set(names.map((name) => name.replace(/_FILE$/, '')))].toSorted()
  // compose itself reads the last one
  const all = distinct([...inCode, ...inCompose, 'COMPOSE_PROFILES'])

  test('are all in docs/configuration.md', () => {
    expect(distinct(inRows)).toEqual(all)
    expect(new Set(inRows).size).toBe(inRows.length)
  })

  test('are all in .env.example', () => {
    expect(distinct(inExample)).toEqual(all)
    expect(inExample).toEqual(expect.arrayContaining(inCompose))
  })

  test('have the default that the code has', () => {
    const defaults = [...read('src/config.ts').matchAll(/whole\('(\w+)', ([\d_]+)/g)]
    expect(defaults.length).toBeGreaterThan(3)
    for (const [, name, value = ''] of defaults)
      expect(read('docs/configuration.md')).toContain(
        `\n| \`${name}\` | ${value.replaceAll('_', '')} |`,
      )
  })
})

describe('the README', () => {
  test('has 110 lines or fewer', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(110)
  })

  test('shows pictures of 120 kB or less', () => {
    const pictures = allMatches(read('README.md'), /(?:src="|\]\()(docs\/pictures\/[\w.-]+)/g)
    expect(pictures.length).toBe(2)
    for (const path of pictures)
      expect(statSync(join(root, path)).size).toBeLessThanOrEqual(120_000)
  })
})
