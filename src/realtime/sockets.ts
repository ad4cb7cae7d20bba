import { openSession } from '#src/identity/session.ts'
import { CLOSE, type ClientFrame, type ServerFrame, type Topic } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { Tokens } from '#src/identity/tokens.ts'
import type { Logger } from '#src/monitoring/log.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Store } from '#src/store/port.ts'
import { parseFrame } from './frames.ts'
import { openGreetings } from './greetings.ts'
import type { Room } from './room.ts'
import type { Identity, LiveSocket, SocketData } from './socket.ts'
import type { Timers } from './timers.ts'
import { toStoreTopic, TOPICS_OF, type Topics } from './topics.ts'

const MINUTE_MS = 60_000
const DRAIN_BATCH = 200
const DRAIN_PAUSE_MS = 20
/** What a socket ends with when nobody said goodbye, one that was cut for not reading included. */
const ABNORMAL = 1006

/** Pages that hear of the same topics hear the same beats. */
const beatTopic = (identity: Identity | null, slot: number) =>
  `beat:${identity?.role === 'user' ? identity.accountId : (identity?.role ?? 'visitor')}:${slot}`

const say = (ws: LiveSocket, frame: ServerFrame) => void ws.send(JSON.stringify(frame))

/** The open sockets, and what they may say. */
export function openSockets({
  deps,
  topics,
  timers,
  room,
}: {
  deps: { store: Store; tokens: Tokens; log: Logger; now: () => number }
  topics: Topics
  timers: Timers
  room: Room
}) {
  const { log, now } = deps
  const open = new Set<LiveSocket>()
  const accounts = new Map<string, Set<LiveSocket>>()
  /** Those that had bytes waiting for them when last looked at. */
  const stalled = new Set<LiveSocket>()
  const counts = { framesReceived: 0, backpressureCloses: 0 }
  let slots = 0
  let isDraining = false
  const greetings = openGreetings({ room, timers, now, close })

  function close(ws: LiveSocket, code: number, reason: string): void {
    forget(ws)
    ws.close(code, reason)
  }

  function forget(ws: LiveSocket): void {
    if (!open.delete(ws)) return
    greetings.delete(ws)
    countAs(ws, null)
    leave(ws)
  }

  function countAs({ data }: LiveSocket, kind: SocketData['counted']): void {
    if (data.counted) room[data.counted].add(data.network, -1)
    data.counted = kind
    if (kind) room[kind].add(data.network, 1)
  }

  function leave(ws: LiveSocket): void {
    const { identity, topics: own } = ws.data
    for (const topic of own) topics.release(toStoreTopic(topic, identity))
    ws.data.topics = []
    if (!identity) return
    const siblings = accounts.get(identity.accountId)
    siblings?.delete(ws)
    if (siblings?.size === 0) accounts.delete(identity.accountId)
  }

  function mayTalk({ data }: LiveSocket): boolean {
    const at = now()
    if (data.framesEndAt <= at) {
      data.framesEndAt = at + MINUTE_MS
      data.frames = 0
    }
    return ++data.frames <= limits.framesPerMinute
  }

  async function identify(token: string): Promise<Identity | Refusal> {
    try {
      const { account, jti, expiresAt } = await openSession(deps, token)
      const { id, access, ver } = account
      return { accountId: id, role: access, ver, jti, expiresAt }
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  function join(ws: LiveSocket, identity: Identity | null): void {
    const { identity: before, topics: heard, slot } = ws.data
    for (const topic of heard) ws.unsubscribe(toStoreTopic(topic, before))
    ws.unsubscribe(beatTopic(before, slot))
    leave(ws)
    ws.data.identity = identity
    ws.data.topics = TOPICS_OF[identity?.role ?? 'visitor']
    say(ws, { type: 'welcome', topics: [...ws.data.topics] })
    for (const topic of ws.data.topics) {
      const own = toStoreTopic(topic, identity)
      ws.subscribe(own)
      topics.hold(own)
    }
    ws.subscribe(beatTopic(identity, slot))
    if (!identity) return
    const siblings = accounts.get(identity.accountId) ?? new Set()
    accounts.set(identity.accountId, siblings.add(ws))
    const [oldest] = siblings
    if (oldest && siblings.size > limits.socketsPerAccount)
      close(oldest, CLOSE.tooMany, 'too many sockets')
  }

  async function tell(ws: LiveSocket, topic: Topic): Promise<void> {
    const frame = await topics.read(toStoreTopic(topic, ws.data.identity))
    if (open.has(ws)) ws.send(frame)
  }

  /** Subscribes first, reads second, sends third: what changes in between comes twice and never not at all. */
  async function admit(ws: LiveSocket, token: string | undefined): Promise<void> {
    const identity = token === undefined ? null : await identify(token)
    if (!open.has(ws)) return
    if (identity instanceof Refusal) {
      if (identity.code === 'forbidden') return close(ws, CLOSE.stop, 'not for this account')
      if (identity.code === 'unauthorized') return close(ws, CLOSE.signInAgain, 'sign in again')
      throw identity
    }
    const before = ws.data.identity
    if (before && before.accountId !== identity?.accountId)
      return close(ws, CLOSE.signInAgain, 'another account')
    const isNewVisitor = !identity && ws.data.counted !== 'visitors'
    if (isNewVisitor && !room.hasVisitorRoom(ws.data.network))
      return close(ws, CLOSE.overloaded, 'come back later')
    countAs(ws, identity ? null : 'visitors')
    join(ws, identity)
    await Promise.all(ws.data.topics.map((topic) => tell(ws, topic)))
  }

  async function answer(ws: LiveSocket, frame: ClientFrame): Promise<void> {
    if (frame.type !== 'sync') return admit(ws, frame.token)
    if (!ws.data.topics.includes(frame.topic)) return close(ws, CLOSE.badFrame, 'not your topic')
    return tell(ws, frame.topic)
  }

  async function work(
    ws: LiveSocket,
    frame: ClientFrame,
    before: Promise<void> | null,
  ): Promise<void> {
    try {
      await before
      if (open.has(ws)) await answer(ws, frame)
    } catch (error) {
      log.warn('live_frame_failed', { type: frame.type, error: String(error) })
      close(ws, CLOSE.overloaded, 'come back later')
    }
    if (--ws.data.waiting === 0) ws.data.work = null
  }

  /** Pings, and pongs that nobody asked for, cost as much as frames. */
  function hearControl(ws: LiveSocket): void {
    if (open.has(ws) && !mayTalk(ws)) close(ws, CLOSE.tooMany, 'too many frames')
  }

  const handlers = {
    open(ws: LiveSocket): void {
      if (isDraining) return ws.close(CLOSE.restart, 'restart')
      if (room.isFull(open.size + 1)) return ws.close(CLOSE.overloaded, 'come back later')
      open.add(ws)
      countAs(ws, 'silent')
      greetings.add(ws)
    },
    message(ws: LiveSocket, message: string | Buffer): void {
      if (!open.has(ws)) return
      counts.framesReceived++
      if (!mayTalk(ws)) return close(ws, CLOSE.tooMany, 'too many frames')
      const frame = parseFrame(message)
      if (!frame || (frame.type === 'hello') === ws.data.greeted)
        return close(ws, CLOSE.badFrame, 'bad frame')
      ws.data.greeted = true
      greetings.delete(ws)
      ws.data.waiting++
      ws.data.work = work(ws, frame, ws.data.work)
    },
    ping: hearControl,
    pong: hearControl,
    close(ws: LiveSocket, code: number): void {
      if (code === ABNORMAL && stalled.has(ws)) counts.backpressureCloses++
      forget(ws)
    },
  }

  return {
    counts: () => ({ sockets: open.size, ...counts }),

    /** What a new socket carries. */
    newData: (network: string): SocketData => ({
      ...handlers,
      greeted: false,
      network,
      counted: null,
      identity: null,
      topics: [],
      slot: slots++ % limits.beatSeconds,
      frames: 0,
      framesEndAt: 0,
      waiting: 0,
      work: null,
    }),

    /** Tells one part of the sockets the revisions of all their topics. */
    beat(slot: number, publish: (topic: string, frame: string) => void): void {
      const tell = (identity: Identity | null) => {
        const revs = Object.fromEntries(
          TOPICS_OF[identity?.role ?? 'visitor'].map((topic) => [
            topic,
            topics.sentRev(toStoreTopic(topic, identity)),
          ]),
        )
        const frame: ServerFrame = { type: 'beat', revs }
        publish(beatTopic(identity, slot), JSON.stringify(frame))
      }
      tell(null)
      const told = new Set<string>()
      for (const [ws] of accounts.values()) {
        const identity = ws?.data.identity
        if (!identity || told.has(beatTopic(identity, slot))) continue
        told.add(beatTopic(identity, slot))
        tell(identity)
      }
    },

    /** Closes those whose token has ended, and notes those that do not read what they are sent. */
    sweep(): void {
      const at = now()
      stalled.clear()
      for (const ws of open) {
        if (ws.data.identity && ws.data.identity.expiresAt <= at)
          close(ws, CLOSE.signInAgain, 'sign in again')
        else if (ws.getBufferedAmount() > 0) stalled.add(ws)
      }
    },

    /** Who is behind the sockets now; the answer goes to `revoke` with what the store says of them. */
    identities: (): Map<LiveSocket, Identity> => {
      const held = new Map<LiveSocket, Identity>()
      for (const siblings of accounts.values())
        for (const ws of siblings) if (ws.data.identity) held.set(ws, ws.data.identity)
      return held
    },
    /** Closes those whose account or token has ended; one that has a new identity meanwhile is judged next time. */
    revoke(
      held: Map<LiveSocket, Identity>,
      { accounts: known, endedJtis }: Awaited<ReturnType<Store['live']['pulse']>>,
    ): void {
      const byId = new Map(known.map((account) => [account.id, account]))
      const ended = new Set(endedJtis)
      for (const [ws, identity] of held) {
        if (ws.data.identity !== identity || !open.has(ws)) continue
        const account = byId.get(identity.accountId)
        const isValid =
          account &&
          !account.disabled &&
          account.ver === identity.ver &&
          account.access === identity.role &&
          !ended.has(identity.jti)
        if (!isValid) close(ws, CLOSE.signInAgain, 'sign in again')
      }
    },

    /** Closes all, some at a time, so that they do not come back all at once; new ones are closed as they come. */
    async drain(): Promise<void> {
      isDraining = true
      for (let closed = 0; open.size > 0;) {
        const [ws] = open
        if (ws) close(ws, CLOSE.restart, 'restart')
        if (++closed % DRAIN_BATCH === 0)
          await new Promise<void>((done) => timers.after(DRAIN_PAUSE_MS, done))
      }
    },
    stop(): void {
      greetings.stop()
    },
  }
}
