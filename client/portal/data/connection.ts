import {
  type BoardFrame,
  type ClientFrame,
  CLOSE,
  isBoardFrame,
  isNewer,
  type ServerFrame,
  type StateFrame,
} from '#src/contract/frames.ts'
import type { Role } from '#src/contract/statuses.ts'
import { type OpenedTopic, type Topic, TOPIC_NAMES } from '#src/contract/topics.ts'
import { mayHear } from '#src/rules/feeds.ts'

/** `elsewhere`: other pages hold all sockets of the account; this page reads by HTTP until `goLiveHere`. */
export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'elsewhere'

/** `since` is in milliseconds since 1970; for `offline` it is the last moment at which the page was up to date. */
export type Connection = { status: ConnectionStatus; since: number }

export type Credentials = { personId: string; role: Role; token: string }

const SILENCE_MS = 25_000
/** How long a page that returns waits for an answer on its socket. */
const ANSWER_MS = 2_500
/** How long a page waits for a welcome before it reads by HTTP. */
const BLOCKED_MS = 5_000
const POLL_MS = 10_000
const BACKOFF_FIRST_MS = 500
const BACKOFF_MAX_MS = 30_000
/** A shorter connection does not reset `failures`, so that pages do not flood a server that closes each socket after the welcome. */
const STEADY_MS = 5_000
/** After "overloaded" a page counts at least this many failures, so its first wait is up to 8 s. */
const OVERLOADED_FAILURES = 4

/** Milliseconds to wait, with full jitter: a random time below a limit that doubles with each failure. */
export const backoffMs = (failures: number, random: number): number =>
  random * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** failures)

