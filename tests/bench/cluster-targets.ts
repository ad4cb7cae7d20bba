/** The targets of `bun run bench:cluster`: the embedded store, and one and three instances on one MongoDB and one Redis. */
import { $ } from 'bun'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addClub,
  ADMIN_EMAIL,
  check,
  createInstance,
  type Env,
  type Instance,
  PASSWORD,
  SECRET,
  signIn,
  startCluster,
} from '#tests/support/cluster.ts'
import { startReplicaSet } from '#tests/support/mongod.ts'
import { startRedis } from '#tests/support/redis.ts'
import { cpuMs } from './machine.ts'
import { portal } from './portal.ts'
import type { Server } from './servers.ts'
import { nth, type Seed, seedOrders, seedStock, type Totals } from './target.ts'

/** How many programs that create an account run at the same time. */
const MADE_AT_ONCE = 4
/** As many clubs order, and as many have lines that receive units. */
const CLUBS = 32
const ROOT = join(import.meta.dir, '../..')

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

async function seed(env: Env, url: string, root: string): Promise<Seed> {
  const { token } = await signIn(url, ADMIN_EMAIL)
  await seedStock(url, token)
  const clubs: Seed['clubs'] = []
  while (clubs.length < 2 * CLUBS)
    clubs.push(
      ...(await Promise.all(
        Array.from({ length: MADE_AT_ONCE }, (_, index) =>
          addClub(env, url, `Club ${clubs.length + index}`, root),
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
    root = ROOT,
    behind,
    totals,
  }: { instances: Instance[]; env: Env; root?: string } & Pick<ClusterTarget, 'behind' | 'totals'>,
): Promise<ClusterTarget> {
  return {
    name,
    behind,
    totals,
    servers: instances.map(({ url, port, pid }) => ({ url, port, pid: pid() })),
    seed: await seed(env, nth(instances, 0).url, root),
    async check() {
      const { exitCode, errors } = await check(env, root)
      return exitCode === 0 ? '' : errors || `ended with ${exitCode}`
    },
  }
}

const fileSystemOf = (dir: string) =>
  Bun.spawnSync(['stat', '-f', '-c', '%T', dir]).stdout.toString().trim()

/** Unpacks a commit of this repository. Its servers and tools use the packages and the pages of this one. */
async function unpack(commit: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'before-'))
  await $`git -C ${ROOT} archive ${commit} | tar -x -C ${dir}`.quiet()
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(dir, name))
  return dir
}

type Db = Awaited<ReturnType<typeof startCluster>>['db']

/** A field of an entry, which before schema 6 was a document of its own: twins of earlier commits still write such. */
const ofEntry = (field: string) => ({ $ifNull: [`$entries.${field}`, `$${field}`, null] })

/** What an entry changed on its item's shelf. */
const shelfChange = {
  $cond: [
    { $eq: [ofEntry('itemId'), null] },
    0,
    {
      $cond: [
        { $eq: [ofEntry('lineId'), null] },
        ofEntry('units'),
        { $multiply: [ofEntry('units'), -1] },
      ],
    },
  ],
}

async function readMongo(db: Db): Promise<Totals> {
  const sum = async (collection: string, field: string | object, unwound?: string) => {
    const [row] = await db
      .collection(collection)
      .aggregate<{ total: number }>([
        ...(unwound === undefined
          ? []
          : [{ $unwind: { path: unwound, preserveNullAndEmptyArrays: true } }]),
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
    moved: await sum('entries', shelfChange, '$entries'),
    flag: ordering?.isConfirmDisabled ?? false,
    flagRev: ordering?.rev ?? 0,
  }
}

export const TARGETS = ['embedded', '1 instance', '3 instances'] as const
export type TargetName = (typeof TARGETS)[number]
export const BEFORE = ' before'

/**
 * Starts and seeds targets. Load goes to one at a time. With `against`, a commit, each target but the embedded one has a twin that
 * runs this commit's source on a database of its own.
 */
export async function openTargets({
  names,
  against,
}: {
  names: readonly TargetName[]
  against: string | undefined
}) {
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
    const behind = { mongod: set.members[0]?.process.pid ?? 0, redis: redis.pid() }
    const before = against === undefined ? null : await unpack(against)
    if (before !== null) ends.push(async () => rmSync(before, { recursive: true, force: true }))

    async function openCluster(name: string, root: string): Promise<ClusterTarget> {
      const database = name.replaceAll(' ', '-')
      const instances = Number(name[0])
      const cluster = await startCluster({ set, redis, database, instances, root })
      ends.push(() => cluster.close())
      return toTarget(name, { ...cluster, root, behind, totals: () => readMongo(cluster.db) })
    }
    async function openEmbedded(): Promise<ClusterTarget> {
      const env = {
        JWT_SECRET: SECRET,
        RATE_LIMITS: 'off',
        ADMIN_EMAIL,
        ADMIN_PASSWORD: PASSWORD,
        DEMO: 'off',
      }
      const alone = await createInstance(env)
      ends.push(() => alone.remove())
      await alone.start()
      return toTarget('embedded', {
        instances: [alone],
        env: { ...env, DATA_DIR: alone.dataDir },
        behind: {},
        totals: () => portal.totals(alone.dataDir),
      })
    }

    const targets: ClusterTarget[] = []
    for (const name of names)
      if (name === 'embedded') targets.push(await openEmbedded())
      else {
        targets.push(await openCluster(name, ROOT))
        if (before !== null) targets.push(await openCluster(name + BEFORE, before))
      }
    const servers = targets.flatMap((target) => target.servers)
    const pids = [...servers.map(({ pid }) => pid), ...Object.values(behind)]
    return {
      targets,
      /** The CPU time of all processes so far. */
      cpuMs: () => pids.reduce((total, pid) => total + cpuMs(pid), 0),
      fileSystem: fileSystemOf(set.members[0]?.dir ?? tmpdir()),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
