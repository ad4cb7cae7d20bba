/**
 * `bun run test`, `test:deep`, `test:servers` and `test:e2e`: one tier of the tests each; `tests/README.md` says what belongs where.
 * With file names or options of the runner behind it (`bun run test tests/api/orders.test.ts`) these are run instead of the tier.
 */
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

type Tier = 'quick' | 'deep' | 'servers' | 'e2e'

/** Contracts that only run on a server. The quick tier leaves them out. */
const ON_SERVERS = ['tests/contract/store-mongo.test.ts', 'tests/contract/redis.test.ts']

// long, because a busy machine is no failure: a test that must be fast asserts it
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

/** `command` runs a single file too; `all` names the tests of the tier. */
const TIERS: Record<Tier, { command: string[]; all: string[]; env?: Record<string, string> }> = {
  quick: {
    command: [...BUN_TEST, `--parallel=${WORKERS}`],
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

/** The command and the environment of a tier. `report` is where its JUnit report goes. */
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
