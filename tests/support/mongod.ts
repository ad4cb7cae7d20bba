import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
export async function freePort(): Promise<number> {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop()
  return probe.port
}

type Member = Awaited<ReturnType<typeof startMongod>>

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

/** Starts a mongod with these options on a free port, which it keeps after a restart. `KEY` in an option is a file with a key. */
export async function startMongod(options: readonly string[] = []) {
  if (mongod === null) throw new Error('There is no mongod.')
  const program = mongod
  const dir = mkdtempSync(join(tmpdir(), 'mongod-'))
  const log = join(dir, 'mongod.log')
  const keyFile = join(dir, 'key')
  writeFileSync(keyFile, 'c29tZSBieXRlcyB0aGF0IG5vYm9keSBrbm93cw==', { mode: 0o600 })
  const port = await freePort()
  const launch = () =>
    Bun.spawn(
      [
        program,
        `--dbpath=${dir}`,
        `--logpath=${log}`,
        `--port=${port}`,
        '--bind_ip=127.0.0.1',
        '--wiredTigerCacheSizeGB=0.5',
        '--setParameter=diagnosticDataCollectionEnabled=false',
        '--quiet',
        ...options.map((option) => option.replace('KEY', keyFile)),
      ],
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    )
  const member = {
    port,
    process: launch(),
    /** A client of this server alone. */
    client: new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
      serverSelectionTimeoutMS: SELECTION_MS,
    }),
    restart() {
      rmSync(join(dir, 'mongod.lock'), { force: true })
      member.process = launch()
    },
    async close() {
      await member.client.close()
      member.process.kill('SIGKILL')
      await member.process.exited
      rmSync(dir, { recursive: true, force: true })
    },
  }
  try {
    await member.client.db('admin').command({ ping: 1 })
  } catch (cause) {
    const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : String(cause)
    await member.close()
    throw new Error(said, { cause })
  }
  return member
}

/** Real mongods as one replica set, elected and writable. Quick elections, small caches. `parameters` are further ones of mongod. */
export async function startReplicaSet(
  size = 1,
  parameters: readonly string[] = [],
): Promise<ReplicaSet> {
  const options = parameters.map((parameter) => `--setParameter=${parameter}`)
  // An election needs the other members, so all must listen already.
  const members = await Promise.all(
    Array.from({ length: size }, () =>
      startMongod(['--replSet=rs0', '--oplogSize=128', ...options]),
    ),
  )
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',')
  await members[0]?.client.db('admin').command({
    replSetInitiate: {
      _id: 'rs0',
      members: members.map(({ port }, _id) => ({ _id, host: `127.0.0.1:${port}` })),
      settings: { electionTimeoutMillis: 1_000, heartbeatIntervalMillis: 300 },
    },
  })
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
    restart: async (member) => member.restart(),
    async close() {
      await Promise.all(members.map((member) => member.close()))
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
