import { openSession } from '#src/identity/session.ts'
import { CLOSE, type ClientFrame, type ServerFrame } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { Feed, OpenedTopic } from '#src/contract/topics.ts'
import type { Tokens } from '#src/identity/tokens.ts'
import type { Logger } from '#src/monitoring/log.ts'
import { feedOf, subscriptionsOf } from '#src/rules/feeds.ts'
import { may } from '#src/rules/permissions.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Store } from '#src/store/port.ts'
import { parseFrame } from './frames.ts'
import type { Identity, LiveSocket, SocketData } from './socket.ts'
import type { SocketQuotas } from './socket-quotas.ts'
import type { Timers } from './timers.ts'
import type { Topics } from './topics.ts'
import type { Turns } from './turns.ts'

const MINUTE_MS = 60_000
/** Each so many characters count as one frame: a longer frame takes longer to parse. */
const COUNTED_CHARACTERS = 1_000
const DRAIN_BATCH = 200
const DRAIN_PAUSE_MS = 20
/** The close code of a socket that ended without a close frame, for example because the client stopped reading. */
const ABNORMAL = 1006

/** All sockets without an open topic share it. */
const NOTHING_OPEN: readonly OpenedTopic[] = []

/** The feeds of a socket: those of its identity, and of the topics that it opened and may receive. */
const feedsOf = ({ identity, opened }: SocketData): Feed[] => [
  ...subscriptionsOf(identity).map(({ feed }) => feed),
  ...opened.flatMap((topic) => feedOf(topic, identity) ?? []),
]

/** The quota in which a welcomed socket counts; administrators have none. */
function kindOf(identity: Identity | null): 'visitors' | 'clubs' | null {
  if (!identity) return 'visitors'
  return may(identity.role, 'orders.answer') ? null : 'clubs'
}

const send = (ws: LiveSocket, frame: ServerFrame) => void ws.send(JSON.stringify(frame))

