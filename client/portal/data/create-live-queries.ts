import {
  hashKey,
  type Query,
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
} from '@tanstack/react-query'
import { ApiError, isRefusal, type Read } from './api.ts'
import { backoffMs, type LiveConnection } from './connection.ts'
import { isNewer, type StateFrame } from '#src/contract/frames.ts'
import { type Topic, TOPIC_NAMES } from '#src/contract/topics.ts'
import { beginOwn, type IsOwn, isOwnRow } from './own-rows.ts'

const READ_EVERY_MS = 250
/** Caps the pause before a failed read is tried again, at 4 s: the socket works, so only this read is in trouble. */
const MOST_FAILURES = 3
const CHANGED_MS = 10_000

type Revision = { epoch: string; rev: number }

/** When a row changed, and what it was before; `undefined` if it is new. */
type Change<Row> = { at: number; before: Row | undefined }
/** Rows that others changed or added within the last 10 s, by id. */
export type Changed<Row> = ReadonlyMap<string, Change<Row>>

export type Live<T> = Read<T> & { changed: Changed<unknown> }

export type LiveOptions<T> = {
  key: readonly unknown[]
  topics: readonly Topic[]
  /** Reads it by HTTP, usually `(known) => readList(api.….get(unlessAt(known)))`. */
  read(known: Revision | null): Promise<Read<T> | 'unchanged'>
  /** The value that a frame carries; `null` to read it. */
  fromState?(state: StateFrame): T | null
  /** Its revision is not the sum of its topics' revisions: it is read after every change of them. */
  hasOwnRevision?: boolean
  /** What to keep of the cached value and another one; left out: the newer of the two. */
  merge?(known: Read<T>, next: Read<T>): Read<T>
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: LiveOptions<unknown> }
  }
}

type Row = { _id: string }
const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value)

/** The rows after a change; a row that did not change stays the same object. */
function shareRows(before: unknown, after: unknown): unknown {
  if (!isRows(before) || !isRows(after)) return replaceEqualDeep(before, after)
  const known = new Map(before.map((row) => [row._id, row]))
  const rows = after.map((row) => replaceEqualDeep(known.get(row._id), row))
  const isSame = rows.length === before.length && rows.every((row, at) => row === before[at])
  return isSame ? before : rows
}

/** The newer value. That alone makes late, repeated and reordered answers and frames harmless. */
const newest = (known: Read<unknown>, next: Read<unknown>): Read<unknown> =>
  isNewer(next, known) ? { ...next, rows: shareRows(known.rows, next.rows) } : known

const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

const isLive = (query: Query): boolean => query.meta?.live !== undefined
const isIdle = ({ state }: Query): boolean => state.fetchStatus === 'idle'
const valueOf = (query: Query | undefined) => query?.state.data as Live<unknown> | undefined

/**
 * Keeps the cached reads of a page current. A frame that carries data replaces the cached value, and a frame that carries only a revision
 * leads to a read of what is older. Nothing replaces a newer value. While there is no socket, everything on the page is read every 10 s.
 */
