import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { isNewer, type StateFrame } from '#src/contract/frames.ts'
import type { OrdersTopic, Topic } from '#src/contract/topics.ts'
import { ApiError, type Read } from '#client/portal/api.ts'
import type { LiveConnection } from './connection.ts'
import { backoffMs } from './connection-state.ts'
import { live as browserLive } from './live.ts'

/** A page reads a topic at most this often. */
const READ_EVERY_MS = 250
/** A nudge waits at most this long for the answer to this page's own write, which may make its read needless. */
const HOLD_MS = 1_000
/** A read that failed is tried again within 4 s: the socket stands, so only this one is in trouble. */
const MAX_FAILURES = 3

export type LiveState<T> = {
  /** `failed`: nothing to show, because the first read failed. Later failures leave `ready` and set `error`. */
  phase: 'loading' | 'ready' | 'failed'
  value: T | null
  /** Of the last read, until one succeeds. */
  error: unknown
  /** When this was last known to be true, in milliseconds since 1970; for "as of hh:mm" while not live. */
  confirmedAt: number | null
}

export type LiveOptions<T> = {
  /** The topics that change it. */
  topics: Topic[]
  /** Reads it by HTTP, usually `(shown) => readList(api.….get(unlessAt(shown)))`. */
  read(shown: { epoch: string; rev: number } | null): Promise<Read<T> | 'unchanged'>
  /** The value that a state carries, or `null` to read it: for topics with data. */
  fromState?(state: StateFrame): T | null
  /**
   * When left out, the revision that `read` answers is the sum of the topics' own, so a state that is not larger needs no read. Otherwise it
   * is the revision of this one order, behind `carts`.
   */
  revOf?: OrdersTopic
  /** Called when the server's value took the place of another one while it was in use. */
  onReplaced?(before: T, after: T): void
}

const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/**
 * One thing that a page shows and the server changes: read by HTTP, kept true by the live channel, and replaced only by
 * what is newer. Listens and reads only while something uses it.
 */
