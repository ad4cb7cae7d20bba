/** The limit to assume where the system does not report one. */
const DEFAULT_DESCRIPTORS = 1_024
/** With more descriptors than this, memory is the limit. */
const MAX_DESCRIPTORS = 30_000

/** Shares of the process's file descriptors. The rest is for HTTP requests, the store and files. */
const SHARE = {
  /** All sockets together. */
  all: 0.9,
  /** Visitors and clubs. The rest of `all` is reserved for administrators. */
  guests: 0.8,
  /** Visitors and clubs of one client network. A whole college may share one address, but must leave room for the others. */
  guestsOfNetwork: 0.55,
  /** Visitors. The rest of `guests` is reserved for clubs. */
  visitors: 0.7,
  /** Sockets that have not sent `hello` yet; they have two seconds. A hall that reconnects opens many at the same time. */
  pending: 0.4,
  pendingOfNetwork: 0.25,
} as const

/** The number of file descriptors that this process may open: the soft limit, which the system enforces. */
export function readDescriptorLimit(): number {
  // The types are those of an older Node, which answered a text.
  const report = process.report?.getReport() as unknown as
    { userLimits?: { open_files?: { soft?: number | 'unlimited' } } } | undefined
  const soft = report?.userLimits?.open_files?.soft
  return soft === 'unlimited' ? MAX_DESCRIPTORS : (soft ?? DEFAULT_DESCRIPTORS)
}

/** Counts sockets by kind and client network, and decides whether there are too many. */
export function createSocketQuotas(descriptors: number) {
  const usable = Math.min(descriptors, MAX_DESCRIPTORS)
  const max = Object.fromEntries(
    Object.entries(SHARE).map(([of, share]) => [of, Math.max(1, Math.floor(usable * share))]),
  ) as Record<keyof typeof SHARE, number>

  function createCount() {
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
  const pending = createCount()
  const visitors = createCount()
  const clubs = createCount()
  const acceptsGuest = (network: string): boolean =>
    visitors.all() + clubs.all() < max.guests &&
    visitors.of(network) + clubs.of(network) < max.guestsOfNetwork

  return {
    max,
    pending,
    visitors,
    clubs,
    accepts: {
      visitors: (network: string): boolean =>
        visitors.all() < max.visitors && acceptsGuest(network),
      clubs: acceptsGuest,
    },
    /** Which pending sockets are too many, when so many sockets are open: those of this network, those of all networks, or `null` for neither. */
    pendingExcess(network: string, open: number): 'network' | 'all' | null {
      if (pending.of(network) > max.pendingOfNetwork) return 'network'
      return pending.all() > max.pending || open > max.all ? 'all' : null
    },
  }
}

export type SocketQuotas = ReturnType<typeof createSocketQuotas>
