/**
 * `bun run bench:cluster` measures the embedded store, and one and three instances on one MongoDB and one Redis, in turn. Needs
 * Linux, wrk, mongod and redis-server.
 *   bun run bench:cluster           5 rounds, about 8 minutes
 *   bun run bench:cluster --quick   one short round, to check that every part works; writes nothing
 *   bun run bench:cluster --against v1.0.0 --targets '1 instance,3 instances' --workloads orders,allotments --rounds 8
 *                                   measures some parts beside the same parts of another commit; writes nothing
 * A complete run without faults writes its table into docs/benchmarks.md. `--figures FILE` keeps the figures as JSON.
 * Exits with 1 after a fault: a lost or doubled order, stock that does not add up, a socket that missed a flip.
 */
import { readArguments } from '#src/cli/arguments.ts'
import { missingServer } from '#tests/support/cluster.ts'
import { formatComparisons, formatLimit, formatTable, keep, toJson } from './cluster-figures.ts'
import { type ClusterTarget, openTargets, TARGETS } from './cluster-targets.ts'
import {
  type Extent,
  fanOut,
  hearOrders,
  orderAlone,
  verifyStock,
  write,
} from './cluster-workloads.ts'
import { machine, median, OTHERS, short } from './figures.ts'
import { loadAverage, ownCpuMs, quiet, watchOthers } from './machine.ts'
import { buildPortal } from './prepare.ts'
import { writeSection } from './report.ts'
import { faults } from './verify.ts'

const { values: given, flags } = readArguments(process.argv.slice(2), {
  named: ['against', 'targets', 'workloads', 'rounds', 'seconds', 'figures'],
  flags: ['quick'],
})
const base: Extent = flags.has('quick')
  ? { rounds: 1, seconds: 1, sockets: 300, flips: 5, orders: 40 }
  : { rounds: 5, seconds: 3, sockets: 2_000, flips: 21, orders: 40 }
const extent: Extent = {
  ...base,
  rounds: Number(given.rounds ?? base.rounds),
  seconds: Number(given.seconds ?? base.seconds),
}
const WARM_UP = { seconds: 3 }

type Workload = {
  job: string
  /** Returns figures, with one value or one value per try. */
  run(target: ClusterTarget): Promise<Record<string, number | number[]>>
}
const WORKLOADS = {
  orders: {
    job: 'orders, a club at one instance',
    run: (target) => write(target, extent, { written: 'orders', isDivided: true }),
  },
  crossing: {
    job: 'orders, each club at every instance',
    run: (target) => write(target, extent, { written: 'orders', isDivided: false }),
  },
  allotments: {
    job: 'allotments of ten rows',
    run: (target) => write(target, extent, { written: 'allotments', isDivided: true }),
  },
  alone: { job: 'orders of one client', run: (target) => orderAlone(target, extent) },
  fanout: {
    job: `flip to ${extent.sockets} sockets`,
    run: (target) => fanOut(target, extent),
  },
  heard: {
    job: 'from an order to the administrator’s socket',
    run: async (target) => ({ ms: await hearOrders(target, extent) }),
  },
} as const satisfies Record<string, Workload>

function pick<const T extends string>(text: string | undefined, all: readonly T[]): readonly T[] {
  if (text === undefined) return all
  const names = text.split(',')
  const unknown = names.filter((name) => !all.some((one) => one === name))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: none of ${all.join(', ')}.`)
  return all.filter((one) => names.includes(one))
}
const isWorkload = (name: string): name is keyof typeof WORKLOADS => Object.hasOwn(WORKLOADS, name)
const workloads = pick(given.workloads, Object.keys(WORKLOADS).filter(isWorkload))

function checkMachine(): void {
  if (process.platform !== 'linux') throw new Error('This reads /proc, so it needs Linux.')
  if (!Bun.which('wrk')) throw new Error('wrk is not on the PATH.')
  if (missingServer !== null) throw new Error(`This needs real servers, but ${missingServer}.`)
  const { stdout } = Bun.spawnSync(['bash', '-c', 'ulimit -n'])
  const files = Number(stdout.toString())
  if (files < extent.sockets + 500)
    throw new Error(`ulimit -n is ${files}: too low for ${extent.sockets} sockets.`)
}

async function measure({ targets, cpuMs }: Awaited<ReturnType<typeof openTargets>>) {
  const used = () => ownCpuMs() + cpuMs()
  for (const target of targets)
    for (const written of ['orders', 'allotments'] as const)
      await write(target, WARM_UP, { written, isDivided: true })
  for (let round = 1; round <= extent.rounds; round++)
    for (const { job, run } of workloads.map((name): Workload => WORKLOADS[name])) {
      await quiet(3_000)
      const line: string[] = []
      // Every other round goes backwards, so that no target always has the cooler or the busier machine.
      for (const target of round % 2 === 1 ? targets : targets.toReversed()) {
        const othersShare = watchOthers(used)
        const figures = await run(target)
        const share = othersShare()
        keep(job, target, { ...figures, [OTHERS]: share })
        const [first = 0] = Object.values(figures)
        const value = typeof first === 'number' ? first : median(first)
        line.push(`${target.name} ${short(value)} (others ${share.toFixed(0)} %)`)
      }
      console.log(`${job} ${round}/${extent.rounds} (load ${loadAverage()}): ${line.join(', ')}`)
    }
  for (const target of targets) await verifyStock(target)
}

checkMachine()
await buildPortal()
const { against } = given
const opened = await openTargets({ names: pick(given.targets, TARGETS), against })
const { targets } = opened
console.log(
  [
    `${machine()}, Bun ${Bun.version}.`,
    'Everything runs here: the instances, one mongod (a replica set of one member, so nothing is copied; each write waits for its',
    `journal), one redis-server and the load. All stores are on ${opened.fileSystem}${opened.fileSystem === 'tmpfs' ? ', so nothing waits for a disk' : ''}.`,
  ].join('\n'),
)
try {
  await measure(opened)
} finally {
  await opened.close()
}
console.log(`\n${formatTable(targets)}\n`)
for (const name of workloads)
  if (name === 'orders' || name === 'allotments') {
    const { job } = WORKLOADS[name]
    console.log(`${job}:\n${targets.map((target) => formatLimit(job, target)).join('\n')}\n`)
  }
console.log(`${formatComparisons(targets)}\n`)
console.log(
  faults.length > 0
    ? `${faults.length} faults; the figures of their workloads do not count:\n${faults.join('\n')}`
    : 'Every verified thing was true.',
)
const { figures, ...narrowed } = given
if (figures !== undefined) await Bun.write(figures, toJson())
const isComplete = !flags.has('quick') && Object.keys(narrowed).length === 0
if (faults.length === 0 && isComplete)
  await writeSection(
    'cluster',
    {
      date: new Date(),
      machine: machine(),
      versions: [`Bun ${Bun.version}`],
      command: 'bun run bench:cluster',
    },
    formatTable(targets),
  )
process.exit(faults.length > 0 ? 1 : 0)
