/**
 * `bun run bench` measures the portal beside a bare floor and a server with Express, and prints one table. It needs Linux, node, npm, wrk
 * and Chromium; with mongod and redis-server it measures MongoDB too.
 *   bun run bench                        everything, about half an hour
 *   bun run bench --quick                one short round, to check that every part works
 *   bun run bench --against ../before    also measures the checkout in that folder, in the same rounds
 *   bun run bench --workloads start,list --rounds 3
 * Exits with 1 after a fault: a lost or doubled order, stock that does not add up, a socket that missed a flip.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findBrowser, findMongod, findRedis } from '#scripts/servers.ts'
import { readArguments } from '#src/cli/arguments.ts'
import { startReplicaSet } from '#tests/support/mongod.ts'
import { startRedis } from '#tests/support/redis.ts'
import { formatTable, listFaults } from './figures.ts'
import { runInteraction } from './interaction.ts'
import { express, floor } from './peers.ts'
import { createPortal } from './portal.ts'
import { runProgram, scratch, seed, within } from './servers.ts'
import type { Target } from './target.ts'
import { type Extent, runFanout, runHistory, runStart, runUnderLoad } from './workloads.ts'

const ROOT = join(import.meta.dir, '../..')
const PEERS = join(import.meta.dir, 'targets')
/** A workload that takes longer has hung. */
const MOST_SECONDS = 2_400
const WORKLOADS = [
  'fanout',
  'orders',
  'allotments',
  'list',
  'history',
  'start',
  'mongodb',
  'interaction',
] as const
type Workload = (typeof WORKLOADS)[number]

const { values: given, flags } = readArguments(process.argv.slice(2), {
  named: ['against', 'workloads', 'rounds'],
  flags: ['quick'],
})
const isQuick = flags.has('quick')
const rounds = Number(given.rounds ?? (isQuick ? 1 : 5))
const extent: Extent = isQuick
  ? { rounds, seconds: 1, starts: 1, sockets: 1_000, flips: 5 }
  : { rounds, seconds: 2, starts: 2 * rounds, sockets: 10_000, flips: 20 }
const chosen = given.workloads?.split(',') ?? WORKLOADS
const isChosen = (workload: Workload) => chosen.includes(workload)

/** Builds a checkout and its single executable, and answers the file. */
async function build(root: string, name: string): Promise<string> {
  const file = join(scratch, `${name}-file`)
  console.log(`Building ${name} …`)
  await runProgram([process.execPath, 'client/build.ts'], { seconds: 300, cwd: root })
  if (isChosen('start'))
    await runProgram([process.execPath, 'scripts/binary.ts', '--to', file], {
      seconds: 300,
      cwd: root,
    }).catch((error: unknown) => console.error(String(error)))
  return file
}

/** The same checkouts on one MongoDB, each with a database of its own. */
async function measureMongo(roots: ReadonlyMap<string, string>): Promise<void> {
  if (findMongod() === null || findRedis() === null) return console.log('There is no MongoDB here.')
  const [set, redis] = await Promise.all([startReplicaSet(), startRedis()])
  try {
    const targets = [...roots].map(([name, root], index) => {
      const database = { MONGODB_URL: set.url(`bench-${name}`), REDIS_URL: `${redis.url}/${index}` }
      return createPortal(name, root, { database })
    })
    for (const target of targets) await seed(target)
    await runUnderLoad('MongoDB, orders of one client', targets, extent)
    await runUnderLoad('MongoDB, orders of 32 clients', targets, extent)
  } finally {
    await set.close()
    await redis.close()
  }
}

const roots = new Map([['portal', ROOT]])
if (given.against !== undefined) roots.set('before', resolve(given.against))
const portals: Target[] = []
for (const [name, root] of roots)
  portals.push(createPortal(name, root, { file: await build(root, name) }))
// the last thing that an installation makes: it compiles SQLite
if (!existsSync(join(PEERS, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')))
  await runProgram(['npm', 'ci', '--no-audit', '--no-fund'], { seconds: 1_200, cwd: PEERS })
const all = [floor, express, ...portals]
for (const target of all) await within(300, `the data of ${target.name}`, () => seed(target))

const work: Record<Workload, () => Promise<void>> = {
  fanout: () => runFanout(all, extent),
  orders: () => runUnderLoad('orders', all, extent),
  allotments: () => runUnderLoad('allotments', all, extent),
  list: () => runUnderLoad('list', all, extent),
  history: () => runHistory(portals, extent),
  start: () => runStart(all, extent),
  mongodb: () => measureMongo(roots),
  interaction: () => runInteraction(portals, findBrowser()),
}
for (const workload of WORKLOADS.filter(isChosen)) {
  try {
    await within(MOST_SECONDS, workload, work[workload])
  } catch (error) {
    // the others are still worth their figures
    console.error(`${workload} was not measured: ${String(error)}`)
    process.exitCode = 1
  }
}

console.log(`\n${formatTable(['floor', 'express', 'before', 'portal'])}\n`)
for (const fault of listFaults()) console.log(`FAULT ${fault}`)
process.exit(listFaults().length > 0 ? 1 : process.exitCode)
