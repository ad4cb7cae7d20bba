/** Reads figures of the machine and of processes from Linux. */
import { readFileSync } from 'node:fs'

const TICK_MS = 10

const statOf = (process: number | 'self'): number[] =>
  readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []

export function cpuMs(process: number): number {
  const stat = statOf(process)
  return ((stat[11] ?? 0) + (stat[12] ?? 0)) * TICK_MS
}

/** The CPU time of this process and of its ended children. */
export function ownCpuMs(): number {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statOf('self').slice(11)
  return (user + system + childUser + childSystem) * TICK_MS
}

export const residentKb = (process: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1])

export const loadAverage = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? ''

export type Usage = { busyMs: number; totalMs: number }

/** The sum over all cores since the machine started. */
export function machineUsage(): Usage {
  const [head = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = head
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = user + nice + system + irq + soft + steal
  return { busyMs: busy * TICK_MS, totalMs: (busy + idle + wait) * TICK_MS }
}

const QUIET_SHARE = 0.12

/** Waits until the machine was idle for half a second, or until a time limit. */
export async function quiet(atMostMs: number): Promise<void> {
  for (const end = performance.now() + atMostMs; performance.now() < end;) {
    const before = machineUsage()
    await Bun.sleep(500)
    const after = machineUsage()
    if ((after.busyMs - before.busyMs) / (after.totalMs - before.totalMs) < QUIET_SHARE) return
  }
}

/** Starts to watch other programs. `used` returns the CPU time of ours so far. The returned function gives the others' share in percent. */
export function watchOthers(used: () => number): () => number {
  const [machine, own] = [machineUsage(), used()]
  return () => {
    const now = machineUsage()
    const others = now.busyMs - machine.busyMs - (used() - own)
    return (Math.max(0, others) / (now.totalMs - machine.totalMs)) * 100
  }
}
