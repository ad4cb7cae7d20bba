/**
 * `bun run test`, `test:timing`, `test:release`, `test:e2e` and `test:others` each run one tier of the tests; `tests/README.md` lists them. Paths
 * replace the files of the tier, as in `bun run test tests/api/orders.test.ts`; options are passed on.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** The tests of the pages: in Chromium, and in other browsers. */
const PAGES = { e2e: 'tests/e2e', others: 'tests/e2e/others' }
type PageTier = keyof typeof PAGES
export type Tier = 'quick' | 'all' | 'timing' | 'release' | PageTier

const isOfPages = (tier: Tier): tier is PageTier => tier in PAGES

const PLAYWRIGHT = [process.execPath, '--bun', join(root, 'node_modules/.bin/playwright'), 'test']
/** More workers than cores: many tests wait for a mail, a clock or a socket. */
const WORKERS = Math.min(2 * navigator.hardwareConcurrency, 8)

const below = (...folders: string[]) => folders.map((folder) => `./tests/${folder}`)
/** The timings make the longest files start first, so that no core idles at the end. */
const SIDE_BY_SIDE = [`--parallel=${WORKERS}`, '--timings=tests/timings.json']
const OTHERS = ['timing', 'release'].map((tier) => `--path-ignore-patterns=**/*.${tier}.test.ts`)
const QUICK = below('unit', 'contract', 'api', 'cli', 'realtime')

/** How Bun runs the files of a tier. */
const TIERS: Record<Exclude<Tier, PageTier>, { options: string[]; files: string[] }> = {
  quick: { options: SIDE_BY_SIDE, files: [...OTHERS, ...QUICK] },
  all: { options: SIDE_BY_SIDE, files: [...OTHERS, ...QUICK, ...below('faults')] },
  // one file after the other; what fails is measured again
  timing: { options: ['--isolate', '--retry=2'], files: ['.timing.test.ts'] },
  release: { options: ['--isolate'], files: ['.release.test.ts'] },
}

/** Ends a test that hangs. No test sets its own limit: one of speed asserts it. */
const hangsAfter = () => `--timeout=${process.env.DEPTH === 'large' ? 1_800_000 : 120_000}`

/** The command of a tier, for these paths and options or for all of its files. */
function commandOf(tier: Tier, given?: readonly string[]): string[] {
  if (isOfPages(tier))
    return [...PLAYWRIGHT, `--config=${PAGES[tier]}/playwright.config.ts`, ...(given ?? [])]
  const { options, files } = TIERS[tier]
  return [process.execPath, 'test', hangsAfter(), ...options, ...(given ?? files)]
}

/** Starts in half of the time of the source. */
const BUILT = { PORTAL_PROGRAM: process.env.PORTAL_PROGRAM ?? 'dist/server/index.js' }

/** The command and environment of a tier after a build. `report` is the path of its JUnit report. */
export function tierOf(tier: Tier, report: string) {
  const reporter = ['--only-failures', '--reporter=junit', `--reporter-outfile=${report}`]
  return {
    command: [...commandOf(tier), ...(isOfPages(tier) ? [] : reporter)],
    env: { ...BUILT, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report },
  }
}

if (import.meta.main) {
  const [tier = 'all', ...given] = process.argv.slice(2) as [Tier, ...string[]]
  const paths = given.filter((word) => existsSync(word))
  const isOneFile = paths.length === 1 && statSync(paths[0] ?? '').isFile()
  // not above: `validate` imports this file before the packages are installed
  const { startSharedServers } = await import('#tests/support/shared-servers.ts')
  const servers = isOfPages(tier) || isOneFile ? null : await startSharedServers()
  const command =
    paths.length > 0 || isOfPages(tier) ? commandOf(tier, given) : [...commandOf(tier), ...given]
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...servers?.env, ...(isOfPages(tier) && BUILT) },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  const exitCode = await child.exited
  await servers?.close()
  process.exit(exitCode)
}
