import { readdirSync, readFileSync } from 'node:fs'

/** All descendants of a process, with their names, nearest first. */
export function descendants(root: number): { pid: number; name: string }[] {
  const parents = new Map<number, { pid: number; name: string }[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? []
      const siblings = parents.get(Number(parent)) ?? []
      parents.set(Number(parent), [...siblings, { pid: Number(entry), name }])
    } catch {
      // The process has ended meanwhile.
    }
  }
  const found = [...(parents.get(root) ?? [])]
  for (const { pid } of found) found.push(...(parents.get(pid) ?? []))
  return found
}

/** CPU time of a process's main thread, which runs its event loop, in milliseconds. */
export const workedMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000

/** Resident memory of a process in bytes, 0 for one that has ended. */
export function heldBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1_024
  } catch {
    return 0
  }
}
