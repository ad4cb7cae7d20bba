/** Memory that clients may try to use up. Each test compares a server process with itself or with what it was sent. */
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import * as fc from 'fast-check'
import { join } from 'node:path'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { requestAt } from '#tests/support/ask.ts'
import { PASSWORD, type Person, signIn as enter } from '#tests/support/cluster.ts'
import { runTool } from '#tests/support/program.ts'
import { holdConnection } from '#tests/support/hold-connection.ts'
import { readSpec } from '#tests/support/hostile-calls.ts'
import { hostileFrame } from '#tests/support/hostile-frames.ts'
import { hostile, sensibleCalls, toRequest } from '#tests/support/hostile-requests.ts'
import { fillLongList, LONG_LIST } from '#tests/support/long-list.ts'
import { connectLive } from '#tests/support/live-client.ts'
import { atDepth, seed } from '#tests/support/random.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { openStockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'

const ADMIN = { email: 'admin@campus.example', password: 'violet-lantern-42' }
const SIGNED_IN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }

const signIn = async (url: string) => (await enter(url, ADMIN.email, ADMIN.password)).token

describe('400 connections with 0.9 MB of a body that never ends', () => {
  const CONNECTIONS = 400
  const BODY_BYTES = 900_000
  /** A share of what was sent. */
  const KEPT = 0.3
  let server: Awaited<ReturnType<typeof startServerProcess>>
  beforeAll(async () => {
    server = await startServerProcess(undefined, { env: SIGNED_IN })
  })
  afterAll(() => server.stop())

  const SIZED = 'Content-Length: 950000\r\n\r\n'
  const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\nfffff\r\n'
  const unfinished = (path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}{"email":"${'x'.repeat(BODY_BYTES)}`

  async function attack(path: string, headers: string) {
    const text = unfinished(path, headers)
    const held = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => holdConnection(server.url, text)),
    )
    const isRefused = ({ heard }: { heard: string }) => /^HTTP\/1.1 4\d\d/.test(heard)
    await until('most are refused', () => held.filter(isRefused).length > CONNECTIONS * 0.9)
    for (const { socket } of held) socket.destroy()
  }

  it.each<[string, (token: string) => [path: string, headers: string][]]>([
    ['before sign-in', () => [SIZED, CHUNKED].map((how) => ['/users/login', how])],
    [
      'on routes without a body',
      () =>
        ['/nowhere', '/cart/nowhere', '/users/logout', '/inventorys/inventory'].map((path) => [
          path,
          SIZED,
        ]),
    ],
    [
      'with a token',
      (token) => [['/cart/add-items', `Authorization: Bearer ${token}\r\n${SIZED}`]],
    ],
  ])('use bounded memory %s, and delay nobody', async (_, attacksOf) => {
    const token = await signIn(server.url)
    const before = server.heldBytes()
    for (const [path, headers] of attacksOf(token)) {
      await attack(path, headers)
      expect(server.heldBytes() - before).toBeLessThan(KEPT * CONNECTIONS * BODY_BYTES)
    }
    expect(await signIn(server.url)).toBeString()
  })
})

describe('40 connections that ask for a long list and read nothing', () => {
  const CONNECTIONS = 40
  /** A share of what was asked for. */
  const KEPT = 0.3
  let server: Awaited<ReturnType<typeof startServerProcess>>
  beforeAll(async () => {
    server = await startServerProcess(undefined, { env: { ...SIGNED_IN, RATE_LIMITS: 'off' } })
    const store = openSqliteStore({ path: join(server.dataDir, 'portal.sqlite'), lock: false })
    await fillLongList(store)
    await store.close()
  })
  afterAll(() => server.stop())

  it('cause no copy of it for each', async () => {
    const token = await signIn(server.url)
    const ask = () =>
      fetch(server.url + LONG_LIST, { headers: { authorization: `Bearer ${token}` } })
    const bytes = (await (await ask()).arrayBuffer()).byteLength
    const before = server.heldBytes()
    const text = `GET ${LONG_LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const held = []
    for (let n = 0; n < CONNECTIONS; n++) {
      const connection = await holdConnection(server.url, text)
      connection.socket.pause()
      held.push(connection)
    }
    // Answered after the others.
    expect((await ask()).status).toBe(200)
    expect(server.heldBytes() - before).toBeLessThan(KEPT * CONNECTIONS * bytes)
    for (const { socket } of held) socket.destroy()
  })
})

describe('hostile requests and frames', () => {
  /** A server that has answered some holds its caches and compiled code; what comes after must not add to it. */
  const MOST_GROWTH = 1.5
  let server: Awaited<ReturnType<typeof startServerProcess>>
  let admin: string
  let club: Person
  beforeAll(async () => {
    server = await startServerProcess(undefined, { env: { ...SIGNED_IN, RATE_LIMITS: 'off' } })
    admin = await signIn(server.url)
    const email = 'film-club@campus.example'
    const words = ['--role', 'user', '--club', 'Film Club', '--name', 'Coordinator']
    await runTool(['admin', '--email', email, ...words, '--password', PASSWORD], {
      DATA_DIR: server.dataDir,
    })
    club = await enter(server.url, email)
  })
  afterAll(() => server.stop())

  async function expectSteady(act: () => Promise<unknown>): Promise<void> {
    await act()
    const before = server.heldBytes()
    for (let times = 0; times < 3; times++) await act()
    expect(server.heldBytes()).toBeLessThan(MOST_GROWTH * before)
  }

  it('a server uses as much memory after many requests as after a few', async () => {
    const request = requestAt(server.url)
    const room = openStockRoom({ request }, { token: admin })
    const item = await room.addItem()
    const line = await room.orderLine(club, item)
    const cartId = (await room.listCarts()).find(({ user_id }) => user_id === club.id)?.cart_id
    const ids = { itemId: item._id, lineId: line._id, cartId, clubId: club.id }
    const calls = sensibleCalls(await readSpec(server), ids)
    const tokens = { admin, club: club.token, nobody: undefined }
    const count = atDepth(100, 2_000)
    await expectSteady(async () => {
      // one after the other: thousands of them together would be gigabytes
      for (let sent = 0; sent < count; sent++)
        for (const sample of fc.sample(hostile, { seed: seed + sent, numRuns: 1 })) {
          const { who, method, path, ...asked } = toRequest(sample, calls)
          await request(method, path, { token: tokens[who], ...asked })
        }
    })
  })

  it('a server uses as much memory after many frames as after a few', async () => {
    const frames = fc.sample(hostileFrame, { seed, numRuns: atDepth(50, 500) })
    await expectSteady(async () => {
      for (const frame of frames) {
        const page = await connectLive(server.url)
        await page.hello(club.token)
        if (typeof frame === 'string') page.say(frame)
        else page.sayBytes(new Uint8Array(frame))
        page.say({ type: 'hello' })
        await page.closeCode()
      }
    })
  })
})
