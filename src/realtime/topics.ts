import { isNewer, type Topic } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import { toWireLine, toWireOrdering } from '#src/contract/wire.ts'
import type { Role } from '#src/contract/statuses.ts'
import type { Logger } from '#src/monitoring/log.ts'
import type { Nudge, Store, StoreTopic } from '#src/store/port.ts'

/** What each kind of page hears. A page cannot choose. */
export const TOPICS_OF: Record<Role | 'visitor', readonly Topic[]> = {
  visitor: ['ordering'],
  user: ['ordering', 'inventory', 'orders'],
  bosslevel: ['ordering', 'inventory', 'carts'],
}

/** The store's topic behind a name on the wire; a socket subscribes to it by this name. */
export function toStoreTopic(
  topic: Topic,
  listener: { accountId: string; role: Role } | null,
): StoreTopic {
  if (topic === 'orders') return `orders:${listener?.accountId ?? ''}`
  return topic === 'inventory' && listener?.role === 'user' ? 'catalogue' : topic
}

const ORDERS = 'orders:'

export function toWireTopic(topic: StoreTopic): Topic {
  if (topic.startsWith(ORDERS)) return 'orders'
  return topic === 'catalogue' ? 'inventory' : (topic as Topic)
}

type State = { epoch: string; rev: number; data?: unknown }

async function readState(store: Store, topic: StoreTopic): Promise<State> {
  if (topic === 'ordering') {
    const { epoch, rev, rows } = await store.ordering.read()
    return { epoch, rev, data: toWireOrdering(rows) }
  }
  if (topic.startsWith(ORDERS)) {
    const order = await store.orders.read(topic.slice(ORDERS.length))
    return order
      ? { epoch: order.epoch, rev: order.rev, data: order.rows.map(toWireLine) }
      : { epoch: store.epoch, rev: 0, data: [] }
  }
  return { epoch: store.epoch, rev: (await store.live.readRev(topic)) ?? 0 }
}

function toFrame(topic: StoreTopic, { epoch, rev, data }: State): string {
  const head = { type: 'state', topic: toWireTopic(topic), epoch, rev }
  const whole = JSON.stringify({ ...head, data })
  return Buffer.byteLength(whole) > limits.stateBytes ? JSON.stringify(head) : whole
}

type Held = {
  holders: number
  /** What the sockets here were last told; `null` until the first read. */
  sent: { epoch: string; rev: number } | null
  frame: string
  /** When the first nudge came that is not told yet. */
  heardAt: number | null
  reading: Promise<void> | null
  /** The read that follows the one under way; everybody who asks meanwhile shares it. */
  following: Promise<void> | null
}

export type Topics = ReturnType<typeof openTopics>

/** The topics that this instance's sockets hold: each is read once for all of them, and told to all of them once. */
export function openTopics({
  store,
  log,
  now,
  publish,
}: {
  store: Store
  log: Logger
  now: () => number
  /** `heardAt`: when the first nudge came that this frame tells of; `null` when none did. */
  publish(topic: StoreTopic, frame: string, heardAt: number | null): void
}) {
  const topics = new Map<StoreTopic, Held>()

  async function load(topic: StoreTopic, held: Held): Promise<void> {
    try {
      const state = await readState(store, topic)
      const { heardAt } = held
      held.heardAt = null
      if (!isNewer(state, held.sent)) return
      const isFirst = held.sent === null
      held.sent = { epoch: state.epoch, rev: state.rev }
      held.frame = toFrame(topic, state)
      // Before the first read every holder is still waiting for its own answer.
      if (!isFirst) publish(topic, held.frame, heardAt)
    } finally {
      held.reading = null
    }
  }

  async function loadAfter(before: Promise<void>, topic: StoreTopic, held: Held): Promise<void> {
    await before.catch(() => {})
    held.following = null
    held.reading = load(topic, held)
    return held.reading
  }

  /** Settles with a read that began after this call: one that is under way may be too old. */
  function refresh(topic: StoreTopic, held: Held): Promise<void> {
    if (held.following) return held.following
    if (held.reading) return (held.following = loadAfter(held.reading, topic, held))
    return (held.reading = load(topic, held))
  }

  async function refreshQuietly(topic: StoreTopic, held: Held): Promise<void> {
    try {
      await refresh(topic, held)
    } catch (error) {
      log.warn('live_read_failed', { topic, error: String(error) })
    }
  }

  const isAhead = (held: Held, rev: number) => held.sent === null || rev > held.sent.rev

  return {
    hold(topic: StoreTopic): void {
      const held = topics.get(topic)
      if (held) held.holders++
      else
        topics.set(topic, {
          holders: 1,
          sent: null,
          frame: '',
          heardAt: null,
          reading: null,
          following: null,
        })
    },
    release(topic: StoreTopic): void {
      const held = topics.get(topic)
      if (held && --held.holders === 0) topics.delete(topic)
    },
    /** The state frame of a held topic, from a read that began after this call. */
    async read(topic: StoreTopic): Promise<string> {
      const held = topics.get(topic)
      if (!held) return ''
      await refresh(topic, held)
      return held.frame
    },
    /** Reads and tells a topic that is said to have moved. */
    nudge({ topic, rev }: Nudge): void {
      const held = topics.get(topic)
      if (!held || !isAhead(held, rev)) return
      held.heardAt ??= now()
      void refreshQuietly(topic, held)
    },
    /** The same for what the store itself shows; answers whether there was something that no nudge had told. */
    repair(topic: StoreTopic, rev: number): boolean {
      const held = topics.get(topic)
      if (!held || held.reading || !isAhead(held, rev)) return false
      void refreshQuietly(topic, held)
      return true
    },
    /** The revision last told; `undefined` before the first. */
    sentRev: (topic: StoreTopic) => topics.get(topic)?.sent?.rev,
  }
}
