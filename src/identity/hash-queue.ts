import { tooBusy } from '#src/rules/refusal.ts'

const RETRY_AFTER_SECONDS = 3

/**
 * Who asks for a hash. `account` is the account's address, whether it exists or not; `networks` are those of the client, the widest
 * first. A known browser has signed in to the account before.
 */
export type Asker = { account: string; networks: readonly string[]; isKnown: boolean }

type Waiter = { account: string; start(): void; refuse(): void }

/** A tree of those who wait: networks, and accounts in each network. The branches of one parent are served in rotation. */
type Branch = { size: number; branches: Map<string, Branch>; waiters: Waiter[] }
const newBranch = (): Branch => ({ size: 0, branches: new Map(), waiters: [] })

function join(branch: Branch, [key, ...path]: readonly string[], waiter: Waiter): void {
  branch.size += 1
  if (key === undefined) {
    branch.waiters.push(waiter)
    return
  }
  const next = branch.branches.get(key) ?? newBranch()
  branch.branches.set(key, next)
  join(next, path, waiter)
}

/** Removes and returns who is next among those who `may` start now. Their branch goes behind the others. */
function takeNext(branch: Branch, may: (waiter: Waiter) => boolean): Waiter | undefined {
  const at = branch.waiters.findIndex(may)
  if (at >= 0) {
    branch.size -= 1
    return branch.waiters.splice(at, 1)[0]
  }
  for (const [key, next] of branch.branches) {
    const waiter = takeNext(next, may)
    if (!waiter) continue
    branch.size -= 1
    branch.branches.delete(key)
    if (next.size > 0) branch.branches.set(key, next)
    return waiter
  }
  return undefined
}

/** Removes who came last to the largest branch; of equal branches the newest. */
function dropLast(branch: Branch): Waiter | undefined {
  branch.size -= 1
  let longest: { key: string; branch: Branch } | undefined
  for (const [key, next] of branch.branches)
    if (next.size >= (longest?.branch.size ?? 0)) longest = { key, branch: next }
  if (!longest) return branch.waiters.pop()
  const dropped = dropLast(longest.branch)
  if (longest.branch.size === 0) branch.branches.delete(longest.key)
  return dropped
}

/**
 * Runs work that occupies a core: `atOnce` pieces at the same time, but one for each account. Known browsers are served first, their accounts in
 * rotation; then unknown ones, networks in rotation, and in a network accounts. Of each kind `waiting` may wait. One more takes the place of the
 * last of the largest group, who gets `store_unavailable` with `Retry-After`.
 */
export function createHashQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const lanes = { known: newBranch(), unknown: newBranch() }
  const busy = new Set<string>()
  let running = 0

  const isFree = ({ account }: { account: string }) => !busy.has(account)

  function begin(account: string): void {
    running += 1
    busy.add(account)
  }
  function end(account: string): void {
    running -= 1
    busy.delete(account)
    while (running < atOnce) {
      const next = takeNext(lanes.known, isFree) ?? takeNext(lanes.unknown, isFree)
      if (!next) return
      begin(next.account)
      next.start()
    }
  }

  function wait({ account, networks, isKnown }: Asker): Promise<void> {
    const lane = isKnown ? lanes.known : lanes.unknown
    const place = Promise.withResolvers<void>()
    join(lane, isKnown ? [account] : [...networks, account], {
      account,
      start: place.resolve,
      refuse: () => place.reject(tooBusy(RETRY_AFTER_SECONDS)),
    })
    if (lane.size > waiting) dropLast(lane)?.refuse()
    return place.promise
  }

  return {
    async take<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
      // With a free place, only an account that is busy waits.
      if (running < atOnce && isFree(asker)) begin(asker.account)
      else await wait(asker)
      try {
        return await work()
      } finally {
        end(asker.account)
      }
    },
  }
}
