/**
 * `bun run test`, `test:timing`, `test:release` and `test:e2e` each run one tier of the tests; `tests/README.md` lists them. Paths
 * replace the files of the tier, as in `bun run test tests/api/orders.test.ts`; options are passed on.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startSharedServers } from '#tests/support/shared-servers.ts'

const root = join(import.meta.dir, '..')

export type Tier = 'quick' | 'all' | 'timing' | 'release' | 'e2e'

/** Ends a test that hangs. No test sets its own: one of speed asserts a limit. */
const HANGS_AFTER_MS = process.env.DEPTH === 'large' ? 1_800_000 : 120_000
const BUN_TEST = [process.execPath, 'test', `--timeout=${HANGS_AFTER_MS}`]
const PLAYWRIGHT = [
  process.execPath,
  '--bun',
  join(root, 'node_modules/.bin/playwright'),
  'test',
  '--config=tests/e2e/playwright.config.ts',
]
/** More workers than cores: many tests wait for a mail, a clock or a socket. */
const WORKERS = Math.min(2 * navigator.hardwareConcurrency, 8)

const below = (...folders: string[]) => folders.map((folder) => `./tests/${folder}`)
/** The timings make the longest files start first, so that no core idles at the end. */
const SIDE_BY_SIDE = [...BUN_TEST, `--parallel=${WORKERS}`, '--timings=tests/timings.json']
const OTHERS = ['timing', 'release'].map((tier) => `--path-ignore-patterns=**/*.${tier}.test.ts`)
const QUICK = below('unit', 'contract', 'api', 'cli', 'realtime')

/** `command` also runs single files; `files` selects the tests of the tier. */
const TIERS: Record<Tier, { command: string[]; files: string[] }> = {
  quick: { command: SIDE_BY_SIDE, files: [...OTHERS, ...QUICK] },
  all: { command: SIDE_BY_SIDE, files: [...OTHERS, ...QUICK, ...below('faults')] },
  // one file after the other; what fails is measured again
  timing: { command: [...BUN_TEST, '--isolate', '--retry=2'], files: ['.timing.test.ts'] },
  release: { command: [...BUN_TEST, '--isolate'], files: ['.release.test.ts'] },
  e2e: { command: PLAYWRIGHT, files: [] },
}

/** Starts in half of the time of the source. */
const BUILT = { PORTAL_PROGRAM: process.env.PORTAL_PROGRAM ?? 'dist/server/index.js' }

/** The command and environment of a tier after a build. `report` is the path of its JUnit report. */
export function tierOf(tier: Tier, report: string, given?: readonly string[]) {
  const { command, files } = TIERS[tier]
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  return {
    command: [...command, ...(tier === 'e2e' ? [] : reporter), ...(given ?? files)],
    env: { ...BUILT, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report },
  }
}

if (import.meta.main) {
  const [tier = '', ...given] = process.argv.slice(2)
  const { command, files } = TIERS[tier as Tier]
  const paths = given.filter((word) => existsSync(word))
  const isOneFile = paths.length === 1 && statSync(paths[0] ?? '').isFile()
  const servers = tier === 'e2e' || isOneFile ? null : await startSharedServers()
  const child = Bun.spawn(
    [...command, ...(paths.length > 0 || tier === 'e2e' ? [] : files), ...given],
    {
      cwd: root,
      env: { ...process.env, ...servers?.env, ...(tier === 'e2e' && BUILT) },
      stdio: ['inherit', 'inherit', 'inherit'],
    },
  )
  const exitCode = await child.exited
  await servers?.close()
  process.exit(exitCode)
}
