import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import { serverName } from '#src/store/mongo/client.ts'
import { ask, requestAt } from './ask.ts'
import { freePort, joinReplicaSet, newDatabase, type JoinedSet, whyNoMongod } from './mongod.ts'
import { type Env, PROGRAM, runTool, start } from './program.ts'
import { joinRedis, type JoinedRedis, whyNoRedis } from './redis.ts'
import { openStockRoom } from './stock.ts'
import { callsOn, openMongo } from './stores.ts'
import { until } from './until.ts'

export { ask } from './ask.ts'
export type { Env } from './program.ts'

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
  const { code, err } = await runTool(['admin', '--email', email, ...args], env)
  if (code !== 0) throw new Error(`bun run admin failed: ${err}`)
}

/** A server process with a fixed port. */
export async function createInstance(env: Env) {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'instance-'))
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  let started: ReturnType<typeof start> | null = null
  const child = () => started?.child ?? null
  /** Everything that it has written since it started. */
  const printed = () => started?.printed() ?? ''

  const instance = {
    url,
    port,
    pid: () => child()?.pid ?? 0,
    dataDir,
    printed,
    request: requestAt(url),
    async start(): Promise<void> {
      started = start(PROGRAM, { ...own, ...env })
      const isOver = () => child()?.exitCode !== null
      await until(
        'the instance has started or ended',
        () => isOver() || printed().includes('The portal is at'),
      )
      if (isOver()) throw new Error(`The instance did not start:\n${printed()}`)
    },
    /** Asks the process to stop, and waits until it has exited. */
    async stop(): Promise<{ exitCode: number; seconds: number }> {
      const begun = performance.now()
      child()?.kill('SIGTERM')
      const exitCode = (await child()?.exited) ?? 0
      return { exitCode, seconds: (performance.now() - begun) / 1000 }
    },
    async kill(): Promise<void> {
      child()?.kill('SIGKILL')
      await child()?.exited
    },
    exited: async () => child()?.exited,
    pause: () => child()?.kill('SIGSTOP'),
    resume: () => child()?.kill('SIGCONT'),
    async remove(): Promise<void> {
      child()?.kill('SIGCONT')
      await instance.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return instance
}

/** Slow on purpose, so all clubs of a file share it. */
let passwordHash: Promise<string> | null = null

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

  const admin = await signIn(at(0).url, ADMIN_EMAIL)
  const store = await openMongo(set.url(database))
  return {
    env: settings,
    instances,
    at,
    /** The stock room of the administrator at an instance. */
    room: (index = 0) => openStockRoom(at(index), admin),
    /** The database itself. */
    db: client.db(database),
    admin,
    signIn: (email: string, password?: string) => signIn(at(0).url, email, password),
    changeAccount: (email: string, ...args: string[]) => changeAccount(settings, email, ...args),
    /** A club that has signed in, or one more person of the club `clubId`, whose address is made of the name. */
    async addClub(clubName: string, clubId?: ClubId): Promise<Person> {
      const email = `${clubName.toLowerCase().replaceAll(' ', '-')}@campus.example`
      passwordHash ??= hashPassword(PASSWORD)
      const account = { email, clubName, clubId, passwordHash: await passwordHash }
      await callsOn(() => store).club(account)
      return signIn(at(0).url, email)
    },
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
    /** Runs `bun run check`. */
    check: () => runTool(['check'], settings),
    async close() {
      await store.close()
      await close()
    },
  }
}