/** Keeps the account and the subscriptions of each open socket, and closes sockets that may not stay open. */
export function openSockets(
  deps: { store: Store; tokens: Tokens; turns: Turns; log: Logger; now: () => number },
  { topics, timers, quotas }: { topics: Topics; timers: Timers; quotas: SocketQuotas },
) {
  const { log, now, turns } = deps
  const open = new Set<LiveSocket>()
  /** When each socket without a `hello` was opened, oldest first. */
  const pending = new Map<LiveSocket, number>()
  const accounts = new Map<string, Set<LiveSocket>>()
  /** Sockets whose client had not read everything at the last sweep. */
  const stalled = new Set<LiveSocket>()
  const counts = { framesReceived: 0, backpressureCloses: 0 }
  let nextSlot = 0
  let isDraining = false

  function close(ws: LiveSocket, code: number, reason: string): void {
    forget(ws)
    ws.close(code, reason)
  }

  function forget(ws: LiveSocket): void {
    if (!open.delete(ws)) return
    pending.delete(ws)
    countAs(ws, null)
    leave(ws)
  }

  function countAs({ data }: LiveSocket, kind: SocketData['counted']): void {
    if (data.counted) quotas[data.counted].add(data.network, -1)
    data.counted = kind
    if (kind) quotas[kind].add(data.network, 1)
  }

  /** Closes the oldest socket without a `hello` if there are too many: a page sends it at once, a client that only blocks others does not. */
  function closeExcess(network: string): void {
    const excess = quotas.pendingExcess(network, open.size)
    if (excess === null) return
    const oldest = pending.keys().find((ws) => excess === 'all' || ws.data.network === network)
    if (oldest) close(oldest, CLOSE.overloaded, 'come back later')
  }

  function subscribe(ws: LiveSocket, feed: Feed): void {
    ws.subscribe(feed)
    topics.subscribe(feed)
  }

  function unsubscribe(ws: LiveSocket, feed: Feed): void {
    ws.unsubscribe(feed)
    topics.unsubscribe(feed)
  }

  /** Subscribes to the feeds of a socket, and counts it for its account, of which the oldest may be one too many. */
  function enter(ws: LiveSocket): void {
    ws.data.hasJoined = true
    for (const feed of feedsOf(ws.data)) subscribe(ws, feed)
    const { identity } = ws.data
    if (!identity) return
    const siblings = accounts.get(identity.personId) ?? new Set()
    accounts.set(identity.personId, siblings.add(ws))
    const [oldest] = siblings
    if (oldest && siblings.size > limits.socketsPerAccount)
      close(oldest, CLOSE.tooMany, 'too many sockets')
  }

  /** Takes back what `enter` did. */
  function leave(ws: LiveSocket): void {
    const { identity, hasJoined } = ws.data
    if (!hasJoined) return
    ws.data.hasJoined = false
    for (const feed of feedsOf(ws.data)) unsubscribe(ws, feed)
    if (!identity) return
    const siblings = accounts.get(identity.personId)
    siblings?.delete(ws)
    if (siblings?.size === 0) accounts.delete(identity.personId)
  }

  /** Counts a frame from the client. False when the client has sent too many in this minute. */
  function countFrame({ data }: LiveSocket, characters = 0): boolean {
    const at = now()
    if (data.framesEndAt <= at) {
      data.framesEndAt = at + MINUTE_MS
      data.frames = 0
    }
    data.frames += 1 + Math.floor(characters / COUNTED_CHARACTERS)
    return data.frames <= limits.framesPerMinute
  }

  async function identify(token: string): Promise<Identity> {
    const { account, jti, expiresAt } = await openSession(deps, token)
    const { id, clubId, access, ver } = account
    return { personId: id, clubId, role: access, ver, jti, expiresAt }
  }

  function welcome(ws: LiveSocket, identity: Identity | null): void {
    const { hasJoined, identity: before } = ws.data
    // The account is the same: `admit` closes a socket that names another one.
    const hasSameTopics =
      hasJoined && before?.role === identity?.role && before?.clubId === identity?.clubId
    if (!hasSameTopics) leave(ws)
    ws.data.identity = identity
    send(ws, { type: 'welcome', topics: subscriptionsOf(identity).map(({ topic }) => topic) })
    if (!hasSameTopics) enter(ws)
  }

  async function sendState(ws: LiveSocket, feed: Feed): Promise<void> {
    const frame = await topics.read(feed)
    if (open.has(ws)) ws.send(frame)
  }

  /** Subscribes before it reads the states. So a change in between may be sent twice, but is never missed. */
  async function admit(ws: LiveSocket, token: string | undefined): Promise<void> {
    const identity = token === undefined ? null : await identify(token)
    if (!open.has(ws)) return
    const before = ws.data.identity
    if (before && before.personId !== identity?.personId)
      return close(ws, CLOSE.signInAgain, 'another account')
    const kind = kindOf(identity)
    const isRefused =
      kind !== null && ws.data.counted !== kind && !quotas.accepts[kind](ws.data.network)
    if (isRefused) return close(ws, CLOSE.overloaded, 'come back later')
    countAs(ws, kind)
    welcome(ws, identity)
    await Promise.all(feedsOf(ws.data).map((feed) => sendState(ws, feed)))
  }

  async function answer(ws: LiveSocket, frame: ClientFrame): Promise<void> {
    if (frame.type === 'hello' || frame.type === 'token') return admit(ws, frame.token)
    const { type, topic } = frame
    const feed = feedOf(topic, ws.data.identity)
    const isSubscribed = feed !== null && feedsOf(ws.data).includes(feed)
    if (feed === null || (type === 'sync' && !isSubscribed))
      return close(ws, CLOSE.badFrame, 'not your topic')
    if (type === 'close') {
      if (isSubscribed) unsubscribe(ws, feed)
      ws.data.opened = ws.data.opened.filter((other) => other !== topic)
      return
    }
    if (type === 'open' && !isSubscribed) {
      subscribe(ws, feed)
      ws.data.opened = [...ws.data.opened, topic]
    }
    return sendState(ws, feed)
  }

  /** Waits until the previous frame of the same socket is answered, then answers this one. */
  async function answerInTurn(ws: LiveSocket, frame: ClientFrame): Promise<void> {
    try {
      await ws.data.answering
      await turns.next()
      if (open.has(ws)) await answer(ws, frame)
    } catch (error) {
      const code = error instanceof Refusal && error.code
      if (code === 'forbidden') return close(ws, CLOSE.stop, 'not for this account')
      if (code === 'unauthorized') return close(ws, CLOSE.signInAgain, 'sign in again')
      log.warn('live_frame_failed', { type: frame.type, error: String(error) })
      close(ws, CLOSE.overloaded, 'come back later')
    }
  }

  /** Pings and unsolicited pongs count as frames. */
  function countControlFrame(ws: LiveSocket): void {
    if (open.has(ws) && !countFrame(ws)) close(ws, CLOSE.tooMany, 'too many frames')
  }

  const handlers = {
    open(ws: LiveSocket): void {
      if (isDraining) return ws.close(CLOSE.restart, 'restart')
      open.add(ws)
      countAs(ws, 'pending')
      pending.set(ws, now())
      closeExcess(ws.data.network)
    },
    message(ws: LiveSocket, message: string | Buffer): void {
      if (!open.has(ws)) return
      counts.framesReceived++
      if (!countFrame(ws, message.length)) return close(ws, CLOSE.tooMany, 'too many frames')
      const frame = parseFrame(message)
      // The first frame must be a `hello`, and no later one may be.
      const isFirst = pending.delete(ws)
      if (!frame || (frame.type === 'hello') !== isFirst)
        return close(ws, CLOSE.badFrame, 'bad frame')
      ws.data.answering = answerInTurn(ws, frame)
    },
    ping: countControlFrame,
    pong: countControlFrame,
    close(ws: LiveSocket, code: number): void {
      if (code === ABNORMAL && stalled.has(ws)) counts.backpressureCloses++
      forget(ws)
    },
  }

  return {
    counts: () => ({ sockets: open.size, ...counts }),

    /** The data of a new socket, with the handlers that Bun calls. */
    newData: (network: string): SocketData => ({
      ...handlers,
      network,
      counted: null,
      identity: null,
      opened: NOTHING_OPEN,
      hasJoined: false,
      slot: nextSlot++ % limits.beatSeconds,
      frames: 0,
      framesEndAt: 0,
      answering: null,
    }),

    /** Sends a beat to the sockets of one slot: the revisions of all their topics. Returns how many it was sent to. */
    beat(slot: number): number {
      const due = [...open].filter(({ data }) => data.hasJoined && data.slot === slot)
      for (const ws of due) {
        const revs = subscriptionsOf(ws.data.identity).map(
          ({ topic, feed }) => [topic, topics.sentRev(feed)] as const,
        )
        send(ws, { type: 'beat', revs: Object.fromEntries(revs) })
      }
      return due.length
    },

    /** Closes sockets whose `hello` is late or whose token has expired, and marks those whose client has not read everything. */
    sweep(): void {
      const at = now()
      for (const [ws, openedAt] of pending)
        if (at - openedAt >= limits.helloSeconds * 1000) close(ws, CLOSE.signInAgain, 'no hello')
      stalled.clear()
      for (const ws of open) {
        if (ws.data.identity && ws.data.identity.expiresAt <= at)
          close(ws, CLOSE.signInAgain, 'sign in again')
        else if (ws.getBufferedAmount() > 0) stalled.add(ws)
      }
    },

    /** The identity of each signed-in socket. The caller asks the store about them, then passes them and its answer to `revoke`. */
    identities: (): Map<LiveSocket, Identity> =>
      new Map(
        [...open].flatMap((ws) => (ws.data.identity ? [[ws, ws.data.identity] as const] : [])),
      ),
    /** Closes sockets whose session is no longer valid. Skips a socket whose identity changed since `identities`. */
    revoke(
      asked: Map<LiveSocket, Identity>,
      { accounts: known, endedJtis }: Awaited<ReturnType<Store['live']['pulse']>>,
    ): void {
      const byId = new Map(known.map((account) => [account.id, account]))
      const ended = new Set(endedJtis)
      for (const [ws, identity] of asked) {
        if (ws.data.identity !== identity || !open.has(ws)) continue
        const account = byId.get(identity.personId)
        const isValid =
          account &&
          !account.disabled &&
          account.ver === identity.ver &&
          account.access === identity.role &&
          account.clubId === identity.clubId &&
          !ended.has(identity.jti)
        if (!isValid) close(ws, CLOSE.signInAgain, 'sign in again')
      }
    },

    /** Closes all sockets, in batches, so that pages do not reconnect all at once. From now on, closes each new socket when it opens. */
    async drain(): Promise<void> {
      isDraining = true
      let closed = 0
      while (open.size > 0) {
        const [ws] = open
        if (ws) close(ws, CLOSE.restart, 'restart')
        if (++closed % DRAIN_BATCH === 0)
          await new Promise<void>((done) => timers.after(DRAIN_PAUSE_MS, done))
      }
    },
  }
}
