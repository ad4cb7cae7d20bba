/** Resources that an anonymous client may try to exhaust: descriptors, the disk, and the page cache for each host. */
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { CLOSE } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import { createTokens } from '#src/identity/tokens.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { signIn as enter } from '#tests/support/cluster.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { handshake } from '#tests/support/flood.ts'
import { holdConnection } from '#tests/support/hold-connection.ts'
import { connectLive, enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import { SECRET } from '#tests/support/portal.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

const ADMIN = { email: 'admin@campus.example', password: 'violet-lantern-42' }
const SIGNED_IN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }

const signIn = async (url: string) => (await enter(url, ADMIN.email, ADMIN.password)).token

const { portal, admin, club } = await openOffice()

describe('a body before sign-in', () => {
  it('has 4 kB at most; with a token it may have 1 MB', async () => {
    const padding = (length: number) => ({ padding: 'x'.repeat(length) })
    for (const [method, path] of [
      ['POST', '/users/login'],
      ['POST', '/users/register'],
      ['POST', '/users/request-code'],
      ['POST', '/users/request-code-pass-reset'],
      ['PUT', '/users/reset-password'],
    ] as const) {
      const answer = await portal.request(method, path, {
        body: padding(limits.anonymousBodyBytes),
      })
      expect(expectProblem(answer, 'too_large').message).toBe('The body is larger than 4 kB.')
      expect((await portal.request(method, path, { body: padding(3_900) })).status).toBe(422)
    }
    const { token } = club
    const large = (length: number) =>
      portal.request('POST', '/cart/add-items', { token, body: padding(length) })
    expect((await large(999_000)).status).toBe(422)
    expectProblem(await large(limits.bodyBytes), 'too_large')
    const forged = await portal.request('POST', '/cart/add-items', {
      token: 'x.y.z',
      body: padding(999_000),
    })
    expectProblem(forged, 'unauthorized')
  })

  it('must arrive within ten seconds, however slowly it is sent', async () => {
    const held = await holdConnection(
      portal.url,
      'POST /users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3000\r\n\r\n{',
    )
    const drip = setInterval(() => held.socket.write(' '), 500)
    await until('the answer', () => held.heard !== '')
    clearInterval(drip)
    held.socket.destroy()
    expect(held.heard).toStartWith('HTTP/1.1 400')
    expect(held.heard).toContain('did not arrive in time')
  })
})

