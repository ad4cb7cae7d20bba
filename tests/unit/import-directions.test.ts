import { expect, test } from 'bun:test'
import { Glob, Transpiler } from 'bun'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')

/** Who may import whom at run time, most specific folder first. Type imports leave no trace and are free. */
const MAY_IMPORT: [folder: string, allowed: string[]][] = [
  ['src/contract', ['src/contract']],
  ['src/rules', ['src/rules', 'src/contract']],
  ['src/store', ['src/store', 'src/rules', 'src/contract', 'src/config.ts', 'src/log.ts']],
  ['src/realtime', ['src/realtime', 'src/contract', 'src/rules', 'src/auth.ts']],
  ['src/mail', ['src/mail', 'src/contract', 'src/rules']],
  ['src/web', ['src/web', 'src/contract', 'src/rules', 'client']],
  ['src/cli', ['src']],
  [
    'src/modules',
    [
      'src/modules',
      'src/rules',
      'src/contract',
      'src/auth.ts',
      'src/json-body.ts',
      'src/list-reply.ts',
      'src/mail/letters.ts',
      'src/methods.ts',
    ],
  ],
  ['src', ['src', 'client/build.ts', 'client/dev.ts', 'package.json']],
  ['client/ui', ['client/ui', 'client/media', 'client/content', 'src/contract', 'src/rules']],
  ['client/lib', ['client/lib', 'client/content', 'src/contract', 'src/rules']],
  ['client/content', ['client/content', 'src/contract']],
  ['client', ['client', 'src/rules', 'src/contract']],
]

/** Packages that a folder must never see. */
const NEVER: [folder: string, packages: RegExp][] = [
  ['src/contract', /./],
  ['src/rules', /./],
  ['src/store', /^(elysia|@elysiajs\/.*)$/],
  ['src/modules', /^(mongodb|redis|nodemailer|bun:sqlite)$/],
  ['client/ui', /^(zustand|wouter|elysia|@elysiajs\/.*)$/],
  ['client/features', /^(elysia|@elysiajs\/.*|mongodb|redis|nodemailer|bun:sqlite|bun)$/],
]

type Import = { from: string; to: string; package: string | null }

async function readImports(): Promise<Import[]> {
  const found: Import[] = []
  for (const pattern of ['src/**/*.{ts,tsx}', 'client/**/*.{ts,tsx}'])
    for await (const from of new Glob(pattern).scan(root)) {
      const transpiler = new Transpiler({ loader: from.endsWith('x') ? 'tsx' : 'ts' })
      for (const { path } of transpiler.scanImports(await Bun.file(join(root, from)).text())) {
        const inside = path.startsWith('.')
          ? relative(root, resolve(root, dirname(from), path))
          : path.startsWith('#')
            ? path.slice(1)
            : null
        found.push({ from, to: inside ?? path, package: inside === null ? path : null })
      }
    }
  return found
}

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)
const imports = await readImports()

test('imports go one way only', () => {
  expect(imports.length).toBeGreaterThan(50)
  const wrong = imports.filter(({ from, to, package: name }) => {
    if (name !== null) return false
    const rule = MAY_IMPORT.find(([folder]) => isIn(from, folder))
    return !rule?.[1].some((allowed) => isIn(to, allowed))
  })
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('no layer reaches for a package that is not its business', () => {
  const wrong = imports.filter(
    ({ from, package: name }) =>
      name !== null &&
      !name.startsWith('react') &&
      NEVER.some(([folder, packages]) => isIn(from, folder) && packages.test(name)),
  )
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('features do not import each other', () => {
  const feature = (file: string) => /^client\/features\/([^/]+)\//.exec(file)?.[1]
  const wrong = imports.filter(
    ({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to),
  )
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})
