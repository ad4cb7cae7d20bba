/** Runs the workloads. The targets take turns in each round, so that other programs disturb all of them equally. */
import { type Figures, keep, median, OTHERS } from './figures.ts'
import { KEY, putUnderLoad, tellSockets } from './load.ts'
import { cpuMs, loadAverage, ownCpuMs, quiet, residentKb, watchOthers } from './machine.ts'
import { open, type Running } from './servers.ts'
import {
  type Call,
  CLUBS,
  calls,
  ITEMS,
  type Seed,
  STOCK,
  type Target,
  type Totals,
} from './target.ts'
import { expectTrue, settled } from './verify.ts'

export type Extent = {
  rounds: number
  passes: number
  seconds: number
  starts: number
  sizes: number[]
  flips: number
}

type Loaded = 'orders' | 'list' | 'allotments'
type Alone = 'fanout' | 'start'

const WARM_UP_SECONDS = 2
const CONNECTIONS: Record<Loaded, number> = { orders: 32, list: 32, allotments: 8 }

const everyClub = (call: (club: number) => Call) => Array.from({ length: CLUBS }, (_, i) => call(i))

const REQUESTS: Record<Loaded, (seed: Seed) => Call[]> = {
  orders: (seed) => everyClub((club) => calls.order(seed, club, KEY)),
  list: (seed) => [calls.list(seed)],
  allotments: (seed) => everyClub((club) => calls.allot(seed, club)),
}

/** Requests that were unfinished at the end of a pass are stored, but nobody waited for their answers. */
export function checkStored(
  workload: Loaded,
  target: Pick<Target, 'name'>,
  {
    before,
    after,
    answered,
    underWay,
  }: {
    before: Totals
    after: Totals
    answered: number
    underWay: number
  },
): void {
  const isCounted = (done: number) => done >= answered && done <= answered + underWay
  if (workload === 'orders') {
    const done = after.orders - before.orders
    const isWhole = after.ordered - before.ordered === done * 10
    expectTrue(
      target,
      'every acknowledged order is stored, once and whole',
      isCounted(done) && isWhole,
      {
        answered,
        before,
        after,
      },
    )
    return
  }
  const given = after.allotted - before.allotted
  const isBalanced =
    before.stock - after.stock === given &&
    before.moved - after.moved === given &&
    after.stock + after.allotted === ITEMS * STOCK
  expectTrue(
    target,
    'every acknowledged allotment is stored, and the stock adds up',
    isCounted(given / 10) && isBalanced,
    { answered, before, after },
  )
}

const settledOf = ({ target, dataDir }: Running) => settled(() => target.totals(dataDir))

/** All servers run. Each is under load for a short time, one after the other. */
export async function runUnderLoad(
  workload: Loaded,
  targets: Target[],
  { passes, seconds }: Extent,
): Promise<void> {
  const connections = CONNECTIONS[workload]
  const all: (Awaited<ReturnType<typeof open>> & {
    requests: Call[]
    before: Totals | null
    answered: number
    bad: number
  })[] = []
  const used = () => ownCpuMs() + all.reduce((sum, { server }) => sum + cpuMs(server.pid), 0)
  try {
    for (const target of targets) {
      const running = await open(target)
      const requests = REQUESTS[workload](running.seed)
      all.push({ ...running, requests, before: null, answered: 0, bad: 0 })
    }
    for (const one of all)
      await putUnderLoad(one.server, one.requests, { connections, seconds: WARM_UP_SECONDS })
    if (workload !== 'list') for (const one of all) one.before = await settledOf(one)

    for (let pass = 1; pass <= passes; pass++) {
      const line: string[] = []
      await quiet(5_000)
      for (const one of all) {
        const othersShare = watchOthers(used)
        const load = await putUnderLoad(one.server, one.requests, { connections, seconds })
        const share = othersShare()
        one.answered += load.answered
        one.bad += load.bad
        keep(workload, one.target, {
          'a second': load.perSecond,
          'p50, ms': load.p50,
          'p99, ms': load.p99,
          'server CPU, µs': load.cpuUs,
          [OTHERS]: share,
        })
        line.push(
          `${one.target.name} ${load.perSecond.toFixed(0)}/s ${load.cpuUs.toFixed(0)} µs (others ${share.toFixed(0)} %)`,
        )
      }
      console.log(`${workload} ${pass}/${passes} (load ${loadAverage()}): ${line.join(', ')}`)
    }

    for (const one of all) {
      const { target, before, answered, bad } = one
      expectTrue(target, `${workload}: every request was answered with success`, bad === 0, bad)
      if (!before) continue
      const after = await settledOf(one)
      checkStored(workload, target, { before, after, answered, underWay: connections * passes })
    }
  } finally {
    for (const one of all) await one.close()
  }
}

async function fanOut(running: Running, { sizes, flips }: Extent): Promise<Figures> {
  const { target, server, dataDir, seed } = running
  const { port, pid } = server
  const result = await tellSockets(
    { live: target.live, seed, servers: [{ port, pid }], behind: {} },
    { sizes, flips },
  )
  const figures: Figures = {}
  for (const one of result.sizes) {
    const { sockets, lost, refused } = one
    expectTrue(target, `each of ${sockets} sockets received every flip`, lost + refused === 0, one)
    Object.assign(figures, {
      [`${sockets} last, ms`]: median(one.last),
      [`${sockets} p50, ms`]: median(one.p50),
      [`${sockets} p99, ms`]: median(one.p99),
      [`${sockets} kB a socket`]: (one.kbAfter - one.kbBefore) / sockets,
      [`${sockets} server CPU, µs a receipt`]: one.serverCpuUs,
    })
  }
  const { flag, flagRev } = target.totals(dataDir)
  const isStored = flag === result.isOn && flagRev === result.flips
  expectTrue(target, 'each flip is stored', isStored, { flag, flagRev, flips: result.flips })
  return figures
}

async function measureIdle({ server }: Running): Promise<Figures> {
  await Bun.sleep(500)
  return { ms: server.startMs, 'idle MB': residentKb(server.pid) / 1024 }
}

/** Repeats a try once if other programs disturbed it. The less disturbed try counts, whatever its figures. */
const DISTURBED_PERCENT = 25
let triesLeft = 12

async function runOnce(workload: Alone, target: Target, extent: Extent): Promise<Figures> {
  await quiet(2_000)
  const othersShare = watchOthers(ownCpuMs)
  const running = await open(target)
  let figures: Figures
  try {
    figures = await (workload === 'fanout' ? fanOut(running, extent) : measureIdle(running))
  } finally {
    await running.close()
  }
  return { ...figures, [OTHERS]: othersShare() }
}

/** Runs one target at a time. */
export async function runAlone(workload: Alone, targets: Target[], extent: Extent): Promise<void> {
  const times = workload === 'fanout' ? extent.rounds : extent.starts
  for (let round = 1; round <= times; round++) {
    const line: string[] = []
    for (const target of targets) {
      let figures = await runOnce(workload, target, extent)
      if ((figures[OTHERS] ?? 0) > DISTURBED_PERCENT && triesLeft > 0) {
        triesLeft -= 1
        const again = await runOnce(workload, target, extent)
        if ((again[OTHERS] ?? 0) < (figures[OTHERS] ?? 0)) figures = again
      }
      keep(workload, target, figures)
      const [first = 0] = Object.values(figures)
      line.push(`${target.name} ${first.toFixed(1)} ms (others ${figures[OTHERS]?.toFixed(0)} %)`)
    }
    console.log(`${workload} ${round}/${times} (load ${loadAverage()}): ${line.join(', ')}`)
  }
}
