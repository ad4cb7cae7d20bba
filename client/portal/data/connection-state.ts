import type { Role } from '#src/contract/statuses.ts'
import { CLOSE, type ClientFrame } from '#src/contract/frames.ts'

/** `elsewhere`: other pages hold all sockets of the account; this page reads by HTTP until `goLiveHere`. */
export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'elsewhere'

/** `since` is in milliseconds since 1970; for `offline` it is the last moment at which the page was up to date. */
export type Connection = { status: ConnectionStatus; since: number }

export type Credentials = { personId: string; role: Role; token: string }

type Phase =
  | { name: 'idle' }
  /** A socket is open or opening, and the server has not welcomed it yet. */
  | { name: 'connecting'; receivedAt: number }
  | { name: 'live'; receivedAt: number; welcomedAt: number }
  /** There is no socket; the retry timer runs. */
  | { name: 'waiting' }
  /** The server sent a close code that forbids a reconnect. `isElsewhere`: other pages hold all sockets of the account. */
  | { name: 'halted'; isElsewhere: boolean }

export type ConnectionState = {
  phase: Phase
  connection: Connection
  credentials: Credentials | null
  /** When this page last knew that it was up to date. */
  confirmedAt: number
  /** Lost sockets since the last steady connection. The pause before the next attempt grows with this number. */
  failures: number
}

const TIMERS = ['retry', 'silence', 'poll'] as const
export type Timer = (typeof TIMERS)[number]

export type ConnectionEvent =
  | ('start' | 'stop' | 'goLiveHere' | 'wake' | 'networkLost' | 'sessionChanged')
  | ('opened' | 'received' | 'welcomed')
  | `${Timer}Due`
  | { closed: number }
  /** Whether a read by HTTP reached the server. */
  | { polled: boolean }

export type Task =
  | 'connect'
  | 'disconnect'
  /** Reads by HTTP; `polled` follows. */
  | 'poll'
  | 'accountChanged'
  | 'welcomed'
  | 'lost'
  | 'sessionEnded'

/** `timer` restarts a timer; `ms: null` cancels it. */
export type Effect = Task | { send: ClientFrame } | { timer: Timer; ms: number | null }

/** What the state machine reads from outside at each event. `random` is at least 0 and below 1. */
export type Moment = { now: number; random: number; credentials: Credentials | null }

type Turn = Moment & { effects: Effect[] }

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

const timer = (name: Timer, ms: number | null): Effect => ({ timer: name, ms })

export const initialState = ({ now, credentials }: Moment): ConnectionState => ({
  phase: { name: 'idle' },
  connection: { status: 'connecting', since: now },
  credentials,
  confirmedAt: now,
  failures: 0,
})

function withStatus(
  state: ConnectionState,
  status: ConnectionStatus,
  since: number,
): ConnectionState {
  return state.connection.status === status ? state : { ...state, connection: { status, since } }
}

/** Adopts the current credentials. If the account changed, listeners must drop its data. */
function adopt(state: ConnectionState, { credentials, effects }: Turn): ConnectionState {
  if (credentials?.personId !== state.credentials?.personId) effects.push('accountChanged')
  return { ...state, credentials }
}

function connect(before: ConnectionState, turn: Turn): ConnectionState {
  const state = adopt(before, turn)
  turn.effects.push(timer('retry', null), 'connect', timer('silence', SILENCE_MS))
  return { ...state, phase: { name: 'connecting', receivedAt: turn.now } }
}

/** Connects without delay, also from `halted`, and reads by HTTP if no welcome arrives within 5 s. */
function connectNow(before: ConnectionState, turn: Turn): ConnectionState {
  const status = before.connection.status === 'connecting' ? 'connecting' : 'reconnecting'
  const state = connect(withStatus({ ...before, failures: 0 }, status, turn.now), turn)
  turn.effects.push(timer('poll', BLOCKED_MS))
  return state
}

