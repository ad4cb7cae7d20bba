import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { serverName } from '#src/store/mongo/client.ts'
import type { Problem } from '#src/contract/problem.ts'
import { freePort, joinReplicaSet, newDatabase, type JoinedSet, whyNoMongod } from './mongod.ts'
import type { Answer } from './portal.ts'
import { PROGRAM } from './program.ts'
import { HANGS_AFTER_MS, until } from './until.ts'
import { joinRedis, type JoinedRedis, whyNoRedis } from './redis.ts'

const ROOT = join(import.meta.dir, '../..')
export const SECRET = 'a secret that all instances of the tests share'
export const PASSWORD = 'violet-lantern-42'
export const ADMIN_EMAIL = 'admin@portal.example'

/** Why a cluster cannot start on this machine, or `null`. */
export const missingServer = whyNoMongod ?? whyNoRedis

export type Person = {
  id: string
  email: string
  password: string
  clubName: string
  token: string
}
export type Asked = {
  token?: string
  body?: unknown
  key?: string
  headers?: Record<string, string>
}
export type Env = Record<string, string>

/** Runs the program with these words until it exits. `input` is what it reads. */
export async function runToEnd(
  words: readonly string[],
  env: Env,
  { cwd = ROOT, input = '' } = {},
) {
  const child = Bun.spawn([...PROGRAM, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { exitCode: await child.exited, out, errors }
}

/** Sends a request to an instance or a proxy. Rejects if there is no answer. */
export async function ask<Body = Problem & Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  { token, body, key, headers }: Asked = {},
): Promise<Answer<Body>> {
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as Body,
  }
}

export async function signIn(url: string, email: string, password = PASSWORD): Promise<Person> {
  const { status, body } = await ask<{
    token: string
    user: { id: string; clubName: string }
  }>(url, 'POST', '/users/login', { body: { email, password } })
  if (status !== 200) throw new Error(`No sign-in for ${email}: ${JSON.stringify(body)}`)
  const { id, clubName } = body.user
  return { id, email, password, clubName, token: body.token }
}

/** Runs `bun run admin` while the servers run. */
async function changeAccount(env: Env, email: string, ...args: string[]): Promise<void> {
  const { exitCode, errors } = await runToEnd(['admin', '--email', email, ...args], env)
  if (exitCode !== 0) throw new Error(`bun run admin failed: ${errors}`)
}

/** Creates an account in the store that `env` configures, and signs in at `url`. */
export async function addClub(env: Env, url: string, clubName: string): Promise<Person> {
  const email = `${clubName.toLowerCase().replaceAll(' ', '-')}@campus.example`
  const account = ['--role', 'user', '--club', clubName, '--name', 'Coordinator']
  await changeAccount(env, email, ...account, '--password', PASSWORD)
  return signIn(url, email)
}

/** Runs `bun run check`. */
export const check = (env: Env) => runToEnd(['check'], env)

/** A server process with a fixed port. */
export async function createInstance(env: Env) {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'instance-'))
  const url = `http://127.0.0.1:${port}`
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | null = null
  let printed = ''

  async function collect(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of stream) printed += decoder.decode(chunk, { stream: true })
  }

  const instance = {
    url,
    port,
    pid: () => child?.pid ?? 0,
    dataDir,
    /** Everything that it has written since it started. */
    printed: () => printed,
    async start(): Promise<void> {
      printed = ''
      const started = Bun.spawn([...PROGRAM], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH ?? '',
          HOME: process.env.HOME ?? '',
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          ...env,
        },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      child = started
      void collect(started.stdout)
      void collect(started.stderr)
      await until(
        'the instance has started or ended',
        () => started.exitCode !== null || printed.includes('The portal is at'),
      )
      if (started.exitCode !== null) throw new Error(`The instance did not start:\n${printed}`)
    },
    /** Asks the process to stop, and waits until it has exited. */
    async stop(): Promise<{ exitCode: number; seconds: number }> {
      const begun = performance.now()
      child?.kill('SIGTERM')
      const exitCode = (await child?.exited) ?? 0
      return { exitCode, seconds: (performance.now() - begun) / 1000 }
    },
    async kill(): Promise<void> {
      child?.kill('SIGKILL')
      await child?.exited
    },
    exited: async () => child?.exited,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async remove(): Promise<void> {
      child?.kill('SIGCONT')
      await instance.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return instance
}

export type Instance = Awaited<ReturnType<typeof createInstance>>
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Server processes on one replica set and one Redis, all real. Rate limits are off. A test that kills or freezes a server passes its own
 * `set` or `redis`, and closes it itself.
 */
export async function startCluster({
  instances: count = 3,
  database = newDatabase('cluster'),
  env = {},
  ...given
}: {
  instances?: number
  database?: string
  env?: Env
  set?: JoinedSet
  redis?: JoinedRedis
} = {}) {
  const [set, redis] = await Promise.all([
    given.set ?? joinReplicaSet(),
    given.redis ?? joinRedis(),
  ])
  const settings: Env = {
    MONGODB_URL: set.url(database),
    REDIS_URL: redis.url,
    JWT_SECRET: SECRET,
    RATE_LIMITS: 'off',
    ADMIN_EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    ...env,
  }
  const client = new MongoClient(set.url(database))
  const instances: Instance[] = []
  async function close(): Promise<void> {
    await Promise.all(instances.map((instance) => instance.remove()))
    await client.close()
    if (!given.redis) await redis.close()
    if (!given.set) await set.close()
  }
  try {
    for (let made = 0; made < count; made++) instances.push(await createInstance(settings))
    await Promise.all(instances.map((instance) => instance.start()))
  } catch (error) {
    await close()
    throw error
  }

  const at = (index: number): Instance => {
    const found = instances[index % count]
    if (!found) throw new Error('A cluster has an instance.')
    return found
  }

  return {
    env: settings,
    instances,
    at,
    /** The database itself. */
    db: client.db(database),
    admin: await signIn(at(0).url, ADMIN_EMAIL),
    signIn: (email: string, password?: string) => signIn(at(0).url, email, password),
    changeAccount: (email: string, ...args: string[]) => changeAccount(settings, email, ...args),
    addClub: (clubName: string) => addClub(settings, at(0).url, clubName),
    /** Writes a document in a transaction that does not end, as an instance that was killed leaves it. */
    async leaveTransaction(collection: string, _id: string) {
      const gone = new MongoClient(settings.MONGODB_URL ?? '', { appName: serverName(database) })
      const session = gone.startSession()
      session.startTransaction()
      const { modifiedCount } = await gone
        .db()
        .collection<{ _id: string }>(collection)
        .updateOne({ _id }, { $inc: { rev: 1 } }, { session })
      if (modifiedCount !== 1) throw new Error('There is no such document.')
      return { session, close: () => gone.close() }
    },
    check: () => check(settings),
    close,
  }
}
