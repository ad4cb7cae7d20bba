/**
 * `bun run bench` measures the portal beside a bare floor and a server with Express, and prints one table. It needs Linux, node, npm, wrk
 * and Chromium; with mongod and redis-server it measures MongoDB too.
 *   bun run bench            everything, about half an hour
 *   bun run bench --quick    one short round, to check that every part works
 *   bun run bench --workloads start,list --rounds 3
 * Exits with 1 after a fault: a lost or doubled order, stock that does not add up, a socket that missed a flip.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, findMongod, findProgram } from '#scripts/servers.ts'
import { readArguments } from '#src/cli/arguments.ts'
import { startReplicaSet } from '#tests/support/mongod.ts'
import { ROOT } from '#tests/support/program.ts'
import { startRedis } from '#tests/support/redis.ts'
import { formatTable, listFaults } from './figures.ts'
import { runInteraction } from './interaction.ts'
import { express, floor } from './peers.ts'
import { createPortal } from './portal.ts'
import { runProgram, scratch, seed } from './servers.ts'
import { type Extent, runFanout, runHistory, runStart, runUnderLoad } from './workloads.ts'

const PEERS = join(import.meta.dir, 'targets')
/** A workload that takes longer has hung. */
const MOST_MS = 2_400_000

const { values: given, flags } = readArguments(process.argv.slice(2), {
  named: ['workloads', 'rounds'],
  flags: ['quick'],
})
const isQuick = flags.has('quick')
const rounds = Number(given.rounds ?? (isQuick ? 1 : 5))
const extent: Extent = isQuick
  ? { rounds, seconds: 1, starts: 1, sockets: 1_000, flips: 5 }
  : { rounds, seconds: 2, starts: 2 * rounds, sockets: 10_000, flips: 20 }

async function measureMongo(): Promise<void> {
  if (findMongod() === null || findProgram('redis-server') === null)
    return console.log('There is no MongoDB here.')
  const [set, redis] = await Promise.all([startReplicaSet(), startRedis()])
  try {
    const database = { MONGODB_URL: set.url('bench'), REDIS_URL: redis.url }
    const target = createPortal({ database })
    await seed(target)
    await runUnderLoad('MongoDB, orders of one client', [target], extent)
    await runUnderLoad('MongoDB, orders of 32 clients', [target], extent)
  } finally {
    await set.close()
    await redis.close()
  }
}

const file = join(scratch, 'file')
const portal = createPortal({ file })
const all = [floor, express, portal]
const work: Record<string, () => Promise<void>> = {
  fanout: () => runFanout(all, extent),
  orders: () => runUnderLoad('orders', all, extent),
  allotments: () => runUnderLoad('allotments', all, extent),
  list: () => runUnderLoad('list', all, extent),
  history: () => runHistory(portal, extent),
  start: () => runStart(all, extent),
  mongodb: measureMongo,
  interaction: () => runInteraction(portal, findBrowser()),
}
const chosen = given.workloads?.split(',') ?? Object.keys(work)

await runProgram([process.execPath, 'client/build.ts'], { cwd: ROOT })
if (chosen.includes('start'))
  await runProgram([process.execPath, 'scripts/binary.ts', '--to', file], { cwd: ROOT })
// the last thing that an installation makes: it compiles SQLite
if (!existsSync(join(PEERS, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')))
  await runProgram(['npm', 'ci', '--no-audit', '--no-fund'], { cwd: PEERS })
for (const target of all) await seed(target)

for (const workload of chosen) {
  const { promise: hangs, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error('It hangs.')), MOST_MS)
  try {
    await Promise.race([work[workload]?.(), hangs])
  } catch (error) {
    // the others are still worth their figures
    console.error(`${workload} was not measured: ${String(error)}`)
    process.exitCode = 1
  }
  clearTimeout(late)
}

console.log(`\n${formatTable(['floor', 'express', 'portal'])}\n`)
for (const fault of listFaults()) console.log(`FAULT ${fault}`)
process.exit(listFaults().length > 0 ? 1 : process.exitCode)
