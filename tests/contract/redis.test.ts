import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createLogger } from '#src/monitoring/log.ts'
import { openRedis } from '#src/realtime/redis.ts'
import type { Nudge } from '#src/store/port.ts'
import { joinRedis, type JoinedRedis, whyNoRedis } from '#tests/support/redis.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'
import { busContract } from './bus.contract.ts'
import { countersContract } from './counters.contract.ts'

const log = createLogger('silent')

describeWith('on a real redis-server', whyNoRedis, () => {
  let redis: JoinedRedis
  beforeAll(async () => void (redis = await joinRedis()))
  afterAll(() => redis.close())

  const open = (installation: string) =>
    openRedis({ url: redis.url, installation, log, now: Date.now })

  busContract('Redis, two instances', async () => {
    const installation = crypto.randomUUID()
    const [near, far] = await Promise.all([open(installation), open(installation)])
    return {
      near: near.bus,
      far: far.bus,
      async end() {
        await near.bus.close()
        await far.bus.close()
      },
    }
  })

  countersContract('Redis', async () => {
    const installation = crypto.randomUUID()
    const { counters } = await open(installation)
    return {
      counters,
      pass: (ms) => Bun.sleep(ms),
      /** The clock of Redis cannot be set, so the times that it has kept are. */
      async whileAhead(ms, key, count) {
        await count()
        const stored = `portal:${installation}:count:${key}`
        const left = Number(/\d+/.exec((await redis.say('PTTL', stored)) ?? '')?.[0])
        await redis.say('PEXPIRE', stored, String(left + ms))
        await redis.say('HINCRBY', stored, 'lastAt', String(ms))
      },
      end: () => counters.close(),
    }
  })

  describe('what instances share', () => {
    test('an instance delivers its own nudge once, and ignores invalid messages', async () => {
      const installation = crypto.randomUUID()
      const { bus } = await open(installation)
      const heard: Nudge[] = []
      bus.subscribe((nudge) => void heard.push(nudge))
      bus.publish([{ topic: 'carts', rev: 1 }])
      const channel = `portal:${installation}:nudges`
      for (const text of ['{', 'null', '["x",7,{"topic":1,"rev":1}]', '{"topic":"carts","rev":9}'])
        await redis.say('PUBLISH', channel, text)
      await redis.say('PUBLISH', channel, '["another",{"topic":"carts","rev":2}]')
      await until('the other instance is heard', () => heard.some(({ rev }) => rev === 2))
      expect(heard).toEqual([
        { topic: 'carts', rev: 1 },
        { topic: 'carts', rev: 2 },
      ])
      await bus.close()
    })

    test('installations on one Redis share neither nudges nor counts', async () => {
      const [ours, theirs, beside] = await Promise.all(['ours', 'theirs', 'ours'].map(open))
      if (!ours || !theirs || !beside) throw new Error('Three were opened.')
      const heard: Nudge[] = []
      ours.bus.subscribe((nudge) => void heard.push(nudge))
      theirs.bus.publish([{ topic: 'carts', rev: 1 }])
      // Redis handles commands in order: after this answer, the nudge above has been delivered.
      expect(await theirs.counters.take('told', { free: 1, windowMs: 60_000 })).toBe(0)
      beside.bus.publish([{ topic: 'carts', rev: 2 }])
      await until('a nudge is heard', () => heard.length > 0)
      const once = { free: 1, windowMs: 60_000 }
      expect(await theirs.counters.take('a', once)).toBe(0)
      expect(await ours.counters.take('a', once)).toBe(0)
      expect(heard).toEqual([{ topic: 'carts', rev: 2 }])
      await Promise.all([ours, theirs, beside].map(({ bus }) => bus.close()))
    })
  })
})
