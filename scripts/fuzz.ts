/**
 * `bun scripts/fuzz.ts`: schemathesis against a server of its own, by `/openapi.json`, as an administrator and as a club.
 * `--cases 1000` gives the cases of each role, `--seed 42` repeats a run. `tests/schemathesis.toml` says what is left out, and why.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSchemathesis } from './servers.ts'

const ROOT = join(import.meta.dir, '..')
const PASSWORD = 'violet-lantern-42'
const LOGOUT = 'POST /users/logout'

export type FuzzResult = { status: 'passed' | 'failed' } | { status: 'skipped'; reason: string }

type Server = { url: string; stop(): Promise<void> }

/** A server on a port and data of its own, without limits per time; its mails are files. */
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
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`${email} cannot sign in.`)
  return token
}

/** How many calls the description has: `st` counts its cases for each. */
async function countCalls(url: string): Promise<number> {
  const spec = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  return Object.values(spec.paths).flatMap((methods: object) => Object.keys(methods)).length
}

/** Sends about `cases` requests as each role, and some to sign out with a token that nobody else needs. */
export async function fuzz({ cases, seed }: { cases: number; seed: number }): Promise<FuzzResult> {
  const st = findSchemathesis()
  if (st === null) return { status: 'skipped', reason: 'schemathesis needs Python 3 with venv' }
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const [admin, club] = ['admin@campus.example', 'club@campus.example']
  const env = {
    ...(process.env as Record<string, string>),
    NODE_ENV: 'development',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ADMIN_EMAIL: admin,
    ADMIN_PASSWORD: PASSWORD,
  }
  const server = await startServer(dataDir, env)
  const makeClub = `--email ${club} --password ${PASSWORD} --role user --club Film --name Asha --mobile 5550100`
  Bun.spawnSync([process.execPath, join(ROOT, 'src/cli/admin.ts'), ...makeClub.split(' ')], {
    cwd: ROOT,
    env,
    stdout: 'ignore',
  })
  const perCall = Math.max(1, Math.ceil(cases / (await countCalls(server.url))))

  async function run(name: string, email: string, options: string[]): Promise<boolean> {
    console.log(`\n── fuzz as ${name}, seed ${seed}`)
    const token = await signIn(server.url, email)
    const child = Bun.spawn(
      [
        st ?? '',
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

  try {
    const examples = ['--max-examples', String(perCall), '--exclude-name', LOGOUT]
    const results = [
      await run('an administrator', admin, examples),
      await run('a club', club, examples),
      await run('somebody who signs out', club, ['--max-examples', '20', '--include-name', LOGOUT]),
    ]
    return { status: results.every(Boolean) ? 'passed' : 'failed' }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

if (import.meta.main) {
  const option = (name: string, fallback: number) => {
    const given = process.argv.indexOf(`--${name}`)
    return given === -1 ? fallback : Number(process.argv[given + 1])
  }
  const result = await fuzz({
    cases: option('cases', 1_000),
    seed: option('seed', Math.trunc(Math.random() * 0x7fff_ffff)),
  })
  console.log(
    `\nfuzz: ${result.status === 'skipped' ? `skipped, ${result.reason}` : result.status}`,
  )
  process.exit(result.status === 'failed' ? 1 : 0)
}
