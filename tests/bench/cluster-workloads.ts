/** The workloads of `bun run bench:cluster`. Each runs once per target and reports faults through `expectTrue`. */
import { enterLive, type LiveClient } from '#tests/support/live-client.ts'
import type { ClusterTarget } from './cluster-targets.ts'
import { type Figures, median } from './figures.ts'
import { KEY, putUnderLoad, tellSockets } from './load.ts'
import { cpuMs, machineUsage, ownCpuMs } from './machine.ts'
import { portal } from './portal.ts'
import { type Call, calls, ITEMS, nth, send, STOCK } from './target.ts'
import { expectTrue, settled } from './verify.ts'
import { checkStored } from './workloads.ts'

/** Every target gets load from the same number of programs. With fewer servers, several programs share one. */
const GENERATORS = 3
const CONNECTIONS = 11
const HEARD_WITHIN_MS = 5_000
const UNITS_OF_CALL = 10
const CALLS_AT_ONCE = 8

export type Extent = {
  rounds: number
  seconds: number
  sockets: number
  flips: number
  orders: number
}

/** Starts to watch CPU use. The returned function gives the ms of each process, and the ms available. */
function watchCpu({ servers, behind }: ClusterTarget) {
  const read = () => ({
    servers: servers.map(({ pid }) => cpuMs(pid)),
    behind: Object.values(behind).map(cpuMs),
    own: ownCpuMs(),
    machine: machineUsage(),
    at: performance.now(),
  })
  const before = read()
  const differences = (now: number[], then: number[]) =>
    now.map((value, index) => value - (then[index] ?? 0))
  return () => {
    const now = read()
    const eachServer = differences(now.servers, before.servers)
    const eachBehind = differences(now.behind, before.behind)
    return {
      wallMs: now.at - before.at,
      servers: eachServer.reduce((total, ms) => total + ms, 0),
      busiestServer: Math.max(...eachServer),
      behind: Object.keys(behind).map((name, index) => ({ name, ms: eachBehind[index] ?? 0 })),
      load: now.own - before.own,
      busyShare:
        (now.machine.busyMs - before.machine.busyMs) /
        (now.machine.totalMs - before.machine.totalMs),
    }
  }
}

/** What the connections ask for. */
export type Written = 'orders' | 'allotments'

/** Each write of one half of the clubs, or of all. */
function callsOf({ seed }: ClusterTarget, written: Written, isOwn: (club: number) => boolean) {
  const clubs = seed.clubs.map((_, club) => club).filter(isOwn)
  return clubs.map((club): Call =>
    written === 'orders' ? calls.order(seed, club, KEY) : calls.allot(seed, club),
  )
}

/**
 * Orders of five lines, or allotments of ten, from 33 connections. `isDivided`: all writes for a club come through one server, as when
 * one person orders for it. Otherwise every club's writes come through every server at the same time, and conflict in MongoDB.
 */
export async function write(
  target: ClusterTarget,
  { seconds }: Pick<Extent, 'seconds'>,
  { written, isDivided }: { written: Written; isDivided: boolean },
): Promise<Figures> {
  const { servers } = target
  const before = await settled(target.totals)
  const used = watchCpu(target)
  const loads = await Promise.all(
    Array.from({ length: GENERATORS }, (_, generator) => {
      const requests = callsOf(
        target,
        written,
        (club) => !isDivided || club % GENERATORS === generator,
      )
      const server = nth(servers, generator % servers.length)
      return putUnderLoad(server, requests, { connections: CONNECTIONS, seconds })
    }),
  )
  const cpu = used()
  const after = await settled(target.totals)
  // includes unfinished requests, because they are stored too
  const whole = used()
  const sum = (of: (load: (typeof loads)[number]) => number) =>
    loads.reduce((total, load) => total + of(load), 0)
  const answered = sum((load) => load.answered)
  const bad = sum((load) => load.bad)
  expectTrue(target, `${written}: every one was answered with success`, bad === 0, bad)
  const underWay = GENERATORS * CONNECTIONS
  checkStored(written, target, { before, after, answered, underWay })

  const done =
    written === 'orders'
      ? after.orders - before.orders
      : (after.allotted - before.allotted) / UNITS_OF_CALL
  const ofACore = (ms: number) => (ms / cpu.wallMs) * 100
  const ofOne = (ms: number) => (ms * 1e3) / done
  const toFigures = (figure: string, shares: typeof cpu.behind, of: (ms: number) => number) =>
    Object.fromEntries(shares.map(({ name, ms }) => [`${name} ${figure}`, of(ms)]))
  return {
    'a second': sum((load) => load.perSecond),
    'p50, ms': median(loads.map((load) => load.p50)),
    'p99 of the slowest generator, ms': Math.max(...loads.map((load) => load.p99)),
    'instances, CPU µs each': ofOne(whole.servers),
    ...toFigures('CPU µs each', whole.behind, ofOne),
    'machine busy, %': cpu.busyShare * 100,
    'instances, % of a core': ofACore(cpu.servers),
    'busiest instance, % of a core': ofACore(cpu.busiestServer),
    ...toFigures('% of a core', cpu.behind, ofACore),
    'load generators, % of a core': ofACore(cpu.load),
  }
}

