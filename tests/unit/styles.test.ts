// Not stylelint: it looks at one sheet at a time, and has no rule for tokens across sheets, for classes that scripts ask for or for what Bun rewrites.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import { rulesOf } from '#client/build/hoarding-rules.ts'
import { classOf, type HoardingLine } from '#client/shared/hoarding-line.ts'
import { errorLines } from '#client/shared/shell-hoardings.ts'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'

const client = join(import.meta.dir, '../../client')
const read = (path: string) => Bun.file(join(client, path)).text()

async function sheets(): Promise<{ path: string; css: string }[]> {
  const paths = await Array.fromAsync(new Glob('**/*.css').scan(client))
  return Promise.all(
    paths.map(async (path) => ({
      path,
      css: (await read(path)).replaceAll(/\/\*.*?\*\/|url\([^)]*\)/gs, ''),
    })),
  )
}
const lines: HoardingLine[] = [...errorLines, ...Object.values(siteHoardings).flat()]
const fits = { path: 'shared/fit.css', css: rulesOf(lines) }
const all = [...(await sheets()), fits]
const outsideStyles = all.filter(
  ({ path }) => !/^(?:styles|media\/(?:drawings|generated))\//.test(path),
)

/** Where a sheet uses a token that none of these declares. */
function undeclaredIn(some: typeof all): string[] {
  const declared = new Set(
    some.flatMap(({ css }) => [...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  )
  return some.flatMap(({ path, css }) =>
    [...css.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name]) => !declared.has(name))
      .map(([, name]) => `${path}: ${name}`),
  )
}

test('a stylesheet uses only tokens that exist', () => {
  expect(undeclaredIn(all)).toEqual([])
})

test('a page of the site uses nothing that only the portal declares', () => {
  const others = /^(portal|kitchen-sink|docs)\/|^styles\/portal\.css$/
  expect(undeclaredIn(all.filter(({ path }) => !others.test(path)))).toEqual([])
})

/** What Bun 1.4.5 rewrites for browsers of long ago, and how. */
const REWRITTEN: [what: string, pattern: RegExp][] = [
  [
    'becomes (max-width: calc(40rem - .001px)), which matches at 640 px too',
    /@media[^{]*\(width\s*[<>](?!=)/,
  ],
  ['becomes three rules, one by :-webkit-any(), which weighs more; :where() stays', /:is\(/],
  ['becomes three rules without their :hover; :not() twice stays', /:not\((?:[^()]|\([^()]*\))*,/],
]

for (const [what, pattern] of REWRITTEN)
  test(`nothing is written that the bundler blows up: ${what}`, () => {
    expect(all.filter(({ css }) => pattern.test(css)).map(({ path }) => path)).toEqual([])
  })

test('an animation of a module runs: beside var() Bun does not rename its keyframes as it does elsewhere', () => {
  const beside = /animation: ([\w-]+)[^;]*var\([^]*@keyframes \1\b/
  const modules = all.filter(({ path }) => path.endsWith('.module.css'))
  expect(modules.filter(({ css }) => beside.test(css)).map(({ path }) => path)).toEqual([])
})

test('every rule of a component stands in a layer, so that order of loading decides nothing', () => {
  const loose = outsideStyles
    .filter(({ path }) => path.endsWith('.module.css'))
    .filter(({ css }) => {
      const outer = css
        .replaceAll(/@layer (?:parts|page|state) \{.*?^\}/gms, '')
        .replaceAll(/@(?:keyframes|property) .*?^\}/gms, '')
      return outer.trim() !== ''
    })
  expect(loose.map(({ path }) => path)).toEqual([])
})

test('every class that a component asks for is in its stylesheet', async () => {
  const wrong: string[] = []
  for await (const path of new Glob('**/*.tsx').scan(client)) {
    const code = await read(path)
    for (const [, name = '', from = ''] of code.matchAll(
      /^import (\w+) from '(.+\.module\.css)'/gm,
    )) {
      const css = await read(from.startsWith('#client/') ? from.slice(8) : join(path, '..', from))
      for (const [, used = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        if (!new RegExp(`\\.${used}\\b`).test(css)) wrong.push(`${path}: ${name}.${used}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every measured line of a hoarding has rules of its own', () => {
  const measured = lines.flatMap(({ parts = [], ...line }): HoardingLine[] => [line, ...parts])
  const rules = new Map<string, string>()
  for (const { fit, narrow } of measured) {
    const own = JSON.stringify({ fit, narrow })
    expect(rules.get(classOf(fit)) ?? own).toBe(own)
    rules.set(classOf(fit), own)
  }
  expect([...rules.keys()].filter((name) => !fits.css.includes(`.${name} {`))).toEqual([])
})
