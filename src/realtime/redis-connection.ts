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

export type RedisConnection = ReturnType<typeof connectRedis>

const tooLate = () => new Error('no answer in time')

/**
 * Keeps one connection for commands and for the messages of `channel`; the driver replaces it when it closes or stops answering. When
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
  const client = createClient({
    url,
    pingInterval: PING_PAUSE_MS,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: CONNECTION_TIMEOUT_MS,
      reconnectStrategy: () => RETRY_MS,
    },
  })
  let isUnresponsive = false
  let isSubscribed = false
  let isFailureLogged = false
  let isClosing = false
  const firstAttempt = Promise.withResolvers<void>()

  function failed(error: unknown): void {
    if (!isFailureLogged && !isClosing) log.warn('redis_unavailable', { error: String(error) })
    isFailureLogged = true
    firstAttempt.resolve()
  }
  async function answered(): Promise<void> {
    isUnresponsive = false
    try {
      // The driver subscribes later connections.
      if (!isSubscribed) await client.subscribe(channel, onMessage)
    } catch (error) {
      return failed(error)
    }
    if (!isSubscribed || isFailureLogged) log.info('redis_connected')
    isSubscribed = true
    isFailureLogged = false
    firstAttempt.resolve()
  }
  client.on('error', failed)
  client.on('ready', answered)
  client.on('ping-interval', answered)
  client.connect().catch(() => {})

  /** Whether the connection is open and Redis answers. */
  const isAvailable = () => isSubscribed && !isUnresponsive && client.isReady

  /** Runs a command. Resolves with `null` if Redis is unavailable, fails, or does not answer within 300 ms. Never rejects. */
  async function run<T>(command: (to: typeof client) => Promise<T>): Promise<T | null> {
    if (!isAvailable()) return null
    try {
      return await within(COMMAND_TIMEOUT_MS, command(client), tooLate)
    } catch {
      // Stays so even if the answer still comes: only the next ping ends it. Nothing is written meanwhile, so that the driver sees a dead connection.
      isUnresponsive = true
      return null
    }
  }

  return {
    isAvailable,
    run,
    /** Publishes on the channel, or drops the message while Redis is unavailable. */
    publish(message: string): void {
      void run((to) => to.publish(channel, message))
    },
    /** Resolves when the first attempt to connect has succeeded or failed, after at most 2 s. */
    firstAttempt: firstAttempt.promise,
    close(): void {
      isClosing = true
      client.destroy()
    },
  }
}
