import { createClient } from 'redis'
import type { Logger } from '#src/monitoring/log.ts'
import { within } from '#src/rules/within.ts'

/** Pause between two pings. */
const PING_PAUSE_MS = 500
/** Timeout of a command. The caller then works without Redis. */
const COMMAND_TIMEOUT_MS = 300
/** Replaces a connection after this time without an answer: TCP itself reports a dead network only after minutes. */
const CONNECTION_TIMEOUT_MS = 2_000
const RETRY_MS = 500
/** Commands that may wait for an answer at once: more than a busy instance sends, and little memory. */
const MAX_QUEUED_COMMANDS = 10_000

type Client = ReturnType<typeof newClient>

export type RedisConnection = ReturnType<typeof connectRedis>

/** Does not reconnect by itself: the driver notices a closed socket, but not one that stops answering. */
function newClient(url: string) {
  return createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: CONNECTION_TIMEOUT_MS },
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    maintNotifications: 'disabled',
  })
}

const tooLate = () => new Error('no answer in time')

/**
 * Keeps one connection for commands and for the messages of `channel`, and replaces it when it closes or stops answering. When
 * Redis hangs, the commands under way time out; later ones resolve with `null` at once, until Redis answers a ping again.
 */
export function connectRedis({
  url,
  channel,
  onMessage,
  log,
}: {
  url: string
  channel: string
  onMessage: (message: string) => void
  log: Logger
}) {
  let client: Client | null = null
  let isUnresponsive = false
  const closing = new AbortController()
  let isFailureLogged = false
  const firstAttempt = Promise.withResolvers<void>()

  async function serve(next: Client): Promise<void> {
    const ended = Promise.withResolvers<never>()
    next.on('error', (error) => ended.reject(error))
    // Prevents an unhandled rejection while nothing awaits it.
    ended.promise.catch(() => {})
    const orEnd = <T>(ms: number, work: Promise<T>) =>
      Promise.race([within(ms, work, tooLate), ended.promise])

    await orEnd(
      CONNECTION_TIMEOUT_MS,
      next.connect().then(() => next.subscribe(channel, onMessage)),
    )
    client = next
    isUnresponsive = false
    isFailureLogged = false
    log.info('redis_connected')
    firstAttempt.resolve()
    while (!closing.signal.aborted) {
      const answer = next.ping()
      within(COMMAND_TIMEOUT_MS, answer, tooLate).catch(() => void (isUnresponsive = true))
      await orEnd(CONNECTION_TIMEOUT_MS, answer)
      isUnresponsive = false
      await Promise.race([Bun.sleep(PING_PAUSE_MS), ended.promise])
    }
  }

  async function keepConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      const next = newClient(url)
      await serve(next).catch((error: unknown) => {
        if (!isFailureLogged && !closing.signal.aborted)
          log.warn('redis_unavailable', { error: String(error) })
        isFailureLogged = true
      })
      firstAttempt.resolve()
      client = null
      if (next.isOpen) next.destroy()
      if (!closing.signal.aborted) await Bun.sleep(RETRY_MS)
    }
  }

  void keepConnected()
  /** Whether the connection is open and Redis answers. */
  const isAvailable = () => !isUnresponsive && client?.isReady === true

  return {
    isAvailable,
    /** Runs a command. Resolves with `null` if Redis is unavailable, fails, or does not answer within 300 ms. Never rejects. */
    async run<T>(command: (client: Client) => Promise<T>): Promise<T | null> {
      if (!client || !isAvailable()) return null
      const current = client
      try {
        return await within(COMMAND_TIMEOUT_MS, command(current), tooLate)
      } catch {
        // Stays so even if the answer still comes: only the next ping ends it.
        if (client === current && current.isReady) isUnresponsive = true
        return null
      }
    },
    /** Publishes on the channel, or drops the message while there is no connection. */
    publish(message: string): void {
      // Also while Redis does not answer: that may be brief, and the queue is bounded.
      if (client?.isReady) client.publish(channel, message).catch(() => {})
    },
    /** Resolves when the first attempt to connect has succeeded or failed, after at most 2 s. */
    firstAttempt: firstAttempt.promise,
    close(): void {
      closing.abort()
      if (client?.isOpen) client.destroy()
      client = null
    },
  }
}