export function createLiveQueries(live: LiveConnection, client: QueryClient) {
  const { clock } = live
  const cache = client.getQueryCache()
  /** The last read of each query: when it began, which states were known then, and how many failed in a row. */
  const reads = new Map<string, { at: number; states: (StateFrame | null)[]; failures: number }>()

  const statesOf = ({ topics }: LiveOptions<unknown>) => topics.map((topic) => live.state(topic))

  function isBehind(query: Query): boolean {
    const options = query.meta?.live
    const value = valueOf(query)
    if (!options || !value) return true
    const states = statesOf(options)
    if (options.hasOwnRevision || !value.epoch) {
      const known = reads.get(query.queryHash)?.states
      return states.some((state, at) => state !== null && state !== known?.[at])
    }
    if (!states.every((state) => state !== null)) return false
    if (states.some(({ epoch }) => epoch !== value.epoch)) return true
    return states.reduce((sum, { rev }) => sum + rev, 0) > value.rev
  }

  const isCurrent = (query: Query) => live.connection().status === 'live' && !isBehind(query)

  /** Reads again what is on the page and needs it. Settles with the first answer or failure of each. */
  const readAgain = (isWanted: (query: Query) => boolean, options = { cancelRefetch: false }) =>
    client.refetchQueries(
      { type: 'active', predicate: (query) => isLive(query) && isWanted(query) },
      options,
    )
  const readBehind = () => void readAgain((query) => isIdle(query) && isBehind(query))

  async function read<T>(hash: string, options: LiveOptions<T>): Promise<Live<T>> {
    const last = reads.get(hash)
    const waitMs = (last?.at ?? -Infinity) + READ_EVERY_MS - clock.now()
    if (waitMs > 0) await new Promise<void>((done) => clock.after(waitMs, done))
    const failures = last?.failures ?? 0
    reads.set(hash, { at: clock.now(), states: statesOf(options), failures })
    const cached = () => valueOf(cache.get(hash)) as Live<T> | undefined
    const known = cached()
    const answer = await options.read(known ?? null)
    const isFramed = cached()?.rows !== known?.rows
    // An answer without a revision may be older than a frame that came meanwhile.
    if (answer !== 'unchanged' && (answer.epoch || !isFramed)) return withNoChanges(answer)
    const value = cached() ?? known
    if (!value) throw new Error('The server names a revision that this page does not have.')
    return value
  }
  const withNoChanges = <T>(value: Read<T>): Live<T> => ({ ...value, changed: new Map() })

  /** Marks for ten seconds the rows that are new or not the same, unless this page changed them. */
  function mark(hash: string, before: Live<unknown>, after: Read<unknown>): Live<unknown> {
    const { rows } = after
    if (!isRows(before.rows) || !isRows(rows)) return { ...after, changed: before.changed }
    const known = new Map(before.rows.map((row) => [row._id, row]))
    const fresh = rows.filter((row) => known.get(row._id) !== row && !isOwnRow(row))
    if (fresh.length === 0) return { ...after, changed: before.changed }
    const now = clock.now()
    clock.after(CHANGED_MS, () => {
      const query = cache.get(hash)
      const value = valueOf(query)
      if (!value) return
      const changed = new Map([...value.changed].filter(([, { at }]) => at > now))
      query?.setState({ data: { ...value, changed } })
    })
    const changed = new Map(before.changed)
    for (const { _id } of fresh) changed.set(_id, { at: now, before: known.get(_id) })
    return { ...after, changed }
  }

  /** The value of a query in a frame; `undefined` if the frame has none. */
  function valueIn<T>(state: StateFrame | null, { fromState }: LiveOptions<T>) {
    const rows = (state && fromState?.(state)) ?? null
    return state && rows !== null
      ? withNoChanges({ epoch: state.epoch, rev: state.rev, rows })
      : undefined
  }

  function receive(state: StateFrame): void {
    for (const query of cache.getAll()) {
      const options = query.meta?.live
      if (!options?.topics.includes(state.topic)) continue
      const value = valueIn(state, options)
      if (value) query.setData(value, { manual: true })
    }
    readBehind()
  }

  function tryLater(query: Query): void {
    const last = reads.get(query.queryHash)
    if (!last || !mayRetry(query.state.error)) return
    last.failures = Math.min(last.failures + 1, MOST_FAILURES)
    clock.after(backoffMs(last.failures, clock.random()), () => {
      if (query.state.status === 'error') void readAgain((other) => other === query)
    })
  }

  /**
   * Does a write of this page, then reads again what the page shows. Resolves with the server's answer once the page shows it. What changes in
   * the rows of `isOwn` meanwhile is not marked as changed by others.
   */
  async function write<T>(answer: Promise<T>, isOwn: IsOwn = () => false): Promise<T> {
    const end = beginOwn(isOwn)
    const begunAtSend = new Map(reads)
    const statesAtSend = new Map(TOPIC_NAMES.map((topic) => [topic, live.state(topic)]))
    let isAnswered = true
    try {
      return await answer
    } catch (error) {
      isAnswered = isRefusal(error)
      throw error
    } finally {
      const isConnected = live.connection().status === 'live'
      const begunAtAnswer = new Map(reads)
      /** Whether the last read began after the answer, or after a frame that came while the write was under way: most likely the frame of this write. */
      const isAfterWrite = ({ queryHash, meta }: Query) => {
        const last = reads.get(queryHash)
        if (last !== begunAtAnswer.get(queryHash)) return true
        if (last === begunAtSend.get(queryHash)) return false
        return meta?.live?.topics.some((topic, at) => last?.states[at] !== statesAtSend.get(topic))
      }
      const mayBeStale = (query: Query) =>
        !isConnected || !isIdle(query) || isBehind(query) || !isAfterWrite(query)
      const read = readAgain(mayBeStale, { cancelRefetch: !isConnected })
        // A read that was under way may have begun too early.
        .then(() => readAgain((query) => !isAfterWrite(query)))
        .finally(end)
      // A server that did not answer the write may not answer a read either.
      if (isAnswered) await read
    }
  }

  cache.subscribe((event) => {
    if (event.type !== 'updated' || !isLive(event.query)) return
    const { type } = event.action
    const last = reads.get(event.query.queryHash)
    if (type === 'error') tryLater(event.query)
    else if (type === 'success') {
      if (last) last.failures = 0
      // The topic may have moved during the read.
      readBehind()
    }
  })
  live.listen({
    state: receive,
    live: () => void readAgain(({ state }) => state.status === 'error'),
    account() {
      reads.clear()
      void client.resetQueries()
    },
    loss(updatedAt) {
      for (const query of cache.findAll({ type: 'active', predicate: isLive }))
        // Until the connection was lost, the page was up to date.
        if (query.state.status === 'success' && !isBehind(query))
          query.setData(query.state.data, { updatedAt, manual: true })
    },
    async poll() {
      await readAgain(() => true)
      const wasReached = ({ state: { status, error } }: Query) =>
        status === 'success' || (error instanceof ApiError && error.status > 0)
      return cache.findAll({ type: 'active', predicate: isLive }).some(wasReached)
    },
  })

  return {
    /** A read that is kept true, for `useLive`, `useQuery` and the other functions of the library. */
    liveQuery<T>(options: LiveOptions<T>) {
      const { key, topics, merge = newest } = options
      const hash = hashKey(key)
      return queryOptions({
        queryKey: key,
        queryFn: () => read(hash, options),
        initialData: () => valueIn(live.state(topics[0] as Topic), options),
        staleTime: (query) => (isCurrent(query as unknown as Query) ? Infinity : 0),
        // By time alone a value would look fresh after the clock was set back.
        refetchOnMount: (query) => (isCurrent(query as unknown as Query) ? false : 'always'),
        structuralSharing(before, after) {
          const known = before as Live<unknown> | undefined
          const next = after as Live<unknown>
          if (!known || known === next) return next
          const value = merge(known as Live<T>, next as Live<T>)
          return value === known ? known : mark(hash, known, value)
        },
        meta: { live: options as LiveOptions<unknown> },
      })
    },
    write,
  }
}
