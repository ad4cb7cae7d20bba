import { expect, test } from 'bun:test'
import { Glob, Transpiler } from 'bun'
import { join } from 'node:path'
import { toLicenceList, toSbom } from '#scripts/sbom.ts'
import { BUNDLED, listShipped, readLock } from '#scripts/shipped-packages.ts'
import manifest from '../../package.json'

const root = join(import.meta.dir, '../..')
const lock = await readLock()

/** What nobody has to publish their own work for. */
const PERMISSIVE = new Set(
  'MIT MIT-0 X11 ISC Apache-2.0 0BSD BSD-2-Clause BSD-3-Clause Zlib Unlicense CC0-1.0 BlueOak-1.0.0'.split(
    ' ',
  ),
)
/** Says nothing of a licence. Comes with exceljs, for reading streams, which no page does and no browser is sent. */
const UNDECLARED = ['buffers']
/** Build and test tools that client code names and no browser is sent. */
const TOOLS = ['bun', 'sharp', '@playwright/test']

const packageOf = (path: string) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

test('no package may run code when it is installed', async () => {
  expect(manifest.trustedDependencies).toEqual([])
  expect(lock.trustedDependencies ?? []).toEqual([])
  expect(await Bun.file(join(root, 'bunfig.toml')).text()).toContain('ignoreScripts = true')
})

test('a workflow runs actions by their commits, and no later step gets the credentials of the checkout', async () => {
  let actions = 0
  for await (const file of new Glob('.github/workflows/*').scan({ cwd: root, dot: true })) {
    const { jobs } = Bun.YAML.parse(await Bun.file(join(root, file)).text()) as {
      jobs: Record<string, { steps: { uses?: string; with?: Record<string, unknown> }[] }>
    }
    for (const { uses, with: given } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses === undefined) continue
      actions++
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/)
      if (uses.startsWith('actions/checkout@'))
        expect(given).toMatchObject({ 'persist-credentials': false })
    }
  }
  expect(actions).toBeGreaterThan(0)
})

test('what browsers are sent is listed as shipped', async () => {
  const found = new Set<string>()
  for await (const file of new Glob('client/**/*.{ts,tsx}').scan(root)) {
    const transpiler = new Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' })
    for (const { path } of transpiler.scanImports(await Bun.file(join(root, file)).text()))
      if (!/^(?:[.#]|node:)/.test(path)) found.add(packageOf(path))
  }
  const shipped: string[] = [...BUNDLED, ...Object.keys(manifest.dependencies), ...TOOLS]
  expect(
    [...found].filter((name) => !name.startsWith('react/') && !shipped.includes(name)),
  ).toEqual([])
})

test('whatever is shipped is under a permissive licence, and docs/licences.md says which', async () => {
  const packages = await listShipped(lock)
  expect(packages.length).toBeGreaterThan(50)
  for (const { name, licence } of packages) {
    if (UNDECLARED.includes(name)) continue
    const choices = licence.replaceAll(/[()]/g, '').split(/ OR | AND |\//)
    expect(
      choices.some((choice) => PERMISSIVE.has(choice)),
      `${name}: ${licence}`,
    ).toBe(true)
  }
  const written = await Bun.file(join(root, 'docs/licences.md')).text()
  expect(written, 'run `bun run sbom`').toBe(toLicenceList(packages))
})

test('the bill of materials is CycloneDX whose every reference leads to a component', async () => {
  const packages = await listShipped(lock)
  const sbom = toSbom(packages)
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const refs = sbom.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const known of [ref, ...dependsOn]) expect(refs).toContain(known)
  expect(refs).toContain('pkg:npm/elysia@1.4.30')
  expect(refs).toContain('pkg:npm/%40elysiajs/jwt@1.4.2')
  const digests = JSON.stringify(sbom.components).match(
    /"alg":"SHA-512","content":"[0-9a-f]{128}"/g,
  )
  expect(digests).toHaveLength(packages.length)
})
