/** A Redis that hangs delays no request. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Cluster, missingServer, startCluster } from '#tests/support/cluster.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { type RedisServer, startRedis } from '#tests/support/redis.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const ROUNDS = 5
/** A command of Redis is given up after 300 ms, and a page is repaired from the store each second. */
const MOST_MS = 1_000
const RIGHT_MS = 2_000

describeWith('with a Redis that hangs', missingServer, () => {
  let redis: RedisServer
  let cluster: Cluster
  beforeAll(async () => {
    redis = await startRedis()
    cluster = await startCluster({
      redis,
      instances: 2,
      env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    })
  })
  afterAll(async () => {
    redis?.resume()
    await cluster?.close()
    await redis?.close()
  })

  test('changes, sign-ins and new pages take less than a second, and pages are right within two', async () => {
    const page = await enterLive(cluster.at(1).url, cluster.admin.token)
    redis.pause()
    async function timeOf(work: Promise<unknown>): Promise<number> {
      const begun = performance.now()
      await work
      return performance.now() - begun
    }
    const took: number[] = []
    const right: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const isOff = round % 2 === 0
      const { url, request } = cluster.at(round)
      const isShown = () => page.state('ordering')?.data?.isConfirmDisabled === isOff
      took.push(await timeOf(cluster.room().switchOrdering(isOff)))
      right.push(await timeOf(until('the page is right', isShown)))
      const form = {
        body: { email: 'nobody@campus.example', password: 'not the password' },
        headers: { 'x-forwarded-for': `192.0.2.${round}` },
      }
      took.push(await timeOf(request('POST', '/users/login', form)))
      took.push(await timeOf(enterLive(url)))
    }
    expect(Math.max(...took)).toBeLessThan(MOST_MS)
    expect(Math.max(...right)).toBeLessThan(RIGHT_MS)
  })
})
