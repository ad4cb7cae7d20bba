import { expect, test } from 'bun:test'
import { Glob, Transpiler } from 'bun'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')

/**
 * The allowed imports of each folder, most specific folder first. On the server, type imports are exempt, because they vanish at run time. In
 * the client they count, so that its three rooms can be read, moved and tested separately.
 */
const MAY_IMPORT: [folder: string, allowed: string[]][] = [
  ['src/contract', ['src/contract']],
  ['src/rules', ['src/rules', 'src/contract']],
  [
    'src/store',
    ['src/store', 'src/rules', 'src/contract', 'src/config.ts', 'src/monitoring/log.ts'],
  ],
  ['src/http', ['src/http', 'src/identity/session.ts', 'src/rules', 'src/contract']],
  ['src/identity', ['src/identity', 'src/rules', 'src/contract', 'src/store/sync-path.ts']],
  ['src/monitoring', ['src/monitoring', 'src/contract']],
  ['src/realtime', ['src/realtime', 'src/contract', 'src/rules', 'src/identity/session.ts']],
  ['src/mail', ['src/mail', 'src/contract', 'src/rules']],
  ['src/web', ['src/web', 'src/contract', 'src/rules', 'client/build']],
  [
    'src/modules',
    [
      'src/modules',
      'src/http',
      'src/identity',
      'src/rules',
      'src/contract',
      'src/mail/letters.ts',
      'client/shared/pages.ts',
    ],
  ],
  ['src/setup', ['src']],
  ['src/cli', ['src', 'package.json']],
  ['src', ['src', 'client/build.ts', 'client/build', 'package.json']],
  ['client/content', ['client/content', 'src/contract']],
  ['client/media', ['client/media', 'client/content']],
  [
    'client/shared',
    ['client/shared', 'client/content', 'client/media', 'src/rules', 'src/contract'],
  ],
  [
    'client/site',
    ['client/site', 'client/shared', 'client/content', 'client/media', 'src/rules', 'src/contract'],
  ],
  ['client/portal/data/api.ts', ['client/portal', 'client/shared', 'src/contract', 'src/app.ts']],
  ['client/portal/ui', ['client/portal/ui', 'client/shared', 'src/rules', 'src/contract']],
  [
    'client/portal',
    [
      'client/portal',
      'client/shared',
      'client/content',
      'client/styles',
      'src/rules',
      'src/contract',
    ],
  ],
  ['client/docs', ['client/docs', 'src/contract']],
  ['client/build.ts', ['client', 'scripts/bundle-server.ts']],
  ['client', ['client', 'src/rules', 'src/contract']],
]

/** Packages that a folder must not import. */
const NEVER: [folder: string, packages: RegExp][] = [
  ['src/contract', /./],
  ['src/rules', /./],
  ['src/store', /^(elysia|@elysiajs\/.*)$/],
  ['src/modules', /^(mongodb|redis|nodemailer|bun:sqlite)$/],
  ['client/portal/ui', /^(zustand|wouter|elysia|@elysiajs\/.*)$/],
  ['client/portal', /^(elysia|@elysiajs\/(?!eden).*|mongodb|redis|nodemailer|bun:sqlite|bun)$/],
  ['client/site', /^(zustand|elysia|@elysiajs\/.*|mongodb|redis|nodemailer|bun:sqlite|bun)$/],
  ['client/shared', /^(elysia|@elysiajs\/.*|mongodb|redis|nodemailer|bun:sqlite|bun)$/],
]

type Import = { from: string; to: string; package: string | null }

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

async function readImports(): Promise<Import[]> {
  const found: Import[] = []
  for (const pattern of ['src/**/*.{ts,tsx}', 'client/**/*.{ts,tsx}'])
    for await (const from of new Glob(pattern).scan(root)) {
      const text = await Bun.file(join(root, from)).text()
      const transpiler = new Transpiler({ loader: from.endsWith('x') ? 'tsx' : 'ts' })
      const paths = transpiler.scanImports(text).map(({ path }) => path)
      if (isIn(from, 'client'))
        for (const [, path = ''] of text.matchAll(/^import type [^;]*? from '([^']+)'/gm))
          paths.push(path)
      for (const path of new Set(paths)) {
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

test('no layer imports a forbidden package', () => {
  const wrong = imports.filter(
    ({ from, package: name }) =>
      name !== null &&
      !name.startsWith('react') &&
      NEVER.some(([folder, packages]) => isIn(from, folder) && packages.test(name)),
  )
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('pages are imported by routes alone, and the club page loads nothing of administrators', () => {
  const isPage = (file: string) => /^client\/portal\/.*Page\.tsx$/.test(file)
  const isForAdmins = (file: string) => /^client\/portal\/(board|mails|orders|stock)\//.test(file)
  const wrong = imports.filter(
    ({ from, to }) =>
      (isPage(to) && !/\/(portal|admin)\.tsx$/.test(from)) ||
      (/^client\/portal\/(shop|account)\//.test(from) && isForAdmins(to)),
  )
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})
