/** Runs the workloads. The targets take turns in each round, so that other programs disturb all of them equally. */
import { heldBytes } from '#tests/support/processes.ts'
import { expectTrue, keep, median, percentile } from './figures.ts'
import { flipForSockets, KEY, putUnderLoad } from './load.ts'
import { open, type Running } from './servers.ts'
import {
  ask,
  bearer,
  type Call,
  calls,
  CLUBS,
  nth,
  type Seed,
  type Target,
  type Totals,
} from './target.ts'

export type Extent = {
  rounds: number
  seconds: number
  starts: number
  sockets: number
  flips: number
}

const WARM_UP_SECONDS = 2
const UNITS_OF_ORDER = 10
const UNITS_OF_CALL = 10
const HISTORY_ENTRIES = 100_000
const ENTRIES_OF_ORDER = 5
const IDLE_AFTER_MS = 2_000

const everyClub = (call: (club: number) => Call) => Array.from({ length: CLUBS }, (_, i) => call(i))

const orders = (seed: Seed) => everyClub((club) => calls.order(seed, club, KEY))
const LOADS = {
  orders: { connections: 32, requests: orders },
  allotments: {
    connections: 8,
    requests: ({ admin, lines }: Seed) => everyClub((club) => calls.give(admin, nth(lines, club))),
  },
  list: { connections: 32, requests: ({ admin }: Seed) => [calls.list(admin)] },
  'MongoDB, orders of one client': { connections: 1, requests: orders },
  'MongoDB, orders of 32 clients': { connections: 32, requests: orders },
}
export type Loaded = keyof typeof LOADS

const totalsOf = ({ target, url, seed, dataDir }: Running) => target.totals(url, seed, dataDir)

/** Reads the sums until unfinished requests no longer change them. */
async function settledTotals(running: Running): Promise<Totals> {
  let last = await totalsOf(running)
  for (;;) {
    await Bun.sleep(400)
    const now = await totalsOf(running)
    if (JSON.stringify(now) === JSON.stringify(last)) return now
    last = now
  }
}

/** Every acknowledged write is stored once and whole. Those unfinished at the end of a load may be stored too. */
function checkStored(
  name: string,
  before: Totals,
  after: Totals,
  done: [least: number, most: number],
) {
  const orders = (after.ordered - before.ordered) / UNITS_OF_ORDER
  const calls = (after.allotted - before.allotted) / UNITS_OF_CALL
  const written = orders + calls
  const isWhole = Number.isInteger(written) && written >= done[0] && written <= done[1]
  const isBalanced = before.stock + before.allotted === after.stock + after.allotted
  expectTrue(
    isWhole && isBalanced,
    `${name}: ${done[0]} writes acknowledged, ${JSON.stringify({ before, after })}`,
  )
}

/** All servers run. Each is under load for a short time, one after the other. */
export async function runUnderLoad(name: Loaded, targets: Target[], { rounds, seconds }: Extent) {
  const { connections, requests } = LOADS[name]
  const servers: Running[] = []
  try {
    for (const target of targets) servers.push(await open(target))
    const done = new Map<Running, { before: Totals; answered: number; bad: number }>()
    for (const one of servers) {
      await putUnderLoad(one, requests(one.seed), { connections, seconds: WARM_UP_SECONDS })
      done.set(one, { before: await settledTotals(one), answered: 0, bad: 0 })
    }
    for (let round = 1; round <= rounds; round++) {
      const line: string[] = []
      for (const one of servers) {
        const load = await putUnderLoad(one, requests(one.seed), { connections, seconds })
        const sums = done.get(one)
        if (sums)
          Object.assign(sums, { answered: sums.answered + load.answered, bad: sums.bad + load.bad })
        keep(`${name}: a second`, one.target.name, load.perSecond)
        keep(`${name}: p50, ms`, one.target.name, load.p50)
        keep(`${name}: p99, ms`, one.target.name, load.p99)
        line.push(`${one.target.name} ${load.perSecond.toFixed(0)}/s`)
      }
      console.log(`${name} ${round}/${rounds}: ${line.join(', ')}`)
    }
    for (const [one, { before, answered, bad }] of done) {
      expectTrue(bad === 0, `${name}, ${one.target.name}: ${bad} requests failed`)
      if (name !== 'list')
        checkStored(`${name}, ${one.target.name}`, before, await settledTotals(one), [
          answered,
          answered + bad + connections * rounds,
        ])
    }
  } finally {
    for (const one of servers) await one.close()
  }
}

/** One server at a time. */
export async function runFanout(targets: Target[], { rounds, sockets, flips }: Extent) {
  for (let round = 1; round <= rounds; round++)
    for (const target of targets) {
      const running = await open(target)
      try {
        const { last, lost, refused } = await flipForSockets(running, { sockets, flips })
        expectTrue(
          lost + refused === 0,
          `${target.name}: ${lost} receipts lost, ${refused} flips refused`,
        )
        keep(`flag to the last of ${sockets} sockets: ms`, target.name, median(last))
        console.log(`fanout ${round}/${rounds}: ${target.name} ${median(last).toFixed(1)} ms`)
      } finally {
        await running.close()
      }
    }
}

/** The time to the first answer, and the memory some time after it. */
export async function runStart(targets: Target[], { starts }: Extent) {
  for (let round = 1; round <= starts; round++)
    for (const target of targets)
      for (const each of target.commands) {
        const running = await open(target, each)
        await Bun.sleep(IDLE_AFTER_MS)
        keep(`start, ${each.start}: ms`, target.name, running.startMs)
        keep(`idle, ${each.start}: MB`, target.name, heldBytes(running.pid) / 1_048_576)
        await running.close()
      }
}

type HistoryPage = { entries: { _id: string }[]; next: string | null }

/** A page of 50 of 100,000 entries, with each filter. */
export async function runHistory(target: Target, { rounds }: Extent) {
  const running = await open(target)
  const { url, seed } = running
  const headers = bearer(seed.admin.token)
  const read = (query: string) =>
    ask<HistoryPage>(url, { method: 'GET', path: `/cart/history?limit=50${query}`, headers })
  try {
    let middle = ''
    for (let entries = 0; entries < HISTORY_ENTRIES;) {
      const load = await putUnderLoad(running, LOADS.orders.requests(seed), {
        connections: 32,
        seconds: 1,
      })
      entries += load.answered * ENTRIES_OF_ORDER
      if (entries < HISTORY_ENTRIES / 2) middle = (await read('')).next ?? ''
    }
    const queries = {
      newest: '',
      'from the middle': `&before=${middle}`,
      'a club': `&club=${nth(seed.clubs, 0).id}`,
      'an item': `&item=${nth(seed.items, 0)}`,
      'a line': `&line=${nth(nth(seed.lines, 0), 0)}`,
      'an old kind': '&kind=item_added',
      'no such kind': '&kind=announced',
      'no such author': `&by=${nth(seed.items, 0)}`,
      'a club and an old kind': `&club=${nth(seed.clubs, 0).id}&kind=item_added`,
    }
    for (const [name, query] of Object.entries(queries)) {
      const times: number[] = []
      for (let turn = 0; turn < 10 * rounds; turn++) {
        const began = performance.now()
        await read(query)
        times.push(performance.now() - began)
      }
      keep(`history, ${name}: 98 of 100, ms`, target.name, percentile(times, 0.98))
    }
  } finally {
    await running.close()
  }
}
