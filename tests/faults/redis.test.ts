/** Two instances on one store, and a Redis between them that dies, hangs, goes deaf or disappears. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createLogger } from '#src/log.ts'
import { openRedis } from '#src/realtime/redis.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import type { Store } from '#src/store/port.ts'
import { createHandTimers, enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { startPortal, type Member, type Portal } from '#tests/support/portal.ts'
import { openPath, startRedis, whyNoRedis, type RedisServer } from '#tests/support/redis.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const PAGE_MS = 2_000
const REQUEST_MS = 1_000
const BACK_MS = 10_000
const log = createLogger('silent')

let redis: RedisServer
let path: Awaited<ReturnType<typeof openPath>>
let store: Store
let portals: Portal[] = []
let admin: Member

/** `heals: false`: no look at the store mends what was not told, so that only Redis can carry it. */
async function start({ heals }: { heals: boolean }): Promise<[near: Portal, far: Portal]> {
  const open = () =>
    startPortal({
      store,
      config: { redisUrl: path.url, trustProxy: 1 },
      ...(!heals && { timers: createHandTimers().timers }),
    })
  const [near, far] = await Promise.all([open(), open()])
  portals = [near, far]
  admin = await near.createAdmin()
  return [near, far]
}

beforeEach(async () => {
  redis = await startRedis()
  path = await openPath(redis.port)
  store = openSqliteStore({ path: ':memory:', lock: false, log })
})
afterEach(async () => {
  for (const portal of portals.splice(0)) await portal.close()
  await store.close()
  path.close()
  await redis.close()
})

type Fault = { strike(): unknown; mend(): unknown }
const faults: Record<string, () => Fault> = {
  'has been killed': () => ({ strike: () => redis.kill(), mend: () => redis.start() }),
  hangs: () => ({ strike: () => redis.pause(), mend: () => redis.resume() }),
  'is behind a black hole': () => ({ strike: () => path.swallow(), mend: () => path.letPass() }),
  'has cut its subscribers': () => ({
    strike: () => redis.say('CLIENT', 'KILL', 'TYPE', 'pubsub'),
    mend() {},
  }),
}

const flip = (portal: Portal, isConfirmDisabled: boolean) =>
  portal.request('PUT', '/cart/confirm-disabled', {
    token: admin.token,
    body: { isConfirmDisabled },
  })
const failToSignIn = (portal: Portal, email: string, client = '192.0.2.1') =>
  portal.request('POST', '/users/login', {
    body: { email, password: 'not the password' },
    headers: { 'x-forwarded-for': client },
  })
const shows = (page: LiveClient, isConfirmDisabled: boolean) =>
  page.state('ordering')?.data?.isConfirmDisabled === isConfirmDisabled

async function inTime<T>(work: Promise<T>): Promise<T> {
  const begun = performance.now()
  const answer = await work
  expect(performance.now() - begun).toBeLessThan(REQUEST_MS)
  return answer
}

describeWith('Redis between two instances', whyNoRedis, () => {
  test('carries a change from one instance to the pages of the other', async () => {
    const [near, far] = await start({ heals: false })
    const page = await enterLive(far.url)
    expect(far.deps.bus.status()).toBe('ok')
    await flip(near, true)
    await until('the page has heard', () => shows(page, true))
    await page.close()
  })

  for (const [name, prepare] of Object.entries(faults))
    test(`that ${name}: every page is right within 2 s, and no request waits for it`, async () => {
      const [near, far] = await start({ heals: true })
      const pages = [await enterLive(near.url), await enterLive(far.url)]
      const fault = prepare()
      await fault.strike()
      for (const [round, isOff] of [true, false, true].entries()) {
        const { status } = await inTime(flip(near, isOff))
        expect(status).toBe(200)
        await until('every page is right', () => pages.every((page) => shows(page, isOff)), PAGE_MS)
        for (const portal of [near, far]) {
          const answer = await inTime(failToSignIn(portal, `nobody-${round}@campus.example`))
          expect(answer.status).toBe(401)
          pages.push(await inTime(enterLive(portal.url)))
        }
      }
      await fault.mend()
      for (const page of pages) await page.close()
    }, 30_000)

  for (const [name, prepare] of Object.entries(faults))
    test(`that ${name} and is back: it carries changes again without a restart`, async () => {
      const [near, far] = await start({ heals: false })
      const page = await enterLive(far.url)
      const fault = prepare()
      await fault.strike()
      if (name !== 'has cut its subscribers') {
        const away = () => portals.every(({ deps }) => deps.bus.status() === 'down')
        await until('both notice', away, BACK_MS)
        const { status, body } = await far.request('GET', '/health/ready')
        expect(status).toBe(200)
        expect(body).toMatchObject({ status: 'ok', bus: 'down' })
      }
      await fault.mend()
      const before = page.states('ordering').length
      const end = performance.now() + BACK_MS
      for (let isOff = true; page.states('ordering').length === before; isOff = !isOff) {
        expect(performance.now()).toBeLessThan(end)
        await flip(near, isOff)
        await Bun.sleep(50)
      }
      const back = () => portals.every(({ deps }) => deps.bus.status() === 'ok')
      await until('both say so', back, BACK_MS)
      await page.close()
    }, 30_000)

  test('failed sign-ins at any instance are counted together', async () => {
    const [near, far] = await start({ heals: true })
    const email = 'club@campus.example'
    for (const portal of [near, far, near, far, near])
      expect((await failToSignIn(portal, email)).status).toBe(401)
    for (const portal of [near, far]) expect((await failToSignIn(portal, email)).status).toBe(429)
  })

  test('who has been slowed down at an instance stays so there when Redis leaves', async () => {
    const [near] = await start({ heals: true })
    const email = 'club@campus.example'
    for (let count = 0; count < 5; count++) await failToSignIn(near, email)
    expect((await failToSignIn(near, email)).status).toBe(429)
    await redis.kill()
    expect((await inTime(failToSignIn(near, email))).status).toBe(429)
  })

  test('an instance starts without Redis, and takes it up when it comes', async () => {
    await redis.kill()
    const { bus } = await inTime(
      openRedis({ url: redis.url, installation: 'x', log, now: Date.now }),
    )
    expect(bus.status()).toBe('down')
    await redis.start()
    await until('it is there', () => bus.status() === 'ok', BACK_MS)
    await bus.close()
  })
})
