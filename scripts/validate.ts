/**
 * `bun run validate` runs every check and test. `--quick` stops after the static checks, the build and the quick tests, and installs
 * no servers. The end of the output repeats the failures, then prints `N passed, N failed`. A part that cannot run is listed with
 * its reason; with REQUIRE_SERVERS=1 it counts as a failure.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './install.ts'
import { findBrowser, findSchemathesis } from './servers.ts'
import { setUp } from './setup.ts'
import { tierOf } from './test.ts'

const root = join(import.meta.dir, '..')
const quick = process.argv.includes('--quick')
const required = process.env.REQUIRE_SERVERS === '1'
const scratch = mkdtempSync(join(tmpdir(), 'validate-'))

let passed = 0
let failed = 0
const skipped: string[] = []
/** The output of failures, repeated at the end, because people and tools often keep only the end of a long log. */
const failures: string[] = []

type Run = { exitCode: number; seconds: number; lines: string[] }

/** Runs a command. Prints its output live, or at its end if other commands run at the same time. */
async function run(
  command: string[],
  { env = {}, isLive = true }: { env?: Record<string, string>; isLive?: boolean } = {},
): Promise<Run> {
  const started = performance.now()
  // one pipe for both streams keeps their order
  const child = Bun.spawn(['sh', '-c', 'exec "$@" 2>&1', 'sh', ...command], {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    if (isLive) process.stdout.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  if (!isLive) process.stdout.write(text)
  return {
    exitCode: await child.exited,
    seconds: (performance.now() - started) / 1000,
    lines: text.split('\n'),
  }
}

/** Bun prints a reason before the result line of its test; other tools print it at the end. */
function keepFailures(name: string, { exitCode, lines }: Run) {
  if (exitCode === 0) return
  const before = failures.length
  let start = 0
  for (const [at, line] of lines.entries()) {
    // Bun's summary repeats the names without reasons
    if (/^\d+ tests failed:/.test(line)) break
    if (!/^\((pass|fail|skip)\) /.test(line)) continue
    if (line.startsWith('(fail)'))
      failures.push(`${name}\n${lines.slice(Math.max(start, at - 40), at + 1).join('\n')}`)
    start = at + 1
  }
  if (failures.length === before) failures.push(`${name}\n${lines.slice(-60).join('\n')}`)
}

function report(name: string, { exitCode, seconds }: Run) {
  console.log(`── ${name}: ${exitCode === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`)
}

/** Runs a check that counts as one test. */
async function check(name: string, command: string[], isLive = true) {
  if (isLive) console.log(`\n── ${name}`)
  const result = await run(command, { isLive })
  if (result.exitCode === 0) passed += 1
  else failed += 1
  keepFailures(name, result)
  report(name, result)
}

/** Runs one tier of the tests. Takes the counts from its JUnit report. */
async function tests(name: string, tier: Parameters<typeof tierOf>[0]) {
  console.log(`\n── ${name}`)
  const path = join(scratch, `${tier}.xml`)
  const { command, env } = tierOf(tier, path)
  const result = await run(command, { env })
  const head = (await Bun.file(path).exists())
    ? (/<testsuites[^>]*>/.exec(await Bun.file(path).text())?.[0] ?? '')
    : ''
  const count = (attribute: string) =>
    Number(new RegExp(`\\b${attribute}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const bad = count('failures') + count('errors')
  passed += count('tests') - bad - count('skipped')
  // a runner that crashed before it wrote its report counts as one failure
  failed += bad === 0 && result.exitCode !== 0 ? 1 : bad
  keepFailures(name, result)
  report(name, result)
}

function skip(name: string, reason: string) {
  console.log(`\n── ${name}: skipped, ${reason}`)
  skipped.push(`${name} (${reason})`)
  if (required) failed += 1
}

await installPackages()
const bun = process.execPath
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
/** Takes about a minute. The fixed seed gives the same cases everywhere; `bun scripts/fuzz.ts` can run more. */
const FUZZING = ['--cases', '150', '--seed', '42']

console.log('\n── static checks')
await Promise.all([
  check('format', [bun, bin('prettier'), '--check', '.'], false),
  check('types', [bun, bin('tsc'), '--noEmit'], false),
  check('lint', [bun, bin('oxlint'), '--deny-warnings'], false),
  check('unused code', [bun, bin('knip'), '--production'], false),
])
await check('build and budgets', [bun, 'client/build.ts'])
await tests('quick tests', 'quick')
if (quick) console.log('\n── servers and browser: left out by --quick')
else {
  console.log('\n── setup')
  for (const { name, tests: without } of setUp()) skip(without, `${name} is missing`)
  await tests('deep tests', 'deep')
  await tests('server tests', 'servers')
  if (findSchemathesis() !== null) await check('fuzzing', [bun, 'scripts/fuzz.ts', ...FUZZING])
  if (findBrowser() !== null) await tests('browser tests', 'e2e')
}

rmSync(scratch, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFailed: ${failure}`)
if (skipped.length > 0) console.log(`\nSkipped: ${skipped.join('; ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
