import { isNewer, type StateFrame } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import { accountOf, isOrdersTopic, type StoreTopic, type Topic } from '#src/contract/topics.ts'
import { toWireLine, toWireOrdering } from '#src/contract/wire.ts'
import type { Logger } from '#src/monitoring/log.ts'
import type { Nudge, Store } from '#src/store/port.ts'

async function readState(store: Store, storeTopic: StoreTopic): Promise<StateFrame> {
  if (isOrdersTopic(storeTopic)) {
    const order = await store.orders.read(accountOf(storeTopic))
    const { epoch, rev, rows } = order ?? { epoch: store.epoch, rev: 0, rows: [] }
    return { type: 'state', topic: 'orders', epoch, rev, data: rows.map(toWireLine) }
  }
  const readRev = async () => (await store.live.readRev(storeTopic)) ?? 0
  switch (storeTopic) {
    case 'ordering': {
      const { epoch, rev, rows } = await store.ordering.read()
      return { type: 'state', topic: 'ordering', epoch, rev, data: toWireOrdering(rows) }
    }
    case 'inventory':
    case 'catalogue':
      return { type: 'state', topic: 'inventory', epoch: store.epoch, rev: await readRev() }
    case 'carts':
      return { type: 'state', topic: 'carts', epoch: store.epoch, rev: await readRev() }
    default:
      throw new Error(`No state of ${storeTopic satisfies never}.`)
  }
}

function toText(state: StateFrame): string {
  const text = JSON.stringify(state)
  if (Buffer.byteLength(text) <= limits.stateBytes) return text
  return JSON.stringify({ ...state, data: undefined })
}

type Entry = {
  subscribers: number
  /** The state that this instance sent last; `null` until the first read. */
  sent: { epoch: string; rev: number } | null
  frame: string
  /** When the first nudge arrived whose change has not been sent yet. */
  nudgedAt: number | null
  reading: Promise<void> | null
  /** The read that follows the current one. All callers that arrive in the meantime share it. */
  following: Promise<void> | null
}

export type Topics = ReturnType<typeof openTopics>

/** The topics to which sockets of this instance subscribe. Each change is read once and published once for all sockets. */
export function openTopics({
  store,
  log,
  now,
  publish,
}: {
  store: Store
  log: Logger
  now: () => number
  /** `nudgedAt`: when the first nudge of this change arrived; `null` if there was none. */
  publish(sent: {
    topic: Topic
    storeTopic: StoreTopic
    frame: string
    nudgedAt: number | null
  }): void
}) {
  const entries = new Map<StoreTopic, Entry>()

  async function load(storeTopic: StoreTopic, entry: Entry): Promise<void> {
    try {
      const state = await readState(store, storeTopic)
      const { nudgedAt } = entry
      entry.nudgedAt = null
      if (!isNewer(state, entry.sent)) return
      const isFirst = entry.sent === null
      entry.sent = { epoch: state.epoch, rev: state.rev }
      entry.frame = toText(state)
      // Until the first read, every subscriber waits for the answer to its own request.
      if (!isFirst) publish({ topic: state.topic, storeTopic, frame: entry.frame, nudgedAt })
    } finally {
      entry.reading = null
    }
  }

  async function loadAfter(
    before: Promise<void>,
    storeTopic: StoreTopic,
    entry: Entry,
  ): Promise<void> {
    await before.catch(() => {})
    entry.following = null
    entry.reading = load(storeTopic, entry)
    return entry.reading
  }

  /** Settles with a read that begins after this call, because the result of a read under way may be too old. */
  function refresh(storeTopic: StoreTopic, entry: Entry): Promise<void> {
    if (entry.following) return entry.following
    if (entry.reading) return (entry.following = loadAfter(entry.reading, storeTopic, entry))
    return (entry.reading = load(storeTopic, entry))
  }

  async function refreshOrLog(storeTopic: StoreTopic, entry: Entry): Promise<void> {
    try {
      await refresh(storeTopic, entry)
    } catch (error) {
      log.warn('live_read_failed', { topic: storeTopic, error: String(error) })
    }
  }

  const isAhead = (entry: Entry, rev: number) => entry.sent === null || rev > entry.sent.rev

  return {
    subscribe(storeTopic: StoreTopic): void {
      const entry = entries.get(storeTopic)
      if (entry) entry.subscribers++
      else
        entries.set(storeTopic, {
          subscribers: 1,
          sent: null,
          frame: '',
          nudgedAt: null,
          reading: null,
          following: null,
        })
    },
    unsubscribe(storeTopic: StoreTopic): void {
      const entry = entries.get(storeTopic)
      if (entry && --entry.subscribers === 0) entries.delete(storeTopic)
    },
    /** Reads the topic after this call and resolves with its state frame, or with an empty text if nobody subscribes to it. */
    async read(storeTopic: StoreTopic): Promise<string> {
      const entry = entries.get(storeTopic)
      if (!entry) return ''
      await refresh(storeTopic, entry)
      return entry.frame
    },
    /** Reads and publishes a topic that the bus reports as changed. */
    nudge({ topic, rev }: Nudge): void {
      const entry = entries.get(topic)
      if (!entry || !isAhead(entry, rev)) return
      entry.nudgedAt ??= now()
      void refreshOrLog(topic, entry)
    },
    /** Reads and publishes every topic whose revision in the store is ahead of the one sent. Returns the number of these topics. */
    repair(revOf: (storeTopic: StoreTopic) => number | undefined): number {
      let repairs = 0
      for (const [storeTopic, entry] of entries) {
        const rev = revOf(storeTopic)
        if (rev === undefined || entry.reading || !isAhead(entry, rev)) continue
        void refreshOrLog(storeTopic, entry)
        repairs++
      }
      return repairs
    },
    /** The revision that was sent last; `undefined` if none was. */
    sentRev: (storeTopic: StoreTopic) => entries.get(storeTopic)?.sent?.rev,
  }
}
