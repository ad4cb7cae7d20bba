/** The targets of `bun run bench:cluster`: the embedded store, and one and three instances on one MongoDB and one Redis. */
import {
  addClub,
  ADMIN_EMAIL,
  check,
  createInstance,
  type Env,
  type Instance,
  signIn,
  startCluster,
} from '#tests/support/cluster.ts'
import { startReplicaSet } from '#tests/support/mongod.ts'
import { startRedis } from '#tests/support/redis.ts'
import { cpuMs } from './machine.ts'
import { portal } from './portal.ts'
import type { Server } from './servers.ts'
import { CLUBS, nth, type Seed, seedOrders, seedStock, type Totals } from './target.ts'

/** How many programs that create an account run at the same time. */
const MADE_AT_ONCE = 4

export type ClusterTarget = {
  name: string
  servers: Pick<Server, 'url' | 'port' | 'pid'>[]
  /** Processes behind the servers, by name. */
  behind: Record<string, number>
  seed: Seed
  totals(): Totals | Promise<Totals>
  /** Runs `bun run check`. Returns the broken rules, or an empty text. */
  check(): Promise<string>
}
export type ClusterTargets = Awaited<ReturnType<typeof openTargets>>

async function seed(env: Env, url: string): Promise<Seed> {
  const { token } = await signIn(url, ADMIN_EMAIL)
  await seedStock(url, token)
  const clubs: Seed['clubs'] = []
  while (clubs.length < 2 * CLUBS)
    clubs.push(
      ...(await Promise.all(
        Array.from({ length: MADE_AT_ONCE }, (_, index) =>
          addClub(env, url, `Club ${clubs.length + index}`),
        ),
      )),
    )
  return seedOrders(url, token, clubs)
}

async function toTarget(
  name: string,
  {
    instances,
    env,
    behind,
    totals,
  }: { instances: Instance[]; env: Env } & Pick<ClusterTarget, 'behind' | 'totals'>,
): Promise<ClusterTarget> {
  return {
    name,
    behind,
    totals,
    servers: instances.map(({ url, port, pid }) => ({ url, port, pid: pid() })),
    seed: await seed(env, nth(instances, 0).url),
    async check() {
      const { exitCode, errors } = await check(env)
      return exitCode === 0 ? '' : errors || `ended with ${exitCode}`
    },
  }
}

const fileSystemOf = (dir: string) =>
  Bun.spawnSync(['stat', '-f', '-c', '%T', dir]).stdout.toString().trim()

type Db = Awaited<ReturnType<typeof startCluster>>['db']

/** What an entry changed on its item's shelf. */
const shelfChange = {
  $cond: [
    { $eq: ['$itemId', null] },
    0,
    { $cond: [{ $eq: ['$lineId', null] }, '$units', { $multiply: ['$units', -1] }] },
  ],
}

async function readMongo(db: Db): Promise<Totals> {
  const sum = async (collection: string, field: string | object, unwound?: string) => {
    const [row] = await db
      .collection(collection)
      .aggregate<{ total: number }>([
        ...(unwound === undefined ? [] : [{ $unwind: unwound }]),
        { $group: { _id: null, total: { $sum: field } } },
      ])
      .toArray()
    return row?.total ?? 0
  }
  const ordering = await db
    .collection<{ isConfirmDisabled: boolean; rev: number }>('ordering')
    .findOne()
  return {
    orders: await db.collection('answered').countDocuments(),
    ordered: await sum('carts', '$lines.ordered', '$lines'),
    allotted: await sum('carts', '$lines.allotted', '$lines'),
    stock: await sum('items', '$quantity'),
    moved: await sum('entries', shelfChange),
    flag: ordering?.isConfirmDisabled ?? false,
    flagRev: ordering?.rev ?? 0,
  }
}

/** Starts and seeds all targets. Only the one under measurement runs; the others are paused. */
export async function openTargets() {
  const ends: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    // the handler in servers.ts would not stop these servers
    process.removeAllListeners(signal)
    process.on(signal, () => void close().finally(() => process.exit(code)))
  }
  try {
    const set = await startReplicaSet(1)
    ends.push(() => set.close())
    const redis = await startRedis()
    ends.push(() => redis.close())
    const open = async (database: string, instances: number) => {
      const cluster = await startCluster({ set, redis, database, instances })
      ends.push(() => cluster.close())
      return cluster
    }
    const single = await open('single', 1)
    const three = await open('three', 3)
    const alone = await createInstance({
      ...single.env,
      MONGODB_URL: '',
      REDIS_URL: '',
      DEMO: 'off',
    })
    ends.push(() => alone.remove())
    await alone.start()

    const behind = { mongod: set.members[0]?.process.pid ?? 0, redis: redis.pid() }
    const targets = [
      await toTarget('embedded', {
        instances: [alone],
        env: { ...single.env, MONGODB_URL: '', REDIS_URL: '', DATA_DIR: alone.dataDir },
        behind: {},
        totals: () => portal.totals(alone.dataDir),
      }),
      await toTarget('1 instance', { ...single, behind, totals: () => readMongo(single.db) }),
      await toTarget('3 instances', { ...three, behind, totals: () => readMongo(three.db) }),
    ]
    const servers = targets.flatMap((target) => target.servers)
    const pids = [...servers.map(({ pid }) => pid), ...Object.values(behind)]
    return {
      targets,
      /** The CPU time of all processes so far. */
      cpuMs: () => pids.reduce((total, pid) => total + cpuMs(pid), 0),
      fileSystem: fileSystemOf(alone.dataDir),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
