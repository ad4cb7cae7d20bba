/**
 * `bun run bench` compares the portal with the bare floor and with hand-written servers. Needs Linux, node, npm and wrk.
 *   bun run bench                   everything, about 30 minutes
 *   bun run bench --quick           one short round, to check that every part works
 *   bun run bench --workloads orders,list --targets floor,express,portal --keep
 *                                   measures these again, keeps the other workloads' figures
 *   bun run bench --table           prints the figures of the last run
 *   bun run bench --against FILE    also compares with an earlier run: FILE is a copy of its .cache/bench.json
 * The workloads `interaction` and `cluster` have tools of their own, which also need Chromium, mongod and redis-server.
 * A complete run without faults writes its figures into docs/benchmarks.md; --quick writes nothing, and leaves out `interaction`.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#src/cli/arguments.ts'
import {
  command,
  compareWith,
  formatGoals,
  formatSummary,
  formatTable,
  keepFile,
  machine,
  readSaved,
  save,
} from './figures.ts'
import { peers } from './peers.ts'
import { portal, portalFile, portalSource } from './portal.ts'
import { buildPortal, installPeers } from './prepare.ts'
import { writeSection } from './report.ts'
import { seed } from './servers.ts'
import { OWN, type Target, WORKLOADS } from './target.ts'
import { faults, verify } from './verify.ts'
import { type Extent, runAlone, runUnderLoad } from './workloads.ts'

const { values: given, flags } = readArguments(process.argv.slice(2), {
  named: ['targets', 'workloads', 'passes', 'rounds', 'sizes', 'against'],
  flags: ['quick', 'keep', 'table'],
})

const all: Target[] = [portal, portalFile, portalSource, ...peers]
const base: Extent = flags.has('quick')
  ? { rounds: 1, passes: 2, seconds: 1, starts: 2, sizes: [1_000], flips: 5 }
  : { rounds: 5, passes: 12, seconds: 1, starts: 10, sizes: [1_000, 5_000, 10_000], flips: 20 }
const extent: Extent = {
  ...base,
  passes: Number(given.passes ?? base.passes),
  rounds: Number(given.rounds ?? base.rounds),
  sizes: given.sizes?.split(',').map(Number) ?? base.sizes,
}

function pick<T>(text: string | undefined, from: readonly T[], nameOf: (one: T) => string): T[] {
  if (text === undefined) return [...from]
  return text.split(',').map((name) => {
    const found = from.find((one) => nameOf(one) === name)
    if (found === undefined) throw new Error(`${name} is none of ${from.map(nameOf).join(', ')}.`)
    return found
  })
}
const workloads = flags.has('table') ? [] : pick(given.workloads, WORKLOADS, (name) => name)
const compared = workloads.filter((name) => name !== 'interaction' && name !== 'cluster')
const chosen = pick(given.targets, all, ({ name }) => name)

function checkMachine(): void {
  if (process.platform !== 'linux') throw new Error('This reads /proc, so it needs Linux.')
  if (!Bun.which('wrk')) throw new Error('wrk is not on the PATH.')
  const { stdout } = Bun.spawnSync(['bash', '-c', 'ulimit -n'])
  const files = Number(stdout.toString())
  const most = Math.max(...extent.sizes)
  if (compared.includes('fanout') && files < most + 500)
    throw new Error(`ulimit -n is ${files}: too low for ${most} sockets.`)
}

async function prepare(): Promise<Target[]> {
  await installPeers()
  await buildPortal()
  const present: Target[] = []
  for (const target of chosen) {
    const reason = target.missing()
    if (reason !== null) {
      console.log(`${target.name} is left out: ${reason}`)
      continue
    }
    await seed(target)
    const note = await verify(target)
    console.log(`${target.name}: ${target.what}; ${target.version()}; ${note}`)
    present.push(target)
  }
  return present
}

/** Runs the tool of a workload, which prints and writes its own table, and keeps its figures beside the others. */
async function runOwn(workload: (typeof OWN)[number]): Promise<void> {
  if (flags.has('quick') && workload === 'interaction') return
  const file = join(import.meta.dir, `../../.cache/bench-${workload}.json`)
  rmSync(file, { force: true })
  const quick = flags.has('quick') ? ['--quick'] : []
  const tool = [process.execPath, `tests/bench/${workload}.ts`, ...quick, '--figures', file]
  await Bun.spawn(tool, { env: { ...process.env }, stdio: ['inherit', 'inherit', 'inherit'] })
    .exited
  keepFile(workload, file)
}

if (flags.has('keep') || flags.has('table')) faults.push(...readSaved(workloads))
let versions: string[] = []
if (!flags.has('table')) {
  checkMachine()
  const present = compared.length > 0 ? await prepare() : []
  versions = present.map((target) => `${target.name} ${target.version()}`)
  for (const workload of compared) {
    const targets = present.filter((target) => target.workloads.includes(workload))
    await (workload === 'fanout' || workload === 'start'
      ? runAlone(workload, targets, extent)
      : runUnderLoad(workload, targets, extent))
    // an interrupted run keeps its figures so far
    save({ targets: present, faults })
  }
  for (const workload of OWN.filter((name) => workloads.includes(name))) {
    await runOwn(workload)
    save({ targets: present, faults })
  }
}

console.log(`\n${formatTable(all)}\n\n${formatGoals()}\n`)
if (given.against !== undefined) console.log(`${compareWith(given.against)}\n`)
console.log(
  faults.length > 0
    ? `${faults.length} faults; the figures of their workloads do not count:\n${faults.join('\n')}`
    : 'Every verified thing was true.',
)
const summary = formatSummary()
if (summary !== null && faults.length === 0 && !flags.has('quick') && !flags.has('table'))
  await writeSection(
    'bench',
    { date: new Date(), machine: machine(), versions, command: command() },
    `${summary}\n\n${formatGoals()}`,
  )
process.exit(faults.length > 0 ? 1 : 0)
