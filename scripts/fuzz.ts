/**
 * `bun scripts/fuzz.ts` starts a server and runs schemathesis against its `/openapi.json`, as an administrator and as a club.
 * `--cases 1000` sets the number of cases for each role; `--seed 42` repeats a run. `tests/schemathesis.toml` lists the exclusions
 * with their reasons.
 */
import { join } from 'node:path'
import { readArguments } from '#src/cli/arguments.ts'
import { signIn } from '#tests/support/cluster.ts'
import { runTool } from '#tests/support/program.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { findSchemathesis } from './servers.ts'

const TESTS = join(import.meta.dir, '..', 'tests')
// Not the one of the API's examples: a call with it would set a new one.
const PASSWORD = 'orange-compass-73'
const LOGOUT = 'POST /users/logout'
const [ADMIN, CLUB] = ['admin@campus.example', 'club@campus.example']

const { values } = readArguments(process.argv.slice(2), { named: ['cases', 'seed'], flags: [] })
const cases = Number(values.cases ?? 1_000)
const seed = Number(values.seed ?? Math.trunc(Math.random() * 0x7fff_ffff))

const st = findSchemathesis()
if (st === null) {
  console.log('fuzz: skipped, schemathesis needs Python 3 with venv')
  process.exit(0)
}
const env = { RATE_LIMITS: 'off', DEMO: 'on', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD }
const { url, dataDir, stop } = await startServerProcess(undefined, { env })

/** Counts the calls in the description. `st` takes its number of cases per call. */
async function countCalls(): Promise<number> {
  const spec = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  return Object.values(spec.paths).flatMap((methods: object) => Object.keys(methods)).length
}

async function run(program: string, name: string, email: string, options: string[]) {
  console.log(`\n── fuzz as ${name}, seed ${seed}`)
  const { token } = await signIn(url, email, PASSWORD)
  const config = ['--config-file', join(TESTS, 'schemathesis.toml'), '--no-color']
  const header = ['--header', `Authorization: Bearer ${token}`]
  const repeatable = ['--seed', String(seed), '--generation-database', 'none']
  const child = Bun.spawn(
    [program, ...config, 'run', `${url}/openapi.json`, ...header, ...repeatable, ...options],
    {
      cwd: dataDir,
      env: { ...process.env, PYTHONPATH: TESTS },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  return (await child.exited) === 0
}

let hasPassed = false
try {
  const makeClub = `--email ${CLUB} --password ${PASSWORD} --role user --club Film --name Asha --mobile 5550100`
  await runTool(['admin', ...makeClub.split(' ')], { DATA_DIR: dataDir })
  const perCall = Math.max(1, Math.ceil(cases / (await countCalls())))
  const examples = ['--max-examples', String(perCall), '--exclude-name', LOGOUT]
  // Signing out is tested last, with a token of its own.
  const leaving = ['--max-examples', '20', '--include-name', LOGOUT]
  const results = [
    await run(st, 'an administrator', ADMIN, examples),
    await run(st, 'a club', CLUB, examples),
    await run(st, 'somebody who signs out', CLUB, leaving),
  ]
  hasPassed = results.every(Boolean)
} finally {
  await stop()
}
console.log(`\nfuzz: ${hasPassed ? 'passed' : 'failed'}`)
process.exit(hasPassed ? 0 : 1)
