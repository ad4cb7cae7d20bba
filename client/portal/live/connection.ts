import {
  CLOSE,
  isNewer,
  type ClientFrame,
  type ServerFrame,
  type StateFrame,
} from '#src/contract/frames.ts'
import type { Topic } from '#src/contract/topics.ts'

/** `elsewhere`: other pages of the account hold the sockets; this one reads by HTTP until someone asks for `goLiveHere`. */
export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'elsewhere'

/** `since` is in milliseconds since 1970; for `offline` it is when the page last heard the truth. */
export type Connection = { status: ConnectionStatus; since: number }

export type Clock = {
  now(): number
  /** From 0 up to 1. */
  random(): number
  /** Runs once, later; answers how to cancel it. */
  after(ms: number, run: () => void): () => void
}

/** One attempt at a socket. `closed` comes once, also for one that never opened. */
export type Wire = { send(text: string): void; close(): void }
export type WireEvents = {
  opened(): void
  heard(text: string): void
  closed(code: number): void
}

export type Credentials = { accountId: string; token: string }

export type LiveEnvironment = {
  clock: Clock
  connect(events: WireEvents): Wire
  /** Who is signed in now; `null` for a visitor. */
  credentials(): Credentials | null
  onConnection(connection: Connection): void
  /** The server has ended the session that it had welcomed on this socket. */
  onSessionEnd(): void
}

const SILENCE_MS = 25_000
const BLOCKED_MS = 5_000
const POLL_MS = 10_000
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 30_000
/** A socket that ended sooner than this counts as a failure, or a server that greets and closes would be stormed. */
const STEADY_MS = 5_000
/** Where the waiting begins after "overloaded": up to 8 s. */
const OVERLOADED_FAILURES = 4

/** Full jitter: anything up to a bound that doubles with each failure. */
export const backoffMs = (failures: number, random: number): number =>
  random * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** failures)

/** What the server says is taken as said: both sides share `contract/frames.ts`. */
function parseFrame(text: string): ServerFrame | null {
  try {
    return JSON.parse(text) as ServerFrame
  } catch {
    return null
  }
}

export type LiveCore = ReturnType<typeof createLiveCore>

/**
 * The page's side of the live channel: one socket that is kept up, the newest state of each topic, and word to read by
 * HTTP while there is no socket. Knows nothing of a browser; `live.ts` gives it one.
 */