/** One client orders, each time after it has its answer. */
export async function orderAlone(
  target: ClusterTarget,
  { seconds }: Pick<Extent, 'seconds'>,
): Promise<Figures> {
  const requests = callsOf(target, 'orders', () => true)
  const options = { connections: 1, seconds }
  const { bad, p50, p99 } = await putUnderLoad(nth(target.servers, 0), requests, options)
  expectTrue(target, 'one client alone: every order was answered with success', bad === 0, bad)
  return { 'p50, ms': p50, 'p99, ms': p99 }
}

/** Opens sockets at all servers and flips the switch at the first. */
export async function fanOut(
  target: ClusterTarget,
  { sockets, flips }: Pick<Extent, 'sockets' | 'flips'>,
): Promise<Figures> {
  const { seed, servers, behind } = target
  const before = await target.totals()
  const plan = { live: portal.live, seed, servers, behind }
  const result = await tellSockets(plan, { sizes: [sockets], flips })
  const after = await target.totals()
  const isStored = after.flagRev - before.flagRev === result.flips && after.flag === result.isOn
  expectTrue(target, 'each flip is stored', isStored, { before, after, flips: result.flips })
  if (after.flag) await send(nth(servers, 0).url, calls.flip(seed, false))
  const told = nth(result.sizes, 0)
  const isComplete = told.lost + told.refused === 0
  expectTrue(target, `each of ${sockets} sockets received every flip`, isComplete, told)
  return {
    'last receipt, ms': median(told.last),
    'slowest flip, ms': Math.max(...told.last),
    'median receipt, ms': median(told.p50),
    'instances, CPU µs a receipt': told.serverCpuUs,
    ...Object.fromEntries(
      Object.entries(told.behindCpuUs).map(([name, us]) => [
        `${name} CPU µs a flip`,
        us * told.sockets,
      ]),
    ),
    'client of the sockets, CPU µs a receipt': told.clientCpuUs,
  }
}

/** Resolves when the page receives a revision of the carts above `rev`. */
function hear(page: LiveClient, rev: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const look = () => {
    if ((page.state('carts')?.rev ?? 0) > rev) resolve(performance.now())
  }
  const timer = setTimeout(() => reject(new Error('An order was not heard of.')), HEARD_WITHIN_MS)
  page.socket.addEventListener('message', look)
  return promise.finally(() => {
    clearTimeout(timer)
    page.socket.removeEventListener('message', look)
  })
}

/** Measures from sending an order to the first server until an administrator's socket receives it, at another server if there is one. */
export async function hearOrders(
  target: ClusterTarget,
  { orders }: Pick<Extent, 'orders'>,
): Promise<number[]> {
  const { servers, seed } = target
  const [near, far] = [nth(servers, 0), nth(servers, Math.min(1, servers.length - 1))]
  const page = await enterLive(far.url, seed.adminToken)
  const took: number[] = []
  try {
    for (let index = 0; index < orders; index++) {
      const heard = hear(page, page.state('carts')?.rev ?? 0)
      const begun = performance.now()
      const placed = send(
        near.url,
        calls.order(seed, index % seed.clubs.length, crypto.randomUUID()),
      )
      took.push((await heard) - begun)
      const { status, text } = await placed
      expectTrue(target, 'an order is taken', status === 200, text)
    }
  } catch (error) {
    expectTrue(target, String(error), false)
  }
  await page.close()
  return took
}

/** Runs at the end: gives units through all servers at once, and checks every rule of the store. */
export async function verifyStock(target: ClusterTarget): Promise<void> {
  const { servers, seed } = target
  const before = await settled(target.totals)
  const given = await Promise.all(
    Array.from({ length: CALLS_AT_ONCE * servers.length }, (_, index) =>
      send(nth(servers, index % servers.length).url, calls.allot(seed, index % CALLS_AT_ONCE)),
    ),
  )
  const refused = given.filter(({ status }) => status !== 200)
  expectTrue(target, 'units given through all instances at once', refused.length === 0, refused)
  const after = await settled(target.totals)
  const units = given.length * UNITS_OF_CALL
  const isBalanced =
    after.allotted - before.allotted === units &&
    before.moved - after.moved === units &&
    after.stock + after.allotted === ITEMS * STOCK
  expectTrue(target, 'the stock adds up', isBalanced, { before, after, units })
  const broken = await target.check()
  expectTrue(target, '`bun run check` finds nothing', broken === '', broken)
}
