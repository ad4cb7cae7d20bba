/**
 * `bun run validate`: everything that must hold before a change is handed in. `--quick` leaves out browser and servers.
 * Prints what failed and `N passed, N failed` at the end; a part that cannot run here is named with its reason, and is a failure
 * with REQUIRE_SERVERS=1.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './install.ts'
import { findBrowser, findCaddy, findMongod, findRedis, findSchemathesis } from './servers.ts'

const root = join(import.meta.dir, '..')
const quick = process.argv.includes('--quick')
const required = process.env.REQUIRE_SERVERS === '1'
const scratch = mkdtempSync(join(tmpdir(), 'validate-'))

let passed = 0
let failed = 0
const skipped: string[] = []
/** What failures printed, said again at the end: the end is what is kept of a long log. */
const failures: string[] = []

type Run = { exitCode: number; seconds: number; lines: string[] }

async function run(command: string[], env: Record<string, string> = {}): Promise<Run> {
  const started = performance.now()
  // one pipe for both streams, so that what a test prints stays before its verdict
  const child = Bun.spawn(['sh', '-c', 'exec "$@" 2>&1', 'sh', ...command], {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    process.stdout.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return {
    exitCode: await child.exited,
    seconds: (performance.now() - started) / 1000,
    lines: text.split('\n'),
  }
}

/** Bun prints the reason before the verdict of a test; of other tools the last lines say it. */
function keepFailures(name: string, { exitCode, lines }: Run) {
  if (exitCode === 0) return
  const before = failures.length
  let start = 0
  for (const [at, line] of lines.entries()) {
    // its own list of them, without reasons
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

/** A check that passes or fails as one. */
async function check(name: string, command: string[]) {
  console.log(`\n── ${name}`)
  const result = await run(command)
  if (result.exitCode === 0) passed += 1
  else failed += 1
  keepFailures(name, result)
  report(name, result)
}

/** Tests that write a JUnit report, which is where their numbers come from. */
async function tests(
  name: string,
  command: (report: string) => string[],
  env: Record<string, string>,
) {
  console.log(`\n── ${name}`)
  const path = join(scratch, `${name.replaceAll(' ', '-')}.xml`)
  const result = await run(command(path), { ...env, PLAYWRIGHT_JUNIT_OUTPUT_FILE: path })
  const head = (await Bun.file(path).exists())
    ? (/<testsuites[^>]*>/.exec(await Bun.file(path).text())?.[0] ?? '')
    : ''
  const count = (attribute: string) =>
    Number(new RegExp(`\\b${attribute}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const bad = count('failures') + count('errors')
  passed += count('tests') - bad - count('skipped')
  // a runner that fell over before it wrote its report counts as one failure
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
const bunTest = (folders: string[]) => (path: string) => [
  bun,
  'test',
  '--isolate',
  // a busy machine is no failure; what must be quick says so itself
  '--timeout=60000',
  '--reporter=junit',
  `--reporter-outfile=${path}`,
  ...folders.map((folder) => `./tests/${folder}`),
]

/** What the tests need beside Bun, and the part that is skipped without it. */
const SERVERS = [
  { name: 'Chromium', part: 'browser tests', find: findBrowser },
  { name: 'redis-server', part: 'tests with Redis', find: findRedis },
  { name: 'mongod', part: 'tests with MongoDB', find: findMongod },
  { name: 'Caddy', part: 'tests behind a proxy', find: findCaddy },
  { name: 'schemathesis', part: 'fuzzing of the API', find: findSchemathesis },
]
/** About a minute; the seed makes it the same minute everywhere. `bun scripts/fuzz.ts` looks further. */
const FUZZING = ['--cases', '150', '--seed', '42']

await check('format', [bun, bin('prettier'), '--check', '.'])
await check('types', [bun, bin('tsc'), '--noEmit'])
await check('lint', [bun, bin('oxlint'), '--deny-warnings'])
await check('build and budgets', [bun, 'client/build.ts'])

const found = new Map<string, string>()
if (quick) {
  console.log('\n── servers and browser: left out by --quick')
} else
  for (const { name, part, find } of SERVERS) {
    const path = find()
    if (path === null) skip(part, `no ${name} was found or could be installed`)
    else found.set(name, path)
  }
/** Tests ask for servers by themselves; here they get what was found, or are told that there is none. */
const servers = {
  NO_SERVERS: quick ? '1' : '',
  CHROMIUM_PATH: found.get('Chromium') ?? '',
  MONGOD_BINARY: found.get('mongod') ?? '',
}

await tests('unit tests', bunTest(['unit']), servers)
await tests('contract tests', bunTest(['contract']), servers)
await tests('API and tool tests', bunTest(['api', 'cli']), servers)
await tests('live tests', bunTest(['realtime']), servers)
if (!quick) {
  await tests('fault tests', bunTest(['faults']), servers)
  if (found.has('schemathesis')) await check('fuzzing', [bun, 'scripts/fuzz.ts', ...FUZZING])
  if (found.has('Chromium'))
    await tests(
      'browser tests',
      () => [bun, '--bun', bin('playwright'), 'test', '--config', 'tests/e2e/playwright.config.ts'],
      servers,
    )
}

rmSync(scratch, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFailed: ${failure}`)
if (skipped.length > 0) console.log(`\nSkipped: ${skipped.join('; ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