export type Clock = {
  now(): number
  random(): number
  /** Calls `run` once, after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

/** A socket, open or opening. `closed` is called once, also for a socket that never opened. */
export type Wire = { send(text: string): void; close(): void }
export type WireEvents = {
  opened(): void
  received(text: string): void
  closed(code: number): void
}

export type LiveEnvironment = {
  clock: Clock
  connect(events: WireEvents): Wire
  credentials(): Credentials | null
  onConnection(connection: Connection): void
  /** The server ended the session of a socket that it had welcomed. */
  onSessionEnd(): void
}

type LiveListener = {
  /** A newer state of a topic. */
  state?(state: StateFrame): void
  /** Every 10 s while there is no socket; resolves with whether it reached the server. */
  poll?(): Promise<boolean>
  /** The account has changed or signed out: the data of the old one must be dropped. */
  account?(): void
  live?(): void
  /** The socket is lost; the page was up to date until this moment. */
  loss?(confirmedAt: number): void
}

export type LiveConnection = ReturnType<typeof openConnection>

/**
 * The page's side of the live channel. Keeps one socket connected, keeps the newest state of each topic, and triggers reads by
 * HTTP while there is no socket. `live.ts` connects it to the browser.
 */
export function openConnection(environment: LiveEnvironment) {
  const { clock } = environment
  const states = new Map<Topic, StateFrame>()
  const listeners = new Set<LiveListener>()
  /** The topics that the page has opened, each with the function that takes its rows. */
  const opened = new Map<OpenedTopic, (row: BoardFrame) => void>()

  /** Open or opening; without one the retry timer runs, unless `isHalted`. */
  let wire: Wire | null = null
  /** When the server welcomed the socket. Only then is it live. */
  let welcomedAt: number | null = null
  let receivedAt = 0
  /** Nothing reconnects by itself: before the start, after a stop, and after a close code that forbids it. */
  let isHalted = true
  let connection: Connection = { status: 'connecting', since: clock.now() }
  let credentials = environment.credentials()
  /** When this page last knew that it was up to date. */
  let confirmedAt = clock.now()
  /** Lost sockets since the last steady connection. The pause before the next attempt grows with this number. */
  let failures = 0
  /** The server's clock minus the page's clock, in milliseconds. */
  let aheadMs = 0
  /** Counts sockets, so that a late event of an old socket is ignored. */
  let attempt = 0

  const timers = { retry: connect, silence: () => lose(null), poll: () => void poll() }
  type Timer = keyof typeof timers
  const cancelTimer: Partial<Record<Timer, () => void>> = {}

  /** Restarts a timer; `null` cancels it. */
  function setTimer(timer: Timer, ms: number | null): void {
    cancelTimer[timer]?.()
    cancelTimer[timer] = ms === null ? () => {} : clock.after(ms, timers[timer])
  }

  const send = (frame: ClientFrame) => wire?.send(JSON.stringify(frame))

  function setStatus(status: ConnectionStatus, since = clock.now()): void {
    if (connection.status === status) return
    connection = { status, since }
    environment.onConnection(connection)
  }

  /** Takes the present credentials. If the account changed, listeners drop its data. */
  function adopt(): void {
    const before = credentials
    credentials = environment.credentials()
    if (credentials?.personId === before?.personId) return
    states.clear()
    for (const { account } of listeners) account?.()
  }

  function connect(): void {
    adopt()
    disconnect()
    isHalted = false
    receivedAt = clock.now()
    const own = attempt
    wire = environment.connect({
      opened() {
        if (own === attempt)
          send({ type: 'hello', ...(credentials && { token: credentials.token }) })
      },
      received(text) {
        if (own === attempt) receive(text)
      },
      closed(code) {
        if (own === attempt) lose(code)
      },
    })
    setTimer('retry', null)
    setTimer('silence', SILENCE_MS)
  }

  /** Connects without delay, also when halted, and reads by HTTP if no welcome arrives within 5 s. The server closes the account's oldest socket if there are too many. */
  function connectNow(): void {
    failures = 0
    setStatus(connection.status === 'connecting' ? 'connecting' : 'reconnecting')
    connect()
    setTimer('poll', BLOCKED_MS)
  }

  /** Does not wait for the close handshake, which a dead network would delay for minutes. */
  function disconnect(): void {
    attempt++
    const old = wire
    wire = null
    welcomedAt = null
    old?.close()
  }

  /** Handles the end of the socket. `code` is `null` if the page itself gave the socket up. */
  function lose(code: number | null): void {
    const liveSince = welcomedAt
    disconnect()
    setTimer('silence', null)
    if (code === CLOSE.tooMany || code === CLOSE.stop) {
      const isElsewhere = code === CLOSE.tooMany
      isHalted = true
      setTimer('poll', isElsewhere ? 0 : null)
      return setStatus(isElsewhere ? 'elsewhere' : 'offline')
    }
    if (liveSince !== null && clock.now() - liveSince >= STEADY_MS) failures = 0
    if (code === CLOSE.overloaded) failures = Math.max(failures, OVERLOADED_FAILURES)
    setTimer('retry', backoffMs(failures++, clock.random()))
    const isRefused = code === CLOSE.signInAgain && credentials !== null
    if (liveSince === null) {
      // Before the welcome, 4401 may only mean that the hello was late. A read by HTTP shows whether the token is valid.
      if (isRefused) setTimer('poll', 0)
      return
    }
    setStatus('reconnecting')
    setTimer('poll', BLOCKED_MS)
    for (const { loss } of listeners) loss?.(confirmedAt)
    if (isRefused && environment.credentials()?.token === credentials?.token)
      environment.onSessionEnd()
  }

  /** The session has begun, was renewed or has ended. */
  function sessionChanged(): void {
    const next = environment.credentials()
    if (next?.token === credentials?.token) return
    const isRenewed = next !== null && next.personId === credentials?.personId
    if (!isRenewed || (!isHalted && welcomedAt === null)) return connectNow()
    adopt()
    if (welcomedAt !== null) send({ type: 'token', token: next.token })
  }

  /** The network has returned, or the page is visible again. */
  function wake(): void {
    if (isHalted) return
    const patienceMs = welcomedAt === null ? BLOCKED_MS : SILENCE_MS
    if (!wire || clock.now() - receivedAt >= patienceMs) {
      if (welcomedAt !== null) lose(null)
      return connect()
    }
    if (welcomedAt === null) return
    // A phone cuts the socket of a page out of view, and does not tell it.
    send({ type: 'sync', topic: 'ordering' })
    setTimer('silence', ANSWER_MS)
  }

  function networkLost(): void {
    if (wire) lose(null)
    if (!isHalted) setStatus('offline', confirmedAt)
  }

  /** Reads by HTTP and notes whether any read reached the server. Ignores the result if the poll timer was set anew meanwhile. */
  async function poll(): Promise<void> {
    const own = cancelTimer.poll
    const reached = await Promise.all([...listeners].map(({ poll: ask }) => ask?.()))
    if (cancelTimer.poll !== own) return
    setTimer('poll', POLL_MS)
    if (reached.includes(true)) {
      confirmedAt = clock.now()
      setStatus(isHalted ? 'elsewhere' : 'reconnecting')
    } else setStatus('offline', confirmedAt)
  }

  function welcome(): void {
    welcomedAt = clock.now()
    setTimer('poll', null)
    setStatus('live')
    for (const topic of opened.keys()) tell('open', topic)
    for (const { live } of listeners) live?.()
  }

  const setClock = (serverTime: string) => {
    aheadMs = Date.parse(serverTime) - clock.now()
  }

  function receive(text: string): void {
    // Not validated: page and server share `contract/frames.ts`.
    const frame = JSON.parse(text) as ServerFrame
    setTimer('silence', SILENCE_MS)
    receivedAt = clock.now()
    if (welcomedAt !== null) confirmedAt = receivedAt
    if (frame.type === 'welcome') welcome()
    // Read as it arrives, also of a state that is known: a frame that is kept tells an old time.
    if (frame.type === 'state' && frame.topic === 'ordering' && frame.data) setClock(frame.data.now)
    if (frame.type === 'state' && isBoardFrame(frame))
      for (const take of opened.values()) take(frame)
    else if (frame.type === 'state' && isNewer(frame, states.get(frame.topic) ?? null)) {
      states.set(frame.topic, frame)
      for (const { state } of listeners) state?.(frame)
    }
    if (frame.type !== 'beat') return
    for (const topic of TOPIC_NAMES)
      if ((frame.revs[topic] ?? -1) > (states.get(topic)?.rev ?? -1)) send({ type: 'sync', topic })
  }

  /**
   * Tells the server what is opened or closed. Without a socket nothing is told: the next welcome is answered with it. For another account's
   * topic the server would close the socket.
   */
  function tell(type: 'open' | 'close', topic: OpenedTopic): void {
    const mayHave = mayHear(topic, credentials?.role ?? null)
    if (mayHave && welcomedAt !== null) send({ type, topic })
  }

  return {
    clock,
    /** The time of the server. Each state of the ordering switch corrects it; `setClock` takes that of an answer. */
    serverNow: () => clock.now() + aheadMs,
    setClock,
    connection: () => connection,
    state: (topic: Topic) => states.get(topic) ?? null,

    start(): void {
      if (isHalted) connectNow()
    },
    stop(): void {
      isHalted = true
      disconnect()
      for (const timer of ['retry', 'silence', 'poll'] as const) setTimer(timer, null)
    },

    listen: (listener: LiveListener) => void listeners.add(listener),
    /** Opens a topic until the returned function is called, over reconnects too; one screen has it open. `take` receives every row that arrives. */
    open(topic: OpenedTopic, take: (row: BoardFrame) => void): () => void {
      opened.set(topic, take)
      tell('open', topic)
      return () => {
        opened.delete(topic)
        tell('close', topic)
      }
    },

    sessionChanged,
    goLiveHere: connectNow,
    wake,
    networkLost,
  }
}
