import { type Feed, movedBy } from '#src/contract/topics.ts'
import type { Logger } from '#src/monitoring/log.ts'
import type { Nudge, Store } from '#src/store/port.ts'
import { createReader, type Reader, type Told } from './readings.ts'

/** So long a topic is kept after its last subscriber left, so that who comes and goes causes no new readings. */
const KEPT_MS = 15_000

type Entry = {
  subscribers: number
  /** When the last subscriber left. */
  leftAt: number
  read: Reader
  /** Whether every subscriber still waits for the answer to its own request, so that nothing need be published. */
  isNew: boolean
  /** The revision that this instance sent last; `null` until the first read. */
  sentRev: number | null
  frame: string
  /** When the first nudge arrived whose change has not been sent yet. */
  nudgedAt: number | null
  reading: Promise<void> | null
  /** The read that follows the current one. All callers that arrive in the meantime share it. */
  following: Promise<void> | null
}

export type Topics = ReturnType<typeof openTopics>

/** The feeds to which sockets of this instance subscribe. Each change is read once and published once for all sockets. */
export function openTopics(
  { store, log, now }: { store: Store; log: Logger; now: () => number },
  /** `nudgedAt`: when the first nudge of this change arrived; `null` if there was none. */
  publish: (sent: { feed: Feed; told: Told[]; nudgedAt: number | null }) => void,
) {
  const entries = new Map<Feed, Entry>()

  const isAhead = ({ sentRev }: Entry, rev: number) => sentRev === null || rev > sentRev

  async function load(feed: Feed, entry: Entry): Promise<void> {
    try {
      // After a nudge the state is another one, and comparing revisions first would only take time.
      const reading = await entry.read(entry.nudgedAt === null ? entry.sentRev : null)
      const { isNew } = entry
      entry.isNew = false
      if (!reading) return
      const { rev, frame, told } = reading
      const { nudgedAt } = entry
      entry.nudgedAt = null
      // The same state may hold another time.
      if (entry.sentRev === rev) entry.frame = frame
      if (!isAhead(entry, rev)) return
      entry.sentRev = rev
      entry.frame = frame
      if (!isNew) publish({ feed, told, nudgedAt })
    } finally {
      entry.reading = null
    }
  }

  async function loadAfter(before: Promise<void>, feed: Feed, entry: Entry): Promise<void> {
    await before.catch(() => {})
    entry.following = null
    entry.reading = load(feed, entry)
    return entry.reading
  }

  /** Settles with a read that begins after this call, because the result of a read under way may be too old. */
  function refresh(feed: Feed, entry: Entry): Promise<void> {
    if (entry.following) return entry.following
    if (entry.reading) return (entry.following = loadAfter(entry.reading, feed, entry))
    return (entry.reading = load(feed, entry))
  }

  async function refreshOrLog(feed: Feed, entry: Entry): Promise<void> {
    try {
      await refresh(feed, entry)
    } catch (error) {
      log.warn('live_read_failed', { topic: feed, error: String(error) })
    }
  }

  return {
    subscribe(feed: Feed): void {
      const entry = entries.get(feed)
      if (entry) {
        if (entry.subscribers++ === 0) entry.isNew = true
      } else
        entries.set(feed, {
          subscribers: 1,
          leftAt: 0,
          read: createReader(store, feed, now),
          isNew: true,
          sentRev: null,
          frame: '',
          nudgedAt: null,
          reading: null,
          following: null,
        })
    },
    unsubscribe(feed: Feed): void {
      const entry = entries.get(feed)
      if (entry && --entry.subscribers === 0) entry.leftAt = now()
    },
    /** Forgets the topics without a subscriber. */
    sweep(): void {
      const before = now() - KEPT_MS
      for (const [feed, { subscribers, leftAt }] of entries)
        if (subscribers === 0 && leftAt <= before) entries.delete(feed)
    },
    /** Reads the topic after this call and resolves with its state frame, or with an empty text if nobody subscribes to it. */
    async read(feed: Feed): Promise<string> {
      const entry = entries.get(feed)
      if (!entry) return ''
      await refresh(feed, entry)
      return entry.frame
    },
    /** Reads and publishes what the bus reports as changed. */
    nudge({ topic, rev }: Nudge): void {
      for (const feed of movedBy(topic)) {
        const entry = entries.get(feed)
        // The revision of one topic says nothing of the sum.
        if (!entry?.subscribers || (feed === topic && !isAhead(entry, rev))) continue
        entry.nudgedAt ??= now()
        void refreshOrLog(feed, entry)
      }
    },
    /** Reads and publishes every topic whose revision in the store is ahead of the one sent. Returns the number of these topics. */
    repair(revOf: (feed: Feed) => number | undefined): number {
      let repairs = 0
      for (const [feed, entry] of entries) {
        const rev = revOf(feed)
        if (entry.subscribers === 0 || entry.reading) continue
        if (rev === undefined || !isAhead(entry, rev)) continue
        void refreshOrLog(feed, entry)
        repairs++
      }
      return repairs
    },
    /** The revision that was sent last; `undefined` if none was. */
    sentRev: (feed: Feed) => entries.get(feed)?.sentRev ?? undefined,
  }
}