export function createLiveState<T>(options: LiveOptions<T>, live: LiveConnection = browserLive) {
  const { clock } = live
  const empty: LiveState<T> = { phase: 'loading', value: null, error: null, confirmedAt: null }
  const useStore: UseBoundStore<StoreApi<LiveState<T>>> = create<LiveState<T>>()(() => empty)

  let revision: { epoch: string; rev: number } | null = null
  /** The account to which the value belongs. */
  let account = live.accountId()
  let users = 0
  let releases: (() => void)[] = []
  /** The latest state of each topic, now and when the last successful read began. */
  let latest = new Map<Topic, StateFrame>()
  let latestAtRead = new Map<Topic, StateFrame>()
  /** With `revOf`: the topics' sum up to which an answer has completed the value. */
  let completed: { epoch: string; rev: number } | null = null
  let reading: Promise<boolean> | null = null
  let readAgain = false
  let readAt = -Infinity
  let failures = 0
  /** False until the value is up to date: earlier changes are not reported. */
  let isCaughtUp = false
  let cancelRead: (() => void) | null = null

  function confirm(): void {
    isCaughtUp = true
    useStore.setState({ error: null, confirmedAt: clock.now() })
  }

  /** Shows what is newer. `upTo`: no state of the topics up to this sum needs a read. */
  function show(next: Read<T>, upTo?: number): void {
    if (!isNewer(next, revision)) return
    revision = { epoch: next.epoch, rev: next.rev }
    const before = useStore.getState().value
    useStore.setState({ phase: 'ready', value: next.rows })
    if (before !== null && isCaughtUp) options.onReplaced?.(before, next.rows)
    if (upTo === undefined) return
    completed = { epoch: next.epoch, rev: upTo }
    if (!isBehind()) cancelRead?.()
  }

  function isBehind(): boolean {
    if (revision === null) return true
    if (options.revOf)
      return [...latest.values()].some(
        (state) => state !== latestAtRead.get(state.topic) && isNewer(state, completed),
      )
    if (latest.size < options.topics.length) return false
    let rev = 0
    for (const state of latest.values()) {
      if (state.epoch !== revision.epoch) return true
      rev += state.rev
    }
    return rev > revision.rev
  }

  function receive(state: StateFrame): void {
    latest.set(state.topic, state)
    const value = options.fromState?.(state) ?? null
    if (value !== null) {
      show({ epoch: state.epoch, rev: state.rev, rows: value })
      return confirm()
    }
    if (isBehind()) plan()
    else confirm()
  }

  /** Reads as soon as it may: not while a read is under way, and not within 250 ms of the last one's beginning. */
  function plan(delayMs = 0): void {
    if (users === 0) return
    if (reading) {
      readAgain = true
      return
    }
    cancelRead?.()
    cancelRead = clock.after(Math.max(readAt + READ_EVERY_MS - clock.now(), delayMs, 0), () => {
      cancelRead = null
      void readNow()
    })
  }

  /** Answers whether the server was reached. */
  async function readOnce(): Promise<boolean> {
    const before = new Map(latest)
    const reader = account
    try {
      const next = await options.read(revision)
      if (reader !== account) return true
      if (next !== 'unchanged') show(next)
      latestAtRead = before
      failures = 0
      confirm()
      return true
    } catch (error) {
      if (reader !== account) return true
      useStore.setState(({ phase }) => ({ error, phase: phase === 'ready' ? phase : 'failed' }))
      if (mayRetry(error)) {
        readAgain = true
        failures++
      }
      return error instanceof ApiError && error.status > 0
    }
  }

  function readNow(): Promise<boolean> {
    cancelRead?.()
    cancelRead = null
    readAgain = false
    readAt = clock.now()
    reading = readOnce()
    return finish(reading)
  }

  async function finish(own: Promise<boolean>): Promise<boolean> {
    const reached = await own
    if (reading !== own) return reached
    reading = null
    if (readAgain) plan(failures && backoffMs(Math.min(failures, MAX_FAILURES), clock.random()))
    return reached
  }

  function reset(): void {
    account = live.accountId()
    revision = null
    latest = new Map()
    latestAtRead = new Map()
    reading = null
    failures = 0
    cancelRead?.()
    cancelRead = null
    useStore.setState(empty, true)
    plan()
  }

  function begin(): void {
    isCaughtUp = false
    if (account !== live.accountId()) reset()
    releases = [
      live.onAccount(reset),
      live.onLive(() => {
        if (failures > 0) plan()
      }),
      live.onLoss((confirmedAt) => {
        if (!isBehind()) useStore.setState({ confirmedAt })
      }),
      live.onPoll(() => reading ?? readNow()),
      ...options.topics.map((topic) => live.subscribe(topic, receive)),
    ]
    if (revision === null || live.connection().status !== 'live') plan()
  }

  /** Starts to listen and to read; answers how to end it. `use` does this by itself. */
  function activate(): () => void {
    if (users++ === 0) begin()
    return () => {
      if (--users > 0) return
      for (const release of releases) release()
      cancelRead?.()
      cancelRead = null
    }
  }

  return {
    /** For components; `store` takes a selector where less is needed. */
    use(): LiveState<T> {
      useEffect(activate, [activate])
      return useStore()
    },
    activate,
    store: useStore,
    /** The revision that is shown. */
    shown: () => revision,
    /** Reads now, for a "Try again"; settles when it is done, and never rejects. */
    async reload(): Promise<void> {
      await (reading ?? readNow())
    },
    /** Reads soon, at most once in 250 ms, if something uses it. */
    readSoon: () => plan(),
    show,
    /** Lets the next planned read wait for the answer to a write of this page; at most 1 s. */
    hold(): void {
      readAt = clock.now() + HOLD_MS - READ_EVERY_MS
    },
    options,
    /** Shows what the server has just answered to this page's own write, before the state that says the same. */
    apply(change: (value: T) => T): void {
      useStore.setState(({ value }) => (value === null ? {} : { value: change(value) }))
    },
  }
}
