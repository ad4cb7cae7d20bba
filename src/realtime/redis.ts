import type { Logger } from '#src/monitoring/log.ts'
import type { Nudge } from '#src/store/port.ts'
import { openLocalBus, type Bus } from './bus.ts'
import { openLocalCounters, type Allowance, type Counters } from './counters.ts'
import { connectRedis, type RedisConnection } from './redis-connection.ts'

/** Adds the cost and answers 0, or answers the milliseconds to wait. The clock is that of Redis, one for all instances. */
const TAKE = `
local free, windowMs, firstMs, maxMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local cost = tonumber(ARGV[5])
local time = redis.call('TIME')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
local count = redis.call('HMGET', KEYS[1], 'taken', 'lastAt')
local taken = tonumber(count[1] or 0)
if taken >= free then
  if not count[1] then
    redis.call('HSET', KEYS[1], 'taken', 0, 'lastAt', at)
    redis.call('PEXPIRE', KEYS[1], windowMs)
    count = {0, at}
  end
  local waitMs = redis.call('PTTL', KEYS[1])
  if firstMs > 0 then
    local pauseMs = math.min(maxMs, firstMs * 2 ^ (taken - free))
    waitMs = math.min(waitMs, tonumber(count[2]) + pauseMs - at)
  end
  if waitMs > 0 then return math.ceil(waitMs) end
end
redis.call('HSET', KEYS[1], 'taken', taken + cost, 'lastAt', at)
if not count[1] then redis.call('PEXPIRE', KEYS[1], windowMs) end
return 0
`

const GIVE_BACK = `
if tonumber(redis.call('HGET', KEYS[1], 'taken') or 0) > 0 then redis.call('HINCRBY', KEYS[1], 'taken', -1) end
return 0
`

const isNudge = (value: unknown): value is Nudge =>
  typeof value === 'object' &&
  value !== null &&
  'topic' in value &&
  typeof value.topic === 'string' &&
  'rev' in value &&
  typeof value.rev === 'number'

/** What another instance has told; nothing for one's own message or for what is no message of ours. */
function readMessage(text: string, own: string): Nudge[] {
  try {
    const message: unknown = JSON.parse(text)
    if (!Array.isArray(message) || message[0] === own) return []
    return message.slice(1).filter(isNudge)
  } catch {
    return []
  }
}

/** Listeners of this instance hear its nudges at once and without Redis, those of the others over it. */
function createBus(connection: RedisConnection, local: Bus, own: string): Bus {
  return {
    publish(nudges) {
      local.publish(nudges)
      if (nudges.length > 0) connection.tell(JSON.stringify([own, ...nudges]))
    },
    subscribe: local.subscribe,
    status: () => (connection.isThere() ? 'ok' : 'down'),
    async close() {
      connection.close()
      await local.close()
    },
  }
}

/** Each instance counts on its own beside Redis, so that who has been slowed down stays so when Redis leaves. */
function createCounters(connection: RedisConnection, local: Counters, prefix: string): Counters {
  const run = (script: string, key: string, args: number[] = []) =>
    connection.ask((client) =>
      client.eval(script, { keys: [prefix + key], arguments: args.map(String) }),
    )

  return {
    async take(key, allowance: Allowance, cost = 1) {
      const { free, windowMs, delay } = allowance
      const limits = [free, windowMs, delay?.firstMs ?? 0, delay?.maxMs ?? 0, cost]
      const waitMs = await run(TAKE, key, limits)
      if (waitMs === null) return local.take(key, allowance, cost)
      if (waitMs === 0) await local.take(key, allowance, cost)
      return Number(waitMs)
    },
    async giveBack(key) {
      await local.giveBack(key)
      await run(GIVE_BACK, key)
    },
    async clear(key) {
      await local.clear(key)
      await connection.ask((client) => client.del(prefix + key))
    },
    async close() {
      connection.close()
      await local.close()
    },
  }
}

/**
 * Bus and counters that all instances of one installation share; `installation` keeps it apart from others on the same Redis.
 * Without Redis each instance goes on alone, and nothing waits for it longer than 300 ms.
 */
export async function openRedis({
  url,
  installation,
  log,
  now,
}: {
  url: string
  installation: string
  log: Logger
  now: () => number
}): Promise<{ bus: Bus; counters: Counters }> {
  const channel = `portal:${installation}:nudges`
  const own = crypto.randomUUID()
  const local = openLocalBus()
  const hear = (text: string) => local.publish(readMessage(text, own))
  const connection = connectRedis({ url, channel, hear, log })
  await connection.opened
  return {
    bus: createBus(connection, local, own),
    counters: createCounters(connection, openLocalCounters(now), `portal:${installation}:count:`),
  }
}
