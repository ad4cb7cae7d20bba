import { createClient } from 'redis'
import type { Logger } from '#src/monitoring/log.ts'

/** How often Redis is asked whether it still answers. */
const PULSE_MS = 500
/** Longer than this nobody waits for Redis; what it does not answer is then done without it. */
const ANSWER_MS = 300
/** A connection that has been silent for so long is replaced: behind a black hole it would stay silent for minutes. */
const GIVE_UP_MS = 2_000
const RETRY_MS = 500
/** What may wait for an answer at once: more than one turn of a busy instance asks, and little memory. */
const QUEUE_LENGTH = 10_000

type Client = ReturnType<typeof newClient>

export type RedisConnection = {
  /** Whether Redis answers. */
  isThere(): boolean
  /** Its answer; `null` at once while it is away, and after 300 ms when it falls silent. Never rejects. */
  ask<T>(call: (client: Client) => Promise<T>): Promise<T | null>
  /** Says something on the channel, or nothing while there is no connection. */
  tell(message: string): void
  /** Settles with the first attempt, well or not, after 2 s at most. */
  opened: Promise<void>
  close(): void
}

/** Never connects anew by itself: the driver notices a socket that ends, not one that falls silent. */
function newClient(url: string) {
  return createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: GIVE_UP_MS },
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_LENGTH,
    maintNotifications: 'disabled',
  })
}

/** Runs it once what has arrived by then is read: after a busy moment the answer may lie there unread. */
function afterReading(ms: number, run: () => void): () => void {
  let isCancelled = false
  const timer = setTimeout(() => setImmediate(() => isCancelled || run()), ms)
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const cancel = afterReading(ms, () => late.reject(new Error(`no answer within ${ms} ms`)))
  return Promise.race([work, late.promise]).finally(cancel)
}

/**
 * Keeps one connection, for commands and for what `channel` carries, and replaces it when it has ended or is silent. While
 * Redis hangs one call pays for finding that out; the others are answered at once until it is heard again.
 */
export function connectRedis({
  url,
  channel,
  hear,
  log,
}: {
  url: string
  channel: string
  hear: (message: string) => void
  log: Logger
}): RedisConnection {
  let client: Client | null = null
  let isSilent = false
  const closing = new AbortController()
  let isLost = false
  const opened = Promise.withResolvers<void>()

  async function attempt(next: Client): Promise<void> {
    const ended = Promise.withResolvers<never>()
    next.on('error', (error) => ended.reject(error))
    // Whoever waits hears it; at other times there is nobody.
    ended.promise.catch(() => {})
    const alive = <T>(ms: number, work: Promise<T>) =>
      Promise.race([within(ms, work), ended.promise])

    await alive(
      GIVE_UP_MS,
      next.connect().then(() => next.subscribe(channel, hear)),
    )
    client = next
    isSilent = false
    isLost = false
    log.info('redis_connected')
    opened.resolve()
    while (!closing.signal.aborted) {
      const cancel = afterReading(ANSWER_MS, () => void (isSilent = true))
      await alive(GIVE_UP_MS, next.ping()).finally(cancel)
      isSilent = false
      await Promise.race([Bun.sleep(PULSE_MS), ended.promise])
    }
  }

  async function keepConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      const next = newClient(url)
      await attempt(next).catch((error: unknown) => {
        if (!isLost && !closing.signal.aborted) log.warn('redis_away', { error: String(error) })
        isLost = true
      })
      opened.resolve()
      client = null
      if (next.isOpen) next.destroy()
      if (!closing.signal.aborted) await Bun.sleep(RETRY_MS)
    }
  }

  void keepConnected()
  const isThere = () => !isSilent && client?.isReady === true

  return {
    isThere,
    async ask(call) {
      if (!client || !isThere()) return null
      const asked = client
      try {
        return await within(ANSWER_MS, call(asked))
      } catch {
        // An answer that comes late does not open the way again; the next pulse does.
        if (client === asked && asked.isReady) isSilent = true
        return null
      }
    },
    tell(message) {
      // Not held back by a silence: it may be short, and the queue is bounded.
      if (client?.isReady) client.publish(channel, message).catch(() => {})
    },
    opened: opened.promise,
    close() {
      closing.abort()
      if (client?.isOpen) client.destroy()
      client = null
    },
  }
}
