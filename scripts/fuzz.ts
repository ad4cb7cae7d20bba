/**
 * `bun scripts/fuzz.ts` starts a server and runs schemathesis against its `/openapi.json`, as an administrator and as a club.
 * `--cases 1000` sets the number of cases for each role; `--seed 42` repeats a run. `tests/schemathesis.toml` lists the exclusions
 * with their reasons. `--mutations 20000` sends this many hostile requests instead, and prints the statuses and how long the
 * slowest one blocked the event loop (Linux only).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendMutations } from '#tests/support/mutations.ts'
import { findSchemathesis } from './servers.ts'

const ROOT = join(import.meta.dir, '..')
const PASSWORD = 'violet-lantern-42'
const LOGOUT = 'POST /users/logout'

export type FuzzResult = { status: 'passed' | 'failed' } | { status: 'skipped'; reason: string }

/** The longest time that one answer may block the event loop. */
const MOST_MS = 100

type Server = { url: string; workedMs(): number; stop(): Promise<void> }

/** Starts a server on a free port with a new data folder, without rate limits. Mails are files. */
async function startServer(dataDir: string, env: Record<string, string>): Promise<Server> {
  const child = Bun.spawn([process.execPath, join(ROOT, 'src/index.ts')], {
    cwd: ROOT,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const log = Bun.file(join(dataDir, 'server.log')).writer()
  const decoder = new TextDecoder()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  void (async () => {
    let text = ''
    for await (const chunk of child.stdout) {
      log.write(chunk)
      text = (text + decoder.decode(chunk, { stream: true })).slice(-10_000)
      const port = /"event":"started","port":(\d+)/.exec(text)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    await log.end()
    reject(new Error('The server ended before it listened.'))
  })()
  return {
    url: await promise,
    /** The CPU time of the main thread, in nanoseconds. */
    workedMs: () =>
      Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function signIn(url: string, email: string): Promise<{ token: string; id: string }> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token, user } = (await response.json()) as { token?: string; user?: { id: string } }
  if (!token || !user) throw new Error(`${email} cannot sign in.`)
  return { token, id: user.id }
}

/** Counts the calls in the description. `st` takes its number of cases per call. */
async function countCalls(url: string): Promise<number> {
  const spec = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  return Object.values(spec.paths).flatMap((methods: object) => Object.keys(methods)).length
}

const [ADMIN, CLUB] = ['admin@campus.example', 'club@campus.example']

/** Starts a server with an administrator and a club, runs `work`, then stops the server and deletes its data. */
async function withServer<T>(work: (server: Server, dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const env = {
    ...(process.env as Record<string, string>),
    NODE_ENV: 'development',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
  }
  const server = await startServer(dataDir, env)
  const makeClub = `--email ${CLUB} --password ${PASSWORD} --role user --club Film --name Asha --mobile 5550100`
  Bun.spawnSync([process.execPath, join(ROOT, 'src/index.ts'), 'admin', ...makeClub.split(' ')], {
    cwd: ROOT,
    env,
    stdout: 'ignore',
  })
  try {
    return await work(server, dataDir)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

/** Sends `count` hostile requests and prints the statuses of the answers. */
export async function mutate({
  count,
  seed,
}: {
  count: number
  seed: number
}): Promise<FuzzResult> {
  return withServer(async (server) => {
    const club = await signIn(server.url, CLUB)
    const tokens = { admin: (await signIn(server.url, ADMIN)).token, club: club.token }
    const { statuses, faults, slowest } = await sendMutations(server, tokens, {
      clubId: club.id,
      count,
      seed,
    })
    console.log(`${count} requests, seed ${seed}: ${JSON.stringify(statuses)}`)
    console.log(`slowest: ${slowest.ms.toFixed(1)} ms of the event loop, ${slowest.request}`)
    for (const fault of faults) console.log(`fault: ${fault}`)
    return { status: faults.length === 0 && slowest.ms <= MOST_MS ? 'passed' : 'failed' }
  })
}

/** Sends about `cases` requests as each role. Signing out is tested last, with a separate token. */
export async function fuzz({ cases, seed }: { cases: number; seed: number }): Promise<FuzzResult> {
  const st = findSchemathesis()
  if (st === null) return { status: 'skipped', reason: 'schemathesis needs Python 3 with venv' }
  return withServer((server, dataDir) => runSchemathesis(st, server, dataDir, { cases, seed }))
}

async function runSchemathesis(
  st: string,
  server: Server,
  dataDir: string,
  { cases, seed }: { cases: number; seed: number },
): Promise<FuzzResult> {
  const perCall = Math.max(1, Math.ceil(cases / (await countCalls(server.url))))

  async function run(name: string, email: string, options: string[]): Promise<boolean> {
    console.log(`\n── fuzz as ${name}, seed ${seed}`)
    const { token } = await signIn(server.url, email)
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
        cwd: dataDir,
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
  const count = option('mutations', 0)
  const result =
    count > 0 ? await mutate({ count, seed }) : await fuzz({ cases: option('cases', 1_000), seed })
  console.log(
    `\nfuzz: ${result.status === 'skipped' ? `skipped, ${result.reason}` : result.status}`,
  )
  process.exit(result.status === 'failed' ? 1 : 0)
}
