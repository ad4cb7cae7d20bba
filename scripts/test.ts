/**
 * `bun run test`, `test:deep`, `test:servers` and `test:e2e` each run one tier of the tests. `tests/README.md` lists the tiers.
 * Arguments replace the files of the tier: `bun run test tests/api/orders.test.ts` runs one file.
 */
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

type Tier = 'quick' | 'deep' | 'servers' | 'e2e'

/** Contract tests that need a server. The quick tier leaves them out. */
const ON_SERVERS = ['tests/contract/store-mongo.test.ts', 'tests/contract/redis.test.ts']

// long, so that a busy machine causes no failure; a test of speed asserts its own limit
const BUN_TEST = [process.execPath, 'test', '--timeout=60000']
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

/** `command` also runs single files; `all` selects the tests of the tier. */
const TIERS: Record<Tier, { command: string[]; all: string[]; env?: Record<string, string> }> = {
  quick: {
    // the timings make the longest files start first, so that no core idles at the end
    command: [...BUN_TEST, `--parallel=${WORKERS}`, '--timings=tests/timings.json'],
    all: [
      ...['**/*.deep.test.ts', ...ON_SERVERS].map((path) => `--path-ignore-patterns=${path}`),
      ...below('unit', 'contract', 'api', 'cli'),
    ],
    env: { NO_SERVERS: '1' },
  },
  // one file after the other: these measure time and memory
  deep: { command: [...BUN_TEST, '--isolate'], all: ['.deep.test.ts'] },
  servers: {
    command: [...BUN_TEST, '--isolate'],
    all: [
      ...[...ON_SERVERS, 'tests/contract/store-versions.test.ts'].map((path) => `./${path}`),
      ...below('realtime', 'faults'),
    ],
  },
  e2e: { command: PLAYWRIGHT, all: [] },
}

/** The command and environment of a tier. `report` is the path of its JUnit report. */
export function tierOf(
  tier: Tier,
  report: string,
): { command: string[]; env: Record<string, string> } {
  const { command, all, env } = TIERS[tier]
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  return {
    command: [...command, ...(tier === 'e2e' ? [] : reporter), ...all],
    env: { ...env, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report },
  }
}

if (import.meta.main) {
  const [name = 'quick', ...given] = process.argv.slice(2)
  const { command, all, env } = TIERS[name as Tier]
  const child = Bun.spawn([...command, ...(given.length > 0 ? given : all)], {
    cwd: root,
    env: { ...process.env, ...(given.length > 0 ? {} : env) },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  process.exit(await child.exited)
}
