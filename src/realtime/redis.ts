import type { Logger } from '#src/monitoring/log.ts'
import type { Nudge } from '#src/store/port.ts'
import { openLocalBus, type Bus } from './bus.ts'
import { openLocalCounters, type Allowance, type Counters } from './counters.ts'
import { connectRedis, type RedisConnection } from './redis-connection.ts'

/**
 * `Counters.take` as one atomic script. It uses the clock of Redis, which is the same for all instances. After that clock was put back,
 * what was counted under the wrong time counts as of now.
 */
const TAKE = `
local free, windowMs, firstMs, maxMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local cost = tonumber(ARGV[5])
local time = redis.call('TIME')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
local count = redis.call('HMGET', KEYS[1], 'taken', 'lastAt')
local taken = tonumber(count[1] or 0)
if redis.call('PTTL', KEYS[1]) > windowMs then redis.call('PEXPIRE', KEYS[1], windowMs) end
if count[1] and tonumber(count[2]) > at then
  redis.call('HSET', KEYS[1], 'lastAt', at)
  count[2] = at
end
if taken >= free then
  if not count[1] and cost > 0 then
    redis.call('HSET', KEYS[1], 'taken', 0, 'lastAt', at)
    redis.call('PEXPIRE', KEYS[1], windowMs)
  end
  local waitMs = redis.call('PTTL', KEYS[1])
  if waitMs < 0 then waitMs = windowMs end
  if firstMs > 0 then
    local pauseMs = math.min(maxMs, firstMs * 2 ^ (taken - free))
    waitMs = math.min(waitMs, tonumber(count[2] or at) + pauseMs - at)
  end
  if waitMs > 0 then return math.ceil(waitMs) end
end
if cost == 0 then return 0 end
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

/** Parses a message of another instance. Returns no nudges for this instance's own message or an invalid one. */
function parseMessage(text: string, instanceId: string): Nudge[] {
  try {
    const message: unknown = JSON.parse(text)
    if (!Array.isArray(message) || message[0] === instanceId) return []
    return message.slice(1).filter(isNudge)
  } catch {
    return []
  }
}

/** Delivers nudges directly to listeners in this instance, and through Redis to the other instances. */
const createBus = (connection: RedisConnection, local: Bus, instanceId: string): Bus => ({
  publish(nudges) {
    local.publish(nudges)
    if (nudges.length > 0) connection.publish(JSON.stringify([instanceId, ...nudges]))
  },
  subscribe: local.subscribe,
  status: () => (connection.isAvailable() ? 'ok' : 'down'),
  async close() {
    connection.close()
    await local.close()
  },
})

/** Each instance also counts in memory, so that a client over its limit stays limited when Redis fails. */
function createCounters(connection: RedisConnection, local: Counters, prefix: string): Counters {
  const evaluate = (script: string, key: string, args: number[] = []) =>
    connection.run((client) =>
      client.eval(script, { keys: [prefix + key], arguments: args.map(String) }),
    )

  return {
    async take(key, allowance: Allowance, cost = 1) {
      const { free, windowMs, delay } = allowance
      const limits = [free, windowMs, delay?.firstMs ?? 0, delay?.maxMs ?? 0, cost]
      const waitMs = await evaluate(TAKE, key, limits)
      if (waitMs === null) return local.take(key, allowance, cost)
      if (waitMs === 0) await local.take(key, allowance, cost)
      return Number(waitMs)
    },
    async giveBack(key) {
      await local.giveBack(key)
      await evaluate(GIVE_BACK, key)
    },
    async clear(key) {
      await local.clear(key)
      await connection.run((client) => client.del(prefix + key))
    },
    async close() {
      connection.close()
      await local.close()
    },
  }
}

/**
 * Opens the bus and the counters that all instances of one installation share. `installation` separates several installations
 * on the same Redis. While Redis is unavailable, each instance works alone, and no call waits for Redis longer than 300 ms.
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
  const instanceId = crypto.randomUUID()
  const local = openLocalBus()
  const onMessage = (text: string) => local.publish(parseMessage(text, instanceId))
  const connection = connectRedis({ url, channel, onMessage, log })
  await connection.firstAttempt
  return {
    bus: createBus(connection, local, instanceId),
    counters: createCounters(connection, openLocalCounters(now), `portal:${installation}:count:`),
  }
}
