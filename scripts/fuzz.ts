/**
 * `bun scripts/fuzz.ts` starts a server and runs schemathesis against its `/openapi.json`, as an administrator and as a club.
 * `--cases 1000` sets the number of cases for each role; `--seed 42` repeats a run. `tests/schemathesis.toml` lists the exclusions
 * with their reasons.
 */
import { join } from 'node:path'
import { signIn } from '#tests/support/cluster.ts'
import { runTool } from '#tests/support/program.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { findSchemathesis } from './servers.ts'

const ROOT = join(import.meta.dir, '..')
const PASSWORD = 'violet-lantern-42'
const LOGOUT = 'POST /users/logout'

export type FuzzResult = { status: 'passed' | 'failed' } | { status: 'skipped'; reason: string }

type Server = Awaited<ReturnType<typeof startServerProcess>>

const [ADMIN, CLUB] = ['admin@campus.example', 'club@campus.example']

/** Starts a server with an administrator and a club and without rate limits, runs `work`, then stops the server and deletes its data. */
async function withServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const env = {
    RATE_LIMITS: 'off',
    DEMO: 'on',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
  }
  const server = await startServerProcess(undefined, { env })
  try {
    const makeClub = `--email ${CLUB} --password ${PASSWORD} --role user --club Film --name Asha --mobile 5550100`
    await runTool(['admin', ...makeClub.split(' ')], { DATA_DIR: server.dataDir })
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Counts the calls in the description. `st` takes its number of cases per call. */
async function countCalls(url: string): Promise<number> {
  const spec = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  return Object.values(spec.paths).flatMap((methods: object) => Object.keys(methods)).length
}

/** Sends about `cases` requests as each role. Signing out is tested last, with a separate token. */
export async function fuzz({ cases, seed }: { cases: number; seed: number }): Promise<FuzzResult> {
  const st = findSchemathesis()
  if (st === null) return { status: 'skipped', reason: 'schemathesis needs Python 3 with venv' }
  return withServer((server) => runSchemathesis(st, server, { cases, seed }))
}

async function runSchemathesis(
  st: string,
  server: Server,
  { cases, seed }: { cases: number; seed: number },
): Promise<FuzzResult> {
  const perCall = Math.max(1, Math.ceil(cases / (await countCalls(server.url))))

  async function run(name: string, email: string, options: string[]): Promise<boolean> {
    console.log(`\n── fuzz as ${name}, seed ${seed}`)
    const { token } = await signIn(server.url, email, PASSWORD)
    const child = Bun.spawn(
      [
        st,
        '--config-file',
        join(ROOT, 'tests', 'schemathesis.toml'),
        '--no-color',
        'run',
        `${server.url}/openapi.json`,
        '--header',
        `Authorization: Bearer ${token}`,
        '--seed',
        String(seed),
        '--generation-database',
        'none',
        ...options,
      ],
      {
        cwd: server.dataDir,
        env: { ...process.env, PYTHONPATH: join(ROOT, 'tests') },
        stdin: 'ignore',
        stdout: 'inherit',
        stderr: 'inherit',
      },
    )
    return (await child.exited) === 0
  }

  const examples = ['--max-examples', String(perCall), '--exclude-name', LOGOUT]
  const results = [
    await run('an administrator', ADMIN, examples),
    await run('a club', CLUB, examples),
    await run('somebody who signs out', CLUB, ['--max-examples', '20', '--include-name', LOGOUT]),
  ]
  return { status: results.every(Boolean) ? 'passed' : 'failed' }
}

if (import.meta.main) {
  const option = (name: string, fallback: number) => {
    const given = process.argv.indexOf(`--${name}`)
    return given === -1 ? fallback : Number(process.argv[given + 1])
  }
  const seed = option('seed', Math.trunc(Math.random() * 0x7fff_ffff))
  const result = await fuzz({ cases: option('cases', 1_000), seed })
  console.log(
    `\nfuzz: ${result.status === 'skipped' ? `skipped, ${result.reason}` : result.status}`,
  )
  process.exit(result.status === 'failed' ? 1 : 0)
}
