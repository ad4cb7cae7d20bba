/** Documents name only what is there, and list every setting. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const list = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })]

const PAGES = ['*.md', '{docs,media,.github}/**/*.md', 'tests/{,*/}*.md'].flatMap(list)

const allMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

/** Every match in a page, with the page. */
const inPages = (pattern: RegExp) =>
  PAGES.flatMap((page) => allMatches(read(page), pattern).map((found) => ({ page, found })))

/** What stands between backquotes; a name with a gap to fill in, or a pattern, is not one thing. */
const quoted = inPages(/`([^`\n]+)`/g).filter(({ found }) => !/[<{*…|]|NNN/.test(found))

test('links lead to files and headings that exist', () => {
  /** GitHub's anchor of a heading. */
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  const isBroken = ({ page, found }: { page: string; found: string }) => {
    const [path = '', anchor] = found.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(ROOT, target))) return true
    return (
      anchor !== undefined &&
      !allMatches(read(target), /^#+ (.+)$/gm)
        .map(toAnchor)
        .includes(anchor)
    )
  }
  const links = inPages(/\]\(([^)\s]+)\)/g).filter(({ found }) => !/^[a-z]+:/.test(found))
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(isBroken)).toEqual([])
})

test('paths lead to files, tests and commands that exist', () => {
  const tests = list('tests/**/*.ts')
  const isThere = (path: string) =>
    existsSync(join(ROOT, path)) || tests.some((file) => file.startsWith(`tests/${path}.`))
  const paths = quoted.flatMap(({ page, found }) =>
    [
      ...(found.match(/(?<![\w./-])(?:\.ci|client|docs|media|scripts|src|tests)\/[\w./-]*\w/g) ??
        []),
      ...(found.match(/^(?:api|cli|contract|e2e|faults|realtime|unit)(?:\/[\w-]+)+$/) ?? []),
    ].map((path) => ({ page, path })),
  )
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter(({ path }) => !isThere(path))).toEqual([])

  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = inPages(/\bbun run ([a-z][\w:]*)/g)
  expect(commands.filter(({ found }) => !Object.hasOwn(scripts, found))).toEqual([])
})

test('the index of decisions has every decision', () => {
  const decisions = list('docs/decisions/0*.md').map((path) => path.replace(/.*\//, ''))
  const links = allMatches(read('docs/decisions/README.md'), /\]\((0[^)]+)\)/g)
  expect(links.toSorted()).toEqual(decisions.toSorted())
})

test('configuration.md and .env.example have every setting, with the default of the code', () => {
  const namesIn = (path: string, pattern: RegExp) => allMatches(read(path), pattern)
  /** One name for a secret, whether it is given as text or as a file. */
  const distinct = (names: string[]) =>
    [...new Set(names.map((name) => name.replace(/_FILE$/, '')))].toSorted()
  const settings = distinct([
    ...namesIn('src/config.ts', /'([A-Z][A-Z_]+)'/g),
    ...namesIn('compose.yaml', /\$\{(\w+)/g),
    // compose itself reads this one
    'COMPOSE_PROFILES',
  ])
  const page = read('docs/configuration.md')
  expect(distinct(allMatches(page, /^\| `(\w+)` \|/gm))).toEqual(settings)
  expect(distinct(namesIn('.env.example', /^#([A-Z_]+)=/gm))).toEqual(settings)
  const defaults = [...read('src/config.ts').matchAll(/number\('(\w+)', ([\d_]+)/g)]
  expect(defaults.length).toBeGreaterThan(3)
  for (const [, name, value = ''] of defaults)
    expect(page).toContain(`\n| \`${name}\` | ${value.replaceAll('_', '')} |`)
})