export function createLiveCore(environment: LiveEnvironment) {
  const { clock } = environment
  const states = new Map<Topic, StateFrame>()
  const listeners = new Map<Topic, Set<(state: StateFrame) => void>>()
  const pollers = new Set<() => Promise<boolean>>()
  const accountListeners = new Set<() => void>()
  const liveListeners = new Set<() => void>()
  const lossListeners = new Set<(confirmedAt: number) => void>()

  let connection: Connection = { status: 'connecting', since: clock.now() }
  let running = false
  /** Set by a close that forbids to reconnect. */
  let halted: 'elsewhere' | 'stopped' | null = null
  let wire: Wire | null = null
  /** Whose events count: what a socket says after it was let go of is not heard. */
  let attempt = 0
  let welcomed = false
  let welcomedAt = 0
  let heardAt = clock.now()
  /** When this page last knew that it shows the truth. */
  let confirmedAt = clock.now()
  let failures = 0
  let credentials = environment.credentials()
  let cancelRetry = () => {}
  let cancelSilence = () => {}
  let cancelPoll = () => {}

  function setStatus(status: ConnectionStatus, since = clock.now()): void {
    if (status === connection.status) return
    connection = { status, since }
    environment.onConnection(connection)
  }

  function say(frame: ClientFrame): void {
    wire?.send(JSON.stringify(frame))
  }

  function take(state: StateFrame): void {
    if (!isNewer(state, states.get(state.topic) ?? null)) return
    states.set(state.topic, state)
    for (const listener of listeners.get(state.topic) ?? []) listener(state)
  }

  function hear(text: string): void {
    heardAt = clock.now()
    if (welcomed) confirmedAt = heardAt
    const frame = parseFrame(text)
    if (frame?.type === 'welcome') {
      welcomed = true
      welcomedAt = heardAt
      cancelPoll()
      setStatus('live')
      for (const listener of liveListeners) listener()
    }
    if (frame?.type === 'state') take(frame)
    if (frame?.type !== 'beat') return
    for (const [topic, rev] of Object.entries(frame.revs) as [Topic, number][])
      if (rev > (states.get(topic)?.rev ?? -1)) say({ type: 'sync', topic })
  }

  function adopt(next: Credentials | null): void {
    const before = credentials
    credentials = next
    if (next?.accountId === before?.accountId) return
    states.clear()
    for (const listener of accountListeners) listener()
  }

  function connect(): void {
    cancelRetry()
    drop()
    heardAt = clock.now()
    adopt(environment.credentials())
    const own = attempt
    wire = environment.connect({
      opened() {
        if (own === attempt)
          say({ type: 'hello', ...(credentials && { token: credentials.token }) })
      },
      heard(text) {
        if (own === attempt) hear(text)
      },
      closed(code) {
        if (own === attempt) handleClose(code)
      },
    })
    watchSilence()
  }

  /** Lets go of the socket without waiting for its goodbye, which a dead network would hold back for minutes. */
  function drop(): void {
    cancelSilence()
    attempt++
    const gone = wire
    wire = null
    welcomed = false
    gone?.close()
  }

  function watchSilence(): void {
    cancelSilence()
    const left = heardAt + SILENCE_MS - clock.now()
    cancelSilence = clock.after(Math.max(left, 0), () => {
      if (clock.now() - heardAt < SILENCE_MS) return watchSilence()
      handleClose(null)
    })
  }

  /** `code` is `null` when the page itself let go of a silent socket. */
  function handleClose(code: number | null): void {
    const wasLive = welcomed
    if (wasLive && clock.now() - welcomedAt >= STEADY_MS) failures = 0
    if (code === CLOSE.overloaded) failures = Math.max(failures, OVERLOADED_FAILURES)
    drop()
    if (code === CLOSE.tooMany || code === CLOSE.stop) return halt(code)
    if (wasLive) {
      for (const listener of lossListeners) listener(confirmedAt)
      setStatus('reconnecting')
      pollAfter(BLOCKED_MS)
    }
    retryAfter(backoffMs(failures++, clock.random()))
    if (code !== CLOSE.signInAgain || credentials === null) return
    // Before the welcome it may only mean that the hello was late: an answer by HTTP tells whether the token is good.
    if (!wasLive) pollAfter(0)
    else if (environment.credentials()?.token === credentials.token) environment.onSessionEnd()
  }

  function halt(code: number): void {
    halted = code === CLOSE.tooMany ? 'elsewhere' : 'stopped'
    setStatus(halted === 'elsewhere' ? 'elsewhere' : 'offline')
    if (halted === 'elsewhere') pollAfter(0)
    else cancelPoll()
  }

  function retryAfter(ms: number): void {
    cancelRetry()
    cancelRetry = clock.after(ms, connect)
  }

  function pollAfter(ms: number): void {
    cancelPoll()
    let cancelled = false
    const cancelTimer = clock.after(ms, async () => {
      const reached = await poll()
      if (cancelled) return
      if (reached) confirmedAt = clock.now()
      if (!reached) setStatus('offline', confirmedAt)
      else setStatus(halted === 'elsewhere' ? 'elsewhere' : 'reconnecting')
      pollAfter(POLL_MS)
    })
    cancelPoll = () => {
      cancelled = true
      cancelTimer()
    }
  }

  /** Whether any of the pages' reads reached the server. */
  async function poll(): Promise<boolean> {
    const reached = await Promise.all(Array.from(pollers, (read) => read()))
    return reached.includes(true)
  }

  function connectNow(): void {
    if (!running) return
    halted = null
    failures = 0
    setStatus(connection.status === 'connecting' ? 'connecting' : 'reconnecting')
    connect()
    pollAfter(BLOCKED_MS)
  }

  return {
    clock,
    connection: () => connection,
    /** The account whose states these are; `null` for a visitor. */
    accountId: () => credentials?.accountId ?? null,
    /** The newest state of a topic that this page heard. */
    state: (topic: Topic) => states.get(topic) ?? null,

    start(): void {
      if (running) return
      running = true
      connect()
      pollAfter(BLOCKED_MS)
    },
    stop(): void {
      running = false
      cancelRetry()
      cancelPoll()
      drop()
    },

    /** Tells each newer state of a topic, beginning with the one that is known. */
    subscribe(topic: Topic, listener: (state: StateFrame) => void): () => void {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      const known = states.get(topic)
      if (known) listener(known)
      return () => void own.delete(listener)
    },
    /** Called every 10 s while there is no socket; answers whether the server was reached. */
    onPoll(read: () => Promise<boolean>): () => void {
      pollers.add(read)
      return () => void pollers.delete(read)
    },
    /** Called when another account, or nobody, is signed in: what was held is no longer this page's to show. */
    onAccount(listener: () => void): () => void {
      accountListeners.add(listener)
      return () => void accountListeners.delete(listener)
    },
    /** Called when the server has welcomed this page. */
    onLive(listener: () => void): () => void {
      liveListeners.add(listener)
      return () => void liveListeners.delete(listener)
    },
    /** Called when the socket is lost, with the moment up to which everything heard was true. */
    onLoss(listener: (confirmedAt: number) => void): () => void {
      lossListeners.add(listener)
      return () => void lossListeners.delete(listener)
    },

    /** The session was begun, renewed or ended. */
    sessionChanged(): void {
      const next = environment.credentials()
      if (next?.token === credentials?.token) return
      const renewed = next !== null && next.accountId === credentials?.accountId
      adopt(next)
      if (renewed && welcomed) say({ type: 'token', token: next.token })
      else if (!renewed || !halted) connectNow()
    },
    /** Connects now, whatever was waited for; the account's oldest socket gives way. */
    goLiveHere: connectNow,
    /** The network is back, or someone looks at the page again. */
    wake(): void {
      if (!running || halted) return
      const patienceMs = welcomed ? SILENCE_MS : BLOCKED_MS
      if (wire && clock.now() - heardAt < patienceMs) return
      if (welcomed) handleClose(null)
      connect()
    },
    /** The browser knows that there is no network. */
    networkLost(): void {
      if (!running || halted) return
      if (wire) handleClose(null)
      setStatus('offline', confirmedAt)
    },
  }
}
