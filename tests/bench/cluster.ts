/**
 * `bun run bench:cluster` measures the embedded store, and one and three instances on one MongoDB and one Redis, in turn. Needs
 * Linux, wrk, mongod and redis-server.
 *   bun run bench:cluster           5 rounds, about 5 minutes
 *   bun run bench:cluster --quick   one short round, to check that every part works; writes nothing
 * A run without faults writes its table into docs/benchmarks.md.
 * Exits with 1 after a fault: a lost or doubled order, stock that does not add up, a socket that missed a flip.
 */
import { cpus } from 'node:os'
import { readArguments } from '#src/cli/arguments.ts'
import { missingServer } from '#tests/support/cluster.ts'
import { type ClusterTarget, openTargets } from './cluster-targets.ts'
import { type Extent, fanOut, hearOrders, order, verifyStock } from './cluster-workloads.ts'
import { machine, median, OTHERS, row, short } from './figures.ts'
import { loadAverage, ownCpuMs, quiet, watchOthers } from './machine.ts'
import { buildPages } from './prepare.ts'
import { writeSection } from './report.ts'
import { faults } from './verify.ts'

const { flags } = readArguments(process.argv.slice(2), { named: [], flags: ['quick'] })
const extent: Extent = flags.has('quick')
  ? { rounds: 1, seconds: 1, sockets: 300, flips: 5, orders: 40 }
  : { rounds: 5, seconds: 3, sockets: 2_000, flips: 21, orders: 40 }
/** The share of the CPU that other programs may take. Above it, the report says nothing about the limit. */
const DISTURBED_PERCENT = 20
const WARM_UP = { seconds: 4 }

const DIVIDED = 'orders, a club at one instance'
const ANYWHERE = 'orders, each club at every instance'
const FANOUT = `flip to ${extent.sockets} sockets`
const HEARD = 'from an order to the administrator’s socket'
/** The workloads. Each returns figures, with one value or one value per try. */
const JOBS: Record<string, (target: ClusterTarget) => Promise<Record<string, number | number[]>>> =
  {
    [DIVIDED]: (target) => order(target, extent, true),
    [ANYWHERE]: (target) => order(target, extent, false),
    [FANOUT]: (target) => fanOut(target, extent),
    [HEARD]: async (target) => ({ ms: await hearOrders(target, extent) }),
  }

/** Figure → target → values. A figure's name begins with its job. */
const samples = new Map<string, Map<string, number[]>>()

function keep(job: string, { name }: ClusterTarget, figures: Record<string, number | number[]>) {
  for (const [figure, values] of Object.entries(figures)) {
    const byTarget = samples.get(`${job}: ${figure}`) ?? new Map<string, number[]>()
    samples.set(`${job}: ${figure}`, byTarget)
    byTarget.set(name, [...(byTarget.get(name) ?? []), values].flat())
  }
}
const valuesOf = (figure: string, { name }: ClusterTarget) => samples.get(figure)?.get(name) ?? []

function formatTable(targets: ClusterTarget[]): string {
  const lines = [
    row(['median, least–most', ...targets.map(({ name }) => name)]),
    row(['---', ...targets.map(() => '--:')]),
  ]
  for (const figure of samples.keys()) {
    const cells = targets.map((target) => {
      const values = valuesOf(figure, target)
      if (values.length === 0) return ''
      const spread = `${short(Math.min(...values))}–${short(Math.max(...values))}`
      return `${short(median(values))}, ${spread}`
    })
    lines.push(row([figure, ...cells]))
  }
  return lines.join('\n')
}

/** Says what limits a target, by its CPU shares, and estimates its limit with enough cores. */
function formatLimit(target: ClusterTarget): string {
  const at = (figure: string) => median(valuesOf(`${DIVIDED}: ${figure}`, target))
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const busy = at('machine busy, %')
  const names = ['instances', ...Object.keys(target.behind), 'load generators']
  const shares = names.map((name) =>
    name === 'instances' || name === 'load generators'
      ? `${name} ${whole(at(`${name}, % of a core`))} %`
      : `${name} ${whole(at(`${name} % of a core`))} %`,
  )
  const limit =
    at(OTHERS) > DISTURBED_PERCENT
      ? 'other programs, so this says nothing'
      : busy >= 90
        ? `the ${cpus().length} cores of this machine, which all of them share`
        : at('busiest instance, % of a core') >= 90
          ? 'the one thread of an instance'
          : 'waiting (for the disk, and for one another), since no core is full'
  const perCore = [
    `${whole(1e6 / at('instances, CPU µs an order'))} in an instance`,
    ...('mongod' in target.behind
      ? [`${whole(1e6 / at('mongod CPU µs an order'))} in mongod`]
      : []),
  ]
  return [
    `${target.name}: the machine was ${whole(busy)} % busy (of a core: ${shares.join(', ')}); the limit was ${limit}.`,
    `  By CPU alone a core is enough for so many orders a second: ${perCore.join(', ')}.`,
  ].join('\n')
}

function formatGrowth([, one, three]: ClusterTarget[]): string {
  if (!one || !three) return ''
  const figures = [
    `${DIVIDED}: orders a second`,
    `${DIVIDED}: instances, CPU µs an order`,
    `${DIVIDED}: mongod CPU µs an order`,
    `${ANYWHERE}: orders a second`,
    `${FANOUT}: last receipt, ms`,
    `${FANOUT}: instances, CPU µs a receipt`,
    `${HEARD}: ms`,
  ]
  return figures
    .map((figure) => {
      const ratio = median(valuesOf(figure, three)) / median(valuesOf(figure, one))
      return `  × ${ratio.toFixed(2)}  ${figure}`
    })
    .join('\n')
}

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
  for (const target of targets) await order(target, WARM_UP, true)
  for (let round = 1; round <= extent.rounds; round++)
    for (const [job, work] of Object.entries(JOBS)) {
      await quiet(3_000)
      const line: string[] = []
      for (const target of targets) {
        const othersShare = watchOthers(used)
        const figures = await work(target)
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
await buildPages()
const opened = await openTargets()
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
console.log(`${DIVIDED}:\n${targets.map(formatLimit).join('\n')}\n`)
console.log(`From 1 to 3 instances:\n${formatGrowth(targets)}\n`)
console.log(
  faults.length > 0
    ? `${faults.length} faults; the figures of their workloads do not count:\n${faults.join('\n')}`
    : 'Every verified thing was true.',
)
if (faults.length === 0 && !flags.has('quick'))
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
