import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Order } from './bystander-process.ts'

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10

/** A request that a bystander repeats. */
export type Asks = { path: string; headers: Record<string, string> }

/** How long each answer took, without the waits for other programs; what was wrong with answers, and the most memory that the server held. */
export type Watched = { tookMs: number[]; wrong: string[]; peakBytes: number }

/**
 * How long the event loop of a process has waited for a core that other programs had, in milliseconds, up to a base. Its own threads may
 * have had the core as well: what they worked does not count.
 */
export function waitedForOthersMs(pid: number | 'self'): number {
  try {
    const [worked = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8')
      .split(' ')
      .map((nanoseconds) => Number(nanoseconds) / 1e6)
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')'))
      .split(' ')
      .slice(12, 14)
      .map(Number)
    const ofAllThreads = (user + system) * TICK_MS
    return waited - (ofAllThreads - worked)
  } catch {
    return 0
  }
}

export type Bystander = Awaited<ReturnType<typeof sendBystander>>

/** The time within which 98 of 100 answers came. */
export const timeOf98 = ({ tookMs }: Watched): number =>
  tookMs.toSorted((a, b) => a - b)[Math.ceil(tookMs.length * 0.98) - 1] ?? Infinity

/** Starts somebody who uses a server while a test floods it. */
export async function sendBystander() {
  let heard: (answer: Watched | 'ready') => void = () => {}
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bystander-process.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (answer: Watched | 'ready') => heard(answer),
  })
  function tell(order: Order): Promise<Watched | 'ready'> {
    const { promise, resolve } = Promise.withResolvers<Watched | 'ready'>()
    heard = resolve
    child.send(order)
    return promise
  }
  return {
    visit: (url: string, asks: Asks[]) => tell({ kind: 'visit', url, asks }),
    /** Asks from now on, and reads the memory of the server, which is process `pid`. */
    begin: (pid: number) => tell({ kind: 'begin', pid }),
    /** Asks no more, and waits for the answers that are under way. */
    async end(): Promise<Watched> {
      const answer = await tell({ kind: 'end' })
      if (answer === 'ready') throw new Error('The bystander answered something else.')
      return answer
    },
    async leave(): Promise<void> {
      child.kill()
      await child.exited
    },
  }
}
