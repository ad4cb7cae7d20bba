/**
 * Somebody who uses the portal while others flood it: a process of its own, so that the work of a test delays no measurement. It asks
 * every few milliseconds, whether or not earlier answers have come: a server that stands still for a second then delays a hundred
 * requests, not one.
 */
import { heldBytes } from '#tests/support/processes.ts'
import { type Asks, waitedForOthersMs, type Watched } from './bystander.ts'

const EVERY_MS = 10
/** Longer than the watchdog of the server waits. */
const GIVES_UP_MS = 20_000

let url = ''
let asks: Asks[] = []
let timer: Timer | undefined
let turn = 0
let underWay = new Set<Promise<void>>()
let watched: Watched = { tookMs: [], wrong: [], peakBytes: 0 }

async function ask({ path, headers }: Asks, pid: number, into: Watched): Promise<void> {
  const waits = () => [waitedForOthersMs(pid), waitedForOthersMs('self')]
  const before = waits()
  const begun = performance.now()
  try {
    const signal = AbortSignal.timeout(GIVES_UP_MS)
    const response = await fetch(url + path, { headers, signal })
    await response.arrayBuffer()
    if (response.status !== 200) into.wrong.push(`${response.status} of ${path}`)
  } catch (error) {
    into.wrong.push(`${String(error).slice(0, 80)} of ${path}`)
  }
  const took = performance.now() - begun
  const waited = waits().map((ms, at) => Math.max(0, ms - (before[at] ?? 0)))
  into.tookMs.push(Math.max(0, took - waited.reduce((sum, ms) => sum + ms, 0)))
}

export type Order =
  { kind: 'visit'; url: string; asks: Asks[] } | { kind: 'begin'; pid: number } | { kind: 'end' }

async function obey(order: Order): Promise<Watched | 'ready'> {
  if (order.kind === 'visit') {
    ;({ url, asks } = order)
    // the first requests of a process are slow
    for (const one of [...asks, ...asks, ...asks])
      await ask(one, 0, { tookMs: [], wrong: [], peakBytes: 0 })
    return 'ready'
  }
  if (order.kind === 'begin') {
    const own: Watched = { tookMs: [], wrong: [], peakBytes: 0 }
    watched = own
    underWay = new Set()
    timer = setInterval(() => {
      own.peakBytes = Math.max(own.peakBytes, heldBytes(order.pid))
      const next = asks[turn++ % asks.length]
      if (!next) return
      const asked = ask(next, order.pid, own).finally(() => underWay.delete(asked))
      underWay.add(asked)
    }, EVERY_MS)
    return 'ready'
  }
  clearInterval(timer)
  await Promise.all(underWay)
  return watched
}

process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))
