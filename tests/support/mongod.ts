import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { findMongod } from '#scripts/servers.ts'
import { whyMissing } from './servers.ts'

export const mongod = findMongod()
export const whyNoMongod = whyMissing('mongod', mongod)

/** Long, because a busy machine starts a server slowly. */
const SELECTION_MS = 60_000

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

type Member = { port: number; dir: string; process: Bun.Subprocess }

export type ReplicaSet = {
  /** Without a database name. */
  hosts: string
  url(database: string): string
  members: Member[]
  /** The member that takes writes now. */
  primary(): Promise<Member>
  kill(member: Member): Promise<void>
  restart(member: Member): Promise<void>
  close(): Promise<void>
}

export type JoinedSet = Pick<ReplicaSet, 'url' | 'close'>

/**
 * The replica set that all files of a run share, which `TEST_MONGODB` names, or one of the file's own. A test that kills, freezes or
 * counts a server starts its own with `startReplicaSet`.
 */
export async function joinReplicaSet(): Promise<JoinedSet> {
  const hosts = process.env.TEST_MONGODB
  if (!hosts) return startReplicaSet()
  return { url: urlAt(hosts), close: async () => {} }
}

/** The name of a database that nothing else uses. */
export const newDatabase = (label: string): string => `${label}-${crypto.randomUUID().slice(0, 8)}`

const urlAt = (hosts: string) => (database: string) =>
  `mongodb://${hosts}/${database}?replicaSet=rs0`

/** Real mongods as one replica set, elected and writable. Quick elections, small caches. `parameters` are further ones of mongod. */
export async function startReplicaSet(
  size = 1,
  parameters: readonly string[] = [],
): Promise<ReplicaSet> {
  if (mongod === null) throw new Error('There is no mongod.')
  const launch = (port: number, dir: string) =>
    Bun.spawn(
      [
        mongod,
        `--dbpath=${dir}`,
        `--logpath=${join(dir, 'mongod.log')}`,
        `--port=${port}`,
        '--bind_ip=127.0.0.1',
        '--replSet=rs0',
        '--wiredTigerCacheSizeGB=0.25',
        '--oplogSize=128',
        '--setParameter=diagnosticDataCollectionEnabled=false',
        ...parameters.map((parameter) => `--setParameter=${parameter}`),
        '--quiet',
      ],
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    )
  const members: Member[] = []
  for (let index = 0; index < size; index++) {
    const dir = mkdtempSync(join(tmpdir(), 'mongod-'))
    const port = await freePort()
    members.push({ port, dir, process: launch(port, dir) })
  }
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const direct = (port: number) =>
    new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
      serverSelectionTimeoutMS: SELECTION_MS,
    })

  const [first] = members
  if (!first) throw new Error('A replica set has a member.')
  try {
    // An election needs the other members, so all must listen already.
    for (const { port } of members) {
      const client = direct(port)
      await client.db('admin').command({ ping: 1 })
      await client.close()
    }
    const client = direct(first.port)
    await client.db('admin').command({
      replSetInitiate: {
        _id: 'rs0',
        members: members.map(({ port }, _id) => ({ _id, host: `127.0.0.1:${port}` })),
        settings: { electionTimeoutMillis: 1_000, heartbeatIntervalMillis: 300 },
      },
    })
    await client.close()
  } catch (error) {
    for (const { process } of members) process.kill('SIGKILL')
    const log = join(first.dir, 'mongod.log')
    throw new Error(existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : String(error), {
      cause: error,
    })
  }
  const url = urlAt(hosts)
  const ready = new MongoClient(url('admin'), { serverSelectionTimeoutMS: SELECTION_MS })
  await ready
    .db('probe')
    .collection('probe')
    .insertOne({}, { writeConcern: { w: 'majority' } })
  await ready.db('probe').dropDatabase()
  await ready.close()

  return {
    hosts,
    url,
    members,
    async primary() {
      for (;;) {
        const probe = new MongoClient(url('admin'), { serverSelectionTimeoutMS: SELECTION_MS })
        try {
          const hello = await probe.db('admin').command({ hello: 1 })
          const found = members.find(({ port }) => String(hello.primary).endsWith(`:${port}`))
          if (found) return found
        } finally {
          await probe.close()
        }
      }
    },
    async kill(member) {
      member.process.kill('SIGKILL')
      await member.process.exited
    },
    async restart(member) {
      rmSync(join(member.dir, 'mongod.lock'), { force: true })
      member.process = launch(member.port, member.dir)
    },
    async close() {
      for (const { process, dir } of members) {
        process.kill('SIGKILL')
        await process.exited
        rmSync(dir, { recursive: true, force: true })
      }
    },
  }
}

/** Runs a test on a new database of the replica set. */
export async function withDatabase(name: string, run: (url: string) => Promise<void>) {
  const set = await joinReplicaSet()
  try {
    await run(set.url(newDatabase(name)))
  } finally {
    await set.close()
  }
}
