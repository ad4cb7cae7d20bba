/**
 * `bun run validate` runs every check and test that a change must pass. `--all` runs what a release must pass: more widths, many more
 * random cases, and the slowest tests. `--quick` stops after the static checks, the build and the quick tests, and installs no servers.
 *
 * The end of the output repeats the failures and lists the ten slowest tests, then prints `N passed, N failed`. A part that cannot run is
 * listed with its reason; with REQUIRE_SERVERS=1 it counts as a failure, and so does each skipped test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './install.ts'
import { readReport, type TestCase } from './junit.ts'
import { findBrowser, findSchemathesis } from './servers.ts'
import { setUp } from './setup.ts'
import { type Tier, tierOf } from './test.ts'

const root = join(import.meta.dir, '..')
const isQuick = process.argv.includes('--quick')
const isAll = process.argv.includes('--all')
if (isAll) process.env.DEPTH = 'large'
const required = process.env.REQUIRE_SERVERS === '1'
const scratch = mkdtempSync(join(tmpdir(), 'validate-'))
/** All random tests of the run share it. */
const seed = process.env.SEED ?? String(Math.trunc(Math.random() * 0x7fff_fffe) + 1)
/** The same cases on every change; a release tries others each time. */
const FUZZING = isAll ? ['--cases', '1000', '--seed', seed] : ['--cases', '50', '--seed', '42']

let passed = 0
let failed = 0
const missing: string[] = []
/** The output of failures, repeated at the end, because people and tools often keep only the end of a long log. */
const failures: string[] = []
const cases: TestCase[] = []

type Run = { exitCode: number; seconds: number; text: string }

/** Runs a command and prints its output at the end, because others run at the same time. */
async function run(command: string[], env: Record<string, string> = {}): Promise<Run> {
  const started = performance.now()
  // one pipe for both streams keeps their order
  const child = Bun.spawn(['sh', '-c', 'exec "$@" 2>&1', 'sh', ...command], {
    cwd: root,
    env: { ...process.env, SEED: seed, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
  })
  const text = await new Response(child.stdout).text()
  process.stdout.write(text)
  return {
    exitCode: await child.exited,
    seconds: (performance.now() - started) / 1000,
    text,
  }
}

/** Every tool prints little but what fails. */
function report(name: string, { exitCode, seconds, text }: Run) {
  console.log(`── ${name}: ${exitCode === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`)
  if (exitCode !== 0) failures.push(`${name}\n${text}`)
}

/** Runs a check that counts as one test. */
async function check(name: string, command: string[]) {
  const result = await run(command)
  if (result.exitCode === 0) passed += 1
  else failed += 1
  report(name, result)
}

/** Runs one tier of the tests. Takes the counts from its JUnit report. */
async function tests(name: string, tier: Tier, env = {}) {
  const path = join(scratch, `${tier}.xml`)
  const tools = tierOf(tier, path)
  const result = await run(tools.command, { ...tools.env, ...env })
  const found = await readReport(path)
  const bad = found.filter(({ outcome }) => outcome === 'failed').length
  const skipped = found.filter(({ outcome }) => outcome === 'skipped')
  passed += found.length - bad - skipped.length
  // a runner that crashed before it wrote its report counts as one failure
  failed += bad === 0 && result.exitCode !== 0 ? 1 : bad
  for (const one of skipped) skip(one.name, 'skipped')
  cases.push(...found)
  report(name, result)
}

function skip(name: string, reason: string) {
  missing.push(`${name} (${reason})`)
  if (required) failed += 1
}

await installPackages()
const bun = process.execPath
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

const checkStatically = () =>
  Promise.all([
    check('format', [bun, bin('prettier'), '--check', '.']),
    check('types', [bun, bin('tsc'), '--noEmit']),
    check('lint', [bun, bin('oxlint'), '--deny-warnings']),
    check('unused code', [bun, bin('knip'), '--production']),
  ])

/** The checks of the code occupy less than two cores. */
async function buildAndFuzz() {
  await check('build and budgets', [bun, 'client/build.ts'])
  if (!isQuick && findSchemathesis() !== null)
    await check('fuzzing', [bun, 'scripts/fuzz.ts', ...FUZZING])
}

console.log(`SEED=${seed}`)
if (!isQuick) for (const { name, tests: without } of setUp()) skip(without, `${name} is missing`)
await Promise.all([checkStatically(), buildAndFuzz()])
// not above: before the packages are installed, there is no driver to import
const { startSharedServers } = await import('#tests/support/shared-servers.ts')
const servers = await startSharedServers()
await tests('tests', isQuick ? 'quick' : 'all', servers.env)
if (!isQuick) {
  if (findBrowser() !== null) await tests('browser tests', 'e2e')
  // the widths and cases of a release were looked at in Chromium
  const others = isAll ? { OTHERS: 'all', DEPTH: '' } : {}
  await tests('tests in other browsers', 'others', others)
  if (isAll) await tests('tests before a release', 'release', servers.env)
  // last and alone: other work would disturb what is measured
  await tests('tests of time and memory', 'timing', servers.env)
}
await servers.close()

rmSync(scratch, { recursive: true, force: true })
const slowest = cases.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
console.log('\nThe slowest tests:')
for (const { file, name, seconds } of slowest)
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}: ${name}`)
for (const failure of failures) console.log(`\nFailed: ${failure}`)
if (missing.length > 0) console.log(`\nSkipped: ${missing.join('; ')}`)
console.log(`\nSEED=${seed} repeats the random tests.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
