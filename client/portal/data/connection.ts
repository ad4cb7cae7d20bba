import {
  type BoardFrame,
  isBoardFrame,
  isNewer,
  type ServerFrame,
  type StateFrame,
} from '#src/contract/frames.ts'
import type { OpenedTopic, Topic } from '#src/contract/topics.ts'
import { mayHear } from '#src/rules/feeds.ts'
import {
  initialState,
  next,
  type Connection,
  type ConnectionEvent,
  type Credentials,
  type Effect,
  type Task,
  type Timer,
} from './connection-state.ts'

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

/** Not validated: page and server share `contract/frames.ts`. */
function parseFrame(text: string): ServerFrame | null {
  try {
    return JSON.parse(text) as ServerFrame
  } catch {
    return null
  }
}

function createListeners<T extends unknown[], R>() {
  const listeners = new Set<(...values: T) => R>()
  return {
    add(listener: (...values: T) => R): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(...values: T): R[] {
      const answers: R[] = []
      for (const listener of listeners) answers.push(listener(...values))
      return answers
    },
  }
}

export type LiveConnection = ReturnType<typeof openConnection>

/**
 * The page's side of the live channel. Keeps one socket connected, keeps the newest state of each topic, and triggers reads by
 * HTTP while there is no socket. `connection-state.ts` decides and this module acts; `live.ts` connects it to the browser.
 */
export function openConnection(environment: LiveEnvironment) {
  const { clock } = environment
  const moment = () => ({
    now: clock.now(),
    random: clock.random(),
    credentials: environment.credentials(),
  })
  const states = new Map<Topic, StateFrame>()
  const stateListeners = createListeners<[StateFrame], void>()
  const polls = createListeners<[], Promise<boolean>>()
  const accountListeners = createListeners<[], void>()
  const welcomeListeners = createListeners<[], void>()
  const lossListeners = createListeners<[confirmedAt: number], void>()
  const rowListeners = createListeners<[BoardFrame], void>()
  const opened = new Set<OpenedTopic>()
  const cancelTimer: Partial<Record<Timer, () => void>> = {}

  let state = initialState(moment())
  let wire: Wire | null = null
  /** The topics of this page, from the latest welcome. */
  let topics: Topic[] = []
  /** The server's clock minus the page's clock, in milliseconds. */
  let aheadMs = 0
  /** Counts sockets, so that a late event of an old socket is ignored. */
  let attempt = 0

  function dispatch(event: ConnectionEvent): void {
    const before = state.connection
    const step = next(state, event, moment())
    state = step.state
    if (state.connection !== before) environment.onConnection(state.connection)
    for (const effect of step.effects) perform(effect)
  }

  const tasks: Record<Task, () => void> = {
    connect,
    disconnect,
    poll: () => void poll(),
    accountChanged() {
      states.clear()
      accountListeners.call()
    },
    welcomed() {
      for (const topic of opened) tell('open', topic)
      welcomeListeners.call()
    },
    lost: () => void lossListeners.call(state.confirmedAt),
    sessionEnded: environment.onSessionEnd,
  }

  function perform(effect: Effect): void {
    if (typeof effect === 'string') tasks[effect]()
    else if ('send' in effect) wire?.send(JSON.stringify(effect.send))
    else setTimer(effect.timer, effect.ms)
  }

  function connect(): void {
    disconnect()
    const own = attempt
    const ifCurrent = (run: () => void) => {
      if (own === attempt) run()
    }
    wire = environment.connect({
      opened: () => ifCurrent(() => dispatch('opened')),
      received: (text) => ifCurrent(() => receive(text)),
      closed: (code) => ifCurrent(() => dispatch({ closed: code })),
    })
  }

  /** Does not wait for the close handshake, which a dead network would delay for minutes. */
  function disconnect(): void {
    attempt++
    const old = wire
    wire = null
    old?.close()
  }

  function setTimer(timer: Timer, ms: number | null): void {
    cancelTimer[timer]?.()
    cancelTimer[timer] = ms === null ? () => {} : clock.after(ms, () => dispatch(`${timer}Due`))
  }

  /** Reads by HTTP and reports whether any read reached the server. Ignores the result if the poll timer was set anew meanwhile. */
  async function poll(): Promise<void> {
    const own = cancelTimer.poll
    const reached = await Promise.all(polls.call())
    if (cancelTimer.poll === own) dispatch({ polled: reached.includes(true) })
  }

  const setClock = (serverTime: string) => {
    aheadMs = Date.parse(serverTime) - clock.now()
  }

  function receive(text: string): void {
    const frame = parseFrame(text)
    dispatch('received')
    if (frame?.type === 'welcome') {
      topics = frame.topics
      dispatch('welcomed')
    }
    // Read as it arrives, also of a state that is known: a frame that is kept tells an old time.
    if (frame?.type === 'state' && frame.topic === 'ordering' && frame.data)
      setClock(frame.data.now)
    if (frame?.type === 'state' && isBoardFrame(frame)) rowListeners.call(frame)
    else if (frame?.type === 'state' && isNewer(frame, states.get(frame.topic) ?? null)) {
      states.set(frame.topic, frame)
      stateListeners.call(frame)
    }
    if (frame?.type !== 'beat') return
    for (const topic of topics)
      if ((frame.revs[topic] ?? -1) > (states.get(topic)?.rev ?? -1))
        perform({ send: { type: 'sync', topic } })
  }

  /**
   * Tells the server what is opened or closed. Without a socket nothing is told: the next welcome is answered with it. For another account's
   * topic the server would close the socket.
   */
  function tell(type: 'open' | 'close', topic: OpenedTopic): void {
    const mayHave = mayHear(topic, state.credentials?.role ?? null)
    if (mayHave && state.phase.name === 'live') perform({ send: { type, topic } })
  }

  return {
    clock,
    /** The time of the server. Each state of the ordering switch corrects it; `setClock` takes that of an answer. */
    serverNow: () => clock.now() + aheadMs,
    setClock,
    connection: () => state.connection,
    /** The account whose states these are; `null` for a visitor. */
    personId: () => state.credentials?.personId ?? null,
    state: (topic: Topic) => states.get(topic) ?? null,

    start: () => dispatch('start'),
    stop: () => dispatch('stop'),

    /** Called with each newer state of a topic. */
    onState: stateListeners.add,
    /** Opens a topic until the returned function is called, over reconnects too; one screen has it open. The listener receives every row that arrives. */
    open(topic: OpenedTopic, listener: (row: BoardFrame) => void): () => void {
      opened.add(topic)
      tell('open', topic)
      const remove = rowListeners.add(listener)
      return () => {
        remove()
        opened.delete(topic)
        tell('close', topic)
      }
    },
    /** Called every 10 s while there is no socket. The listener resolves with whether it reached the server. */
    onPoll: polls.add,
    /** Called when the account changes or signs out. Listeners must drop the data of the old account. */
    onAccount: accountListeners.add,
    onLive: welcomeListeners.add,
    /** Called when the socket is lost, with the moment up to which the page was up to date. */
    onLoss: lossListeners.add,

    /** Call this when the session begins, is renewed or ends. */
    sessionChanged: () => dispatch('sessionChanged'),
    /** Connects at once. The server then closes the account's oldest socket if there are too many. */
    goLiveHere: () => dispatch('goLiveHere'),
    /** The network has returned, or the page is visible again. */
    wake: () => dispatch('wake'),
    networkLost: () => dispatch('networkLost'),
  }
}