/** Handles the end of the socket. `code` is `null` if the page itself gave the socket up. */
function lose(before: ConnectionState, code: number | null, turn: Turn): ConnectionState {
  const { phase, credentials } = before
  const { now, random, effects } = turn
  effects.push('disconnect', timer('silence', null))
  if (code === CLOSE.tooMany || code === CLOSE.stop) {
    const isElsewhere = code === CLOSE.tooMany
    effects.push(timer('poll', isElsewhere ? 0 : null))
    return withStatus(
      { ...before, phase: { name: 'halted', isElsewhere } },
      isElsewhere ? 'elsewhere' : 'offline',
      now,
    )
  }
  const isSteady = phase.name === 'live' && now - phase.welcomedAt >= STEADY_MS
  const leastFailures = code === CLOSE.overloaded ? OVERLOADED_FAILURES : 0
  const failures = Math.max(isSteady ? 0 : before.failures, leastFailures)
  effects.push(timer('retry', backoffMs(failures, random)))
  const state: ConnectionState = { ...before, phase: { name: 'waiting' }, failures: failures + 1 }
  const isRefused = code === CLOSE.signInAgain && credentials !== null
  if (phase.name !== 'live') {
    // Before the welcome, 4401 may only mean that the hello was late. A read by HTTP shows whether the token is valid.
    if (isRefused) effects.push(timer('poll', 0))
    return state
  }
  effects.push('lost', timer('poll', BLOCKED_MS))
  if (isRefused && turn.credentials?.token === credentials.token) effects.push('sessionEnded')
  return withStatus(state, 'reconnecting', now)
}

function changeSession(before: ConnectionState, turn: Turn): ConnectionState {
  const { phase, credentials } = before
  const next = turn.credentials
  if (next?.token === credentials?.token) return before
  const state = adopt(before, turn)
  const isRenewed = next !== null && next.personId === credentials?.personId
  if (phase.name === 'idle' || (isRenewed && phase.name === 'halted')) return state
  if (!isRenewed || phase.name !== 'live') return connectNow(state, turn)
  turn.effects.push({ send: { type: 'token', token: next.token } })
  return state
}

function afterEvent(state: ConnectionState, event: ConnectionEvent, turn: Turn): ConnectionState {
  const { phase, credentials, confirmedAt } = state
  const { now, effects } = turn
  const hasSocket = phase.name === 'connecting' || phase.name === 'live'

  if (typeof event === 'object') {
    if ('closed' in event) return lose(state, event.closed, turn)
    effects.push(timer('poll', POLL_MS))
    if (!event.polled) return withStatus(state, 'offline', confirmedAt)
    const isElsewhere = phase.name === 'halted' && phase.isElsewhere
    const status = isElsewhere ? 'elsewhere' : 'reconnecting'
    return withStatus({ ...state, confirmedAt: now }, status, now)
  }
  switch (event) {
    case 'start':
      return phase.name === 'idle' ? connectNow(state, turn) : state
    case 'goLiveHere':
      return phase.name === 'idle' ? state : connectNow(state, turn)
    case 'sessionChanged':
      return changeSession(state, turn)
    case 'stop':
      effects.push('disconnect', ...TIMERS.map((name) => timer(name, null)))
      return { ...state, phase: { name: 'idle' } }
    case 'wake': {
      const patienceMs = phase.name === 'live' ? SILENCE_MS : BLOCKED_MS
      if (hasSocket ? now - phase.receivedAt < patienceMs : phase.name !== 'waiting') {
        // A phone cuts the socket of a page out of view, and does not tell it.
        if (phase.name === 'live')
          effects.push({ send: { type: 'sync', topic: 'ordering' } }, timer('silence', ANSWER_MS))
        return state
      }
      return connect(phase.name === 'live' ? lose(state, null, turn) : state, turn)
    }
    case 'networkLost':
      if (!hasSocket && phase.name !== 'waiting') return state
      return withStatus(hasSocket ? lose(state, null, turn) : state, 'offline', confirmedAt)
    case 'opened':
      effects.push({ send: { type: 'hello', ...(credentials && { token: credentials.token }) } })
      return state
    case 'received':
      if (!hasSocket) return state
      effects.push(timer('silence', SILENCE_MS))
      return {
        ...state,
        phase: { ...phase, receivedAt: now },
        confirmedAt: phase.name === 'live' ? now : confirmedAt,
      }
    case 'welcomed':
      effects.push(timer('poll', null), 'welcomed')
      return withStatus(
        { ...state, phase: { name: 'live', receivedAt: now, welcomedAt: now } },
        'live',
        now,
      )
    case 'retryDue':
      return connect(state, turn)
    case 'silenceDue':
      return lose(state, null, turn)
    case 'pollDue':
      effects.push('poll')
      return state
  }
}

export function next(
  state: ConnectionState,
  event: ConnectionEvent,
  moment: Moment,
): { state: ConnectionState; effects: Effect[] } {
  const effects: Effect[] = []
  return { state: afterEvent(state, event, { ...moment, effects }), effects }
}
