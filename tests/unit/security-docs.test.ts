import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = { 'docs/security.md': read('docs/security.md'), 'docs/asvs.md': read('docs/asvs.md') }

const ROOT_FILES = ['Caddyfile', 'Dockerfile', 'compose.yaml', '.dockerignore', 'tsconfig.json']
const LONG_PATH = /\b(?:client|docs|scripts|src|tests)\/[\w./-]+/g
/** How both pages name a test: by its path below `tests/`, without the ending. */
const SHORT_PATH = /^(?:api|cli|contract|e2e|faults|realtime|unit)\/[\w/-]+$/
const ENDINGS = ['.test.ts', '.deep.test.ts', '.e2e.ts', '.ts']

const allMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]

/** The files that a name in backticks stands for: `api/x` is `x.test.ts`, `x.deep.test.ts` or both. */
const findTests = (name: string): string[] =>
  ENDINGS.map((ending) => `tests/${name}${ending}`).filter((path) => existsSync(join(root, path)))

describe.each(Object.entries(pages))('%s', (_, page) => {
  const names = allMatches(page, /`([^`\n]+)`/g).map(([, name = '']) => name)

  test('names only files that exist', () => {
    const paths = names.flatMap((name) => [
      ...allMatches(name, LONG_PATH).map(([path]) => path),
      ...(ROOT_FILES.includes(name) ? [name] : []),
    ])
    expect(paths.length).toBeGreaterThan(3)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('names only tests that exist', () => {
    const tests = names.filter((name) => SHORT_PATH.test(name))
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.filter((name) => findTests(name).length === 0)).toEqual([])
  })

  test('quotes only words that stand in the test', () => {
    const quotes = allMatches(page, /`([\w/-]+)` "([^"]+)"/g)
    expect(quotes.length).toBeGreaterThan(10)
    const isWrong = ([, name = '', words = '']: RegExpExecArray) =>
      !findTests(name).some((path) => read(path).includes(words))
    expect(quotes.filter(isWrong).map(([quote]) => quote)).toEqual([])
  })

  test('points only at headings that are there', () => {
    const headings = allMatches(page, /"([^"]+)" in `(docs\/security\.md)`/g)
    for (const [, heading = '', target = ''] of headings)
      expect(read(target)).toMatch(new RegExp(`^#+ ${RegExp.escape(heading)}$`, 'm'))
  })
})

describe('the rows of ASVS', () => {
  const page = pages['docs/asvs.md']
  const rows = allMatches(
    page,
    /^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.*) \|$/gm,
  ).map(([, id = '', level = '', asked = '', verdict = '', reason = '']) => ({
    id,
    level,
    asked,
    verdict,
    reason,
  }))
  const ofChapter = (chapter: string) => rows.filter(({ id }) => id.startsWith(`${chapter}.`))

  test('are all of level 1 and all of level 2, each once', () => {
    const count = (level: string) => rows.filter((row) => row.level === level).length
    expect([count('1'), count('2')]).toEqual([70, 183])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  test('have a verdict, and a place or a reason', () => {
    const isWhole = ({ verdict, reason }: (typeof rows)[number]) =>
      verdict === 'met'
        ? reason.includes('`')
        : ['not met', 'not applicable'].includes(verdict) && reason.trim().length > 3
    expect(rows.filter((row) => !isWhole(row))).toEqual([])
  })

  test('are counted right at the top', () => {
    const counted = allMatches(page, /^\| V(\d+) [^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)
    expect(counted.length).toBe(17)
    const inAll = /^\| \*\*All\*\* \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/m.exec(page)
    const countsOf = (of: typeof rows) =>
      ['met', 'not met', 'not applicable'].map(
        (verdict) => of.filter((row) => row.verdict === verdict).length,
      )
    for (const [, chapter = '', ...figures] of counted) {
      const own = ofChapter(chapter)
      expect(figures.map(Number), `V${chapter}`).toEqual([own.length, ...countsOf(own)])
    }
    expect(inAll?.slice(1).map(Number)).toEqual([rows.length, ...countsOf(rows)])
  })
})
