/** Two instances on one MongoDB, while their Redis dies, hangs, becomes unreachable or drops its subscribers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import {
  createInstance,
  missingServer,
  startCluster,
  type Cluster,
  type Instance,
  type Person,
} from '#tests/support/cluster.ts'
import { enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { openPath, startRedis, type RedisServer } from '#tests/support/redis.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

let redis: RedisServer
let path: Awaited<ReturnType<typeof openPath>>
let cluster: Cluster
let club: Person
let item: StockItem
let clients = 0

type Fault = { strike(): unknown; mend(): unknown; isNoticed: boolean }
const faults: Record<string, Fault> = {
  'has been killed': { strike: () => redis.kill(), mend: () => redis.start(), isNoticed: true },
  hangs: { strike: () => redis.pause(), mend: () => redis.resume(), isNoticed: true },
  'is behind a black hole': {
    strike: () => path.swallow(),
    mend: () => path.letPass(),
    isNoticed: true,
  },
  // The instances reconnect before a health check can see it.
  'has cut its subscribers': {
    strike: () => redis.say('CLIENT', 'KILL', 'TYPE', 'pubsub'),
    mend() {},
    isNoticed: false,
  },
}

async function flip(at: number, isConfirmDisabled: boolean): Promise<void> {
  expect((await cluster.room(at).switchOrdering(isConfirmDisabled)).status).toBe(200)
}

/** Uses a new client address unless one is given, because failures are counted by address too. */
const failToSignIn = ({ request }: Instance, email: string, client = `192.0.2.${++clients}`) =>
  request('POST', '/users/login', {
    body: { email, password: 'not the password' },
    headers: { 'x-forwarded-for': client },
  })

const shows = (page: LiveClient, isConfirmDisabled: boolean) =>
  page.state('ordering')?.data?.isConfirmDisabled === isConfirmDisabled

/** Orders a unit through an instance; answers how many the club asks for now. */
const order = async (at: number) => (await cluster.room(at).orderLine(club, item)).ordered_quantity

async function openBoard({ url }: Instance): Promise<LiveClient> {
  const page = await enterLive(url, cluster.admin.token)
  page.say({ type: 'open', topic: 'board' })
  await until('the board is open', () => page.state('board') !== undefined)
  return page
}

const showsAsked = (board: LiveClient, asked: number) =>
  board.frames.some(
    (frame) =>
      frame.type === 'state' &&
      'user_id' in frame &&
      frame.data.lines.some((line) => line.ordered_quantity === asked),
  )

async function allSay(bus: 'ok' | 'down'): Promise<void> {
  const says = async ({ request }: Instance) => {
    const { status, body } = await request('GET', '/health/ready')
    expect(status).toBe(200)
    return body.bus === bus
  }
  for (const instance of cluster.instances)
    await until(`an instance says that Redis is ${bus}`, () => says(instance))
}

/** The number of changes that an instance sent because of a nudge. Repairs from the store do not count. */
async function countNudges(at: number): Promise<number> {
  const { body } = await cluster.room(at).ask<string>('GET', '/metrics')
  const [, count] = /^ws_delivery_lag_seconds_count (\d+)$/m.exec(body) ?? []
  return Number(count ?? 0)
}

/** Changes the switch at the first instance until each of the others has received a nudge. Each instance needs an open page. */
async function waitForNudges(): Promise<void> {
  let isOff = false
  for (const other of cluster.instances.keys().drop(1)) {
    const before = await countNudges(other)
    const isTold = async () => {
      await flip(0, (isOff = !isOff))
      return (await countNudges(other)) > before
    }
    await until('a nudge came through', isTold)
  }
}

describeWith('two instances', missingServer, () => {
  beforeAll(async () => {
    redis = await startRedis()
    path = await openPath(redis.port)
    const env = { REDIS_URL: path.url, RATE_LIMITS: 'on', TRUST_PROXY: '1' }
    cluster = await startCluster({ instances: 2, redis, env })
    club = await cluster.addClub('Film Club')
    item = await cluster.room().addItem(1)
  })
  beforeEach(() => allSay('ok'))
  afterAll(async () => {
    await cluster?.close()
    path?.close()
    await redis?.close()
  })

  for (const [name, { strike, mend, isNoticed }] of Object.entries(faults))
    test(`keep every page right while Redis ${name}, and use it again afterwards`, async () => {
      const pages: LiveClient[] = []
      for (const { url } of cluster.instances) pages.push(await enterLive(url))
      const areRight = (isOff: boolean) =>
        until('every page is right', () => pages.every((page) => shows(page, isOff)))
      await waitForNudges()
      await flip(0, false)
      await areRight(false)

      const boards = await Promise.all(cluster.instances.map(openBoard))
      await strike()
      try {
        for (const [round, isOff] of [true, false, true].entries()) {
          await flip(round, isOff)
          await areRight(isOff)
          await flip(round, false)
          const asked = await order(round)
          await until('every board is right', () =>
            boards.every((board) => showsAsked(board, asked)),
          )
          for (const instance of cluster.instances) {
            const answer = await failToSignIn(instance, `nobody-${clients}@campus.example`)
            expect(answer.status).toBe(401)
            pages.push(await enterLive(instance.url))
          }
        }
        if (isNoticed) await allSay('down')
      } finally {
        await mend()
      }
      await waitForNudges()
      await allSay('ok')
      // No page had to reconnect.
      expect([...pages, ...boards].every((page) => page.isOpen())).toBe(true)
      for (const page of [...pages, ...boards]) await page.close()
    })

  test('count failed sign-ins together', async () => {
    const fail = (instance: Instance) =>
      failToSignIn(instance, 'film@campus.example', '198.51.100.7')
    for (let count = 0; count < 5; count++) expect((await fail(cluster.at(count))).status).toBe(401)
    for (const instance of cluster.instances) expect((await fail(instance)).status).toBe(429)
  })

  test('refuse a client that failed too often, even after Redis has died', async () => {
    const fail = () => failToSignIn(cluster.at(0), 'drama@campus.example', '198.51.100.8')
    for (let count = 0; count < 5; count++) await fail()
    expect((await fail()).status).toBe(429)
    await redis.kill()
    expect((await fail()).status).toBe(429)
    await redis.start()
  })

  test('an instance starts without Redis, and uses it once it is available', async () => {
    await redis.kill()
    const late = await createInstance(cluster.env)
    try {
      await late.start()
      const bus = async () => (await late.request('GET', '/health/ready')).body.bus
      expect(await bus()).toBe('down')
      await redis.start()
      await until('the instance uses Redis', async () => (await bus()) === 'ok')
    } finally {
      await late.remove()
    }
  })
})
