/** Reads figures of processes from Linux. */
import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** The CPU time that a process has used. */
export function cpuMs(process: number): number {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number)
  return ((stat?.[11] ?? 0) + (stat?.[12] ?? 0)) * TICK_MS
}

export const residentKb = (process: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1])

export const loadAverage = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? ''
