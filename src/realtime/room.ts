import { readFileSync } from 'node:fs'

/** What a process may open where the system does not say. */
const USUAL_DESCRIPTORS = 1_024
/** Beyond it memory is the bound and not descriptors. */
const MOST_DESCRIPTORS = 30_000

/** Shares of the process's descriptors. What no socket may take is left to requests, the store and files. */
const SHARE = {
  /** All sockets together. */
  all: 0.9,
  /** Visitors. The rest of `all` is kept for people who are signed in. */
  visitors: 0.7,
  /** Visitors of one client network: a hall behind one address, but not everybody. */
  visitorsOfNetwork: 0.55,
  /** Those that have not said who they are, for two seconds at most; a hall that reconnects at once is silent together. */
  silent: 0.4,
  silentOfNetwork: 0.25,
} as const

/** How many descriptors this process may have open: the soft limit, which the system enforces. */
export function readDescriptorLimit(path = '/proc/self/limits'): number {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return USUAL_DESCRIPTORS
  }
  const line = text.split('\n').find((row) => row.startsWith('Max open files'))
  const soft = line?.slice('Max open files'.length).trim().split(' ')[0] ?? ''
  if (soft === 'unlimited') return MOST_DESCRIPTORS
  return Number(soft) || USUAL_DESCRIPTORS
}

/** Counts of sockets by kind and by client network, and whether one more is too many. */
export function openRoom(descriptors: number) {
  const usable = Math.min(descriptors, MOST_DESCRIPTORS)
  const bound = (share: number) => Math.max(1, Math.floor(usable * share))
  const most = {
    all: bound(SHARE.all),
    visitors: bound(SHARE.visitors),
    visitorsOfNetwork: bound(SHARE.visitorsOfNetwork),
    silent: bound(SHARE.silent),
    silentOfNetwork: bound(SHARE.silentOfNetwork),
  }

  function openCount() {
    let all = 0
    const networks = new Map<string, number>()
    return {
      all: () => all,
      of: (network: string) => networks.get(network) ?? 0,
      add(network: string, change: 1 | -1): void {
        all += change
        const count = (networks.get(network) ?? 0) + change
        if (count > 0) networks.set(network, count)
        else networks.delete(network)
      },
    }
  }
  const silent = openCount()
  const visitors = openCount()

  return {
    most,
    silent,
    visitors,
    isFull: (open: number): boolean => open > most.all,
    hasVisitorRoom: (network: string): boolean =>
      visitors.all() < most.visitors && visitors.of(network) < most.visitorsOfNetwork,
    /** Which of the silent have to give way: those of this network, of all networks, or none. */
    silentExcess: (network: string): 'network' | 'all' | null =>
      silent.of(network) > most.silentOfNetwork
        ? 'network'
        : silent.all() > most.silent
          ? 'all'
          : null,
  }
}

export type Room = ReturnType<typeof openRoom>