describe('with 200 descriptors', () => {
  const DESCRIPTORS = 200
  const env = { ...SIGNED_IN, TRUST_PROXY: '1', JWT_SECRET: SECRET }
  let server: Awaited<ReturnType<typeof startServerProcess>>
  beforeAll(async () => {
    server = await startServerProcess(undefined, { env, descriptors: DESCRIPTORS })
  })
  afterAll(() => server.stop())

  /** The tokens of so many new clubs. */
  async function addClubs(count: number): Promise<string[]> {
    const store = openSqliteStore({ path: join(server.dataDir, 'portal.sqlite'), lock: false })
    const { sign } = createTokens({ current: SECRET, previous: null })
    const made = Array.from({ length: count }, async (_, n) => {
      const account = await store.accounts.create({
        email: `club-${n}@campus.example`,
        clubName: `Club ${n}`,
        cordName: 'Asha',
        mobile: '',
        access: 'user',
        passwordHash: '',
      })
      if (!account) throw new Error('This address has an account.')
      return sign(account, Date.now())
    })
    const tokens = await Promise.all(made)
    await store.close()
    return tokens
  }

  /** A page behind this address, which has sent its hello. */
  async function greet(address: string, token?: string): Promise<LiveClient> {
    const page = await connectLive(server.url, { headers: { 'x-forwarded-for': address } })
    await page.hello(token)
    return page
  }
  /** As many pages as one account may have. */
  const fill = (address: string, token: string) =>
    Promise.all(Array.from({ length: limits.socketsPerAccount }, () => greet(address, token)))
  const areOpen = (pages: LiveClient[]) => pages.filter((page) => page.isOpen()).length

  it('the accounts of one person leave room for clubs elsewhere, and those of all clubs for administrators', async () => {
    const admin = await signIn(server.url)
    const tokens = await addClubs(10)
    const here: LiveClient[] = []
    for (const token of tokens) here.push(...(await fill('192.0.2.1', token)))
    expect(areOpen(here)).toBe(Math.floor(DESCRIPTORS * 0.55))
    expect(await here.at(-1)?.closeCode()).toBe(CLOSE.overloaded)

    const elsewhere: LiveClient[] = []
    for (const token of tokens.toReversed()) elsewhere.push(...(await fill('192.0.2.2', token)))
    expect(areOpen([...here, ...elsewhere])).toBe(DESCRIPTORS * 0.8)
    expect(areOpen(elsewhere)).toBeGreaterThan(0)

    const office = [await greet('192.0.2.1', admin), await greet('192.0.2.2', admin)]
    expect(areOpen(office)).toBe(2)
    for (const page of [...here, ...elsewhere, ...office]) page.socket.close()
  })

  async function crowd(count: number, isGreeting: boolean): Promise<LiveClient[]> {
    const pages: LiveClient[] = []
    for (let n = 0; n < count; n++) {
      const page = await connectLive(server.url)
      if (isGreeting && page.isOpen()) page.say({ type: 'hello' })
      pages.push(page)
    }
    return pages
  }

  it('visitors from one network are refused for now, and people who sign in are served', async () => {
    const token = await signIn(server.url)
    const visitors = await crowd(DESCRIPTORS, true)
    const refused = () => visitors.filter((page) => !page.isOpen())
    await until('some are refused', () => refused().length > DESCRIPTORS / 4)
    expect(await refused()[0]?.closeCode()).toBe(CLOSE.overloaded)

    const ready = await fetch(`${server.url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
    expect(ready.status).toBe(200)
    const member = await enterLive(server.url, token)
    expect(member.isOpen()).toBe(true)
    expect(member.topics()).toContain('carts')
    for (const page of [...visitors, member]) page.socket.close()
  })

  it('silent sockets are closed in favour of new ones and of people who sign in', async () => {
    const token = await signIn(server.url)
    const [silent, member] = await Promise.all([
      crowd(DESCRIPTORS / 2, false),
      enterLive(server.url, token),
    ])
    expect(member.isOpen()).toBe(true)
    expect(await silent[0]?.closeCode()).toBe(CLOSE.overloaded)
    expect((await enterLive(server.url, token)).isOpen()).toBe(true)
    for (const page of silent) page.socket.close()
  })
})

describe('control frames', () => {
  it('a flood of pongs ends the socket like a flood of frames', async () => {
    const held = await holdConnection(portal.url, handshake(new URL(portal.url).port))
    await until('the socket is open', () => held.heard.startsWith('HTTP/1.1 101'))
    // masked, empty
    const pong = [0x8a, 0x80, 1, 2, 3, 4]
    held.socket.write(
      new Uint8Array(Array.from({ length: limits.framesPerMinute + 1 }, () => pong).flat()),
    )
    await until('the end', () => held.isClosed)
    expect(portal.deps.live.counts().sockets).toBe(0)
    expect(held.heard).toEndWith('too many frames')
  })
})

describe('public routes', () => {
  it('readiness costs the store one write a second at any request rate', async () => {
    for (let n = 0; n < 10; n++)
      await Promise.all(
        Array.from({ length: 30 }, async () => {
          expect((await portal.request('GET', '/health/ready')).status).toBe(200)
        }),
      )
    const { body } = await portal.request<string>('GET', '/metrics', { token: admin.token })
    const pings = /db_op_duration_seconds_count\{op="upkeep\.ping"\} (\d+)/.exec(body)?.[1]
    expect(Number(pings)).toBeWithin(1, 6)
  })

  it('two hosts in one request are refused', async () => {
    const held = await holdConnection(
      portal.url,
      'GET /health/live HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n',
    )
    await until('the answer', () => held.heard !== '')
    held.socket.destroy()
    expect(held.heard).toStartWith('HTTP/1.1 400')
  })
})
