/** Who may open a socket, which frames the server accepts, and how a socket closes. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import { CLOSE } from '#src/contract/frames.ts'
import { isOpenedTopic, TOPIC_NAMES } from '#src/contract/topics.ts'
import { limits } from '#src/contract/limits.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { connectLive, enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { startPortal, type Member, type Portal } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

const PUBLIC_URL = 'https://portal.example'
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

let portal: Portal
let club: Member
let admin: Member
beforeAll(async () => {
  portal = await startPortal()
  club = await portal.createClub()
  admin = await portal.createAdmin()
})
afterAll(() => portal.close())

const connect = (options?: Parameters<typeof connectLive>[1]) => connectLive(portal.url, options)
const enter = (token?: string) => enterLive(portal.url, token)
const handshake = (headers: Record<string, string>, at: Portal = portal) =>
  at.request('GET', '/live', { headers: { ...HANDSHAKE, ...headers } })

describe('the upgrade', () => {
  test('answers a request without an upgrade, or with half of one, with 426', async () => {
    const half = { connection: 'Upgrade', upgrade: 'websocket', origin: portal.url }
    for (const headers of [{}, half]) {
      const answer = await portal.request('GET', '/live', { headers })
      expectProblem(answer, 'upgrade_required')
      expect(answer.headers.get('upgrade')).toBe('websocket')
    }
  })

  test('accepts only GET', async () => {
    const { status, headers } = await portal.request('POST', '/live')
    expect(status).toBe(405)
    expect(headers.get('allow')).toContain('GET')
  })

  test('negotiates portal.v1', async () => {
    const client = await connect({ protocols: ['other', 'portal.v1'] })
    expect(client.socket.protocol).toBe('portal.v1')
    await client.close()
    const plain = await connect({ protocols: [] })
    expect(plain.isOpen()).toBe(true)
    await plain.close()
    const { status } = await handshake({
      origin: portal.url,
      'sec-websocket-protocol': 'portal.v2',
    })
    expect(status).toBe(426)
  })

  test('refuses pages of other sites, and requests without an Origin', async () => {
    const others = ['https://evil.example', 'null', 'nonsense', `${portal.url}.evil.example`, '']
    for (const origin of others) {
      const { status, body } = await handshake({ origin })
      expect([origin, status, body.code]).toEqual([origin, 403, 'forbidden'])
    }
    expect((await handshake({})).status).toBe(403)
    expect((await connect({ origin: null })).isOpen()).toBe(false)
  })

  test('accepts only the public address as Origin if one is set', async () => {
    const other = await startPortal({ config: { publicUrl: PUBLIC_URL } })
    const others = [other.url, PUBLIC_URL.replace('https', 'http'), `${PUBLIC_URL}.evil.example`]
    for (const origin of others) expect((await handshake({ origin }, other)).status).toBe(403)
    const client = await connectLive(other.url, { origin: PUBLIC_URL })
    expect(client.isOpen()).toBe(true)
    await client.close()
    await other.close()
  })

  test('is limited to 3,000 a minute for one client address', async () => {
    let moved = 0
    const other = await startPortal({ config: { trustProxy: 1 }, now: () => Date.now() + moved })
    const from = (address: string) => ({
      ...HANDSHAKE,
      origin: other.url,
      'sec-websocket-key': 'no key',
      'x-forwarded-for': address,
    })
    const ask = (address: string) =>
      other.request('GET', '/live', { headers: from(address) }).then(({ status }) => status)
    for (let n = 0; n < limits.upgradesPerMinute; n += 100)
      await Promise.all(Array.from({ length: 100 }, () => ask('198.51.100.7')))
    const refused = await other.request('GET', '/live', { headers: from('198.51.100.7') })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await ask('198.51.100.8')).toBe(426)
    moved = 60_000
    expect(await ask('198.51.100.7')).toBe(426)
    await other.close()
  })
})

describe('a hello', () => {
  test('subscribes a visitor to the ordering switch', async () => {
    const client = await enter()
    expect(client.frames).toEqual([
      { type: 'welcome', topics: ['ordering'] },
      {
        type: 'state',
        topic: 'ordering',
        epoch: portal.deps.store.epoch,
        rev: expect.any(Number),
        data: expect.objectContaining({ isConfirmDisabled: false, now: expect.any(String) }),
      },
    ])
    await client.close()
  })

  test('subscribes a club to the items and its own order, an administrator to stock, carts and people', async () => {
    for (const [{ token }, own] of [
      [club, ['orders']],
      [admin, ['carts', 'people']],
    ] as const) {
      const client = await enter(token)
      expect(client.topics()).toEqual(['ordering', 'inventory', ...own])
      expect(client.frames).toHaveLength(3 + own.length)
      for (const topic of ['inventory', ...own] as const)
        if (topic === 'orders') expect(client.state(topic)).toMatchObject({ data: [] })
        else expect(client.state(topic)).not.toHaveProperty('data')
      await client.close()
    }
  })

  test('that does not come within 2 s closes with 4401', async () => {
    const client = await connect()
    expect(await client.closeCode()).toBe(CLOSE.signInAgain)
  })

  test('with an invalid, expired or outdated token, or one of no account, closes with 4401', async () => {
    const { deps } = portal
    const lapsed = await deps.tokens.sign({ id: club.id, ver: 0 }, Date.now() - 7_200_000)
    const outdated = await deps.tokens.sign({ id: club.id, ver: 99 }, Date.now())
    const nobody = await deps.tokens.sign(
      { id: asPersonId(Bun.randomUUIDv7()), ver: 0 },
      Date.now(),
    )
    for (const token of ['', 'no token', lapsed, outdated, nobody, `${club.token}x`]) {
      const client = await connect()
      client.say({ type: 'hello', token })
      expect(await client.closeCode()).toBe(CLOSE.signInAgain)
      expect(client.frames).toEqual([])
    }
  })

  test('of a disabled account closes with 4401, and of an unknown role with 4403', async () => {
    const gone = await portal.createClub()
    await portal.deps.store.accounts.change(gone.email, { disabled: true }, Date.now())
    const strange = await portal.createAccount({ access: 'treasurer' })
    for (const [member, code] of [
      [gone, CLOSE.signInAgain],
      [strange, CLOSE.stop],
    ] as const) {
      const client = await connect()
      client.say({ type: 'hello', token: member.token })
      expect(await client.closeCode()).toBe(code)
    }
  })
})

describe('a frame', () => {
  test('that comes first and is no hello closes with 4400', async () => {
    const first = [
      '',
      'hello',
      '{',
      '[]',
      'null',
      '42',
      '"hello"',
      '{}',
      { type: 'Hello' },
      { type: 'hello', token: 7 },
      { type: 'hello', token: null },
      { type: 'sync', topic: 'ordering' },
      { type: 'token', token: club.token },
      { type: 'welcome', topics: [] },
    ]
    for (const frame of first) {
      const client = await connect()
      client.say(frame)
      expect([frame, await client.closeCode()]).toEqual([frame, CLOSE.badFrame])
      expect(client.frames).toEqual([])
    }
    const client = await connect()
    client.sayBytes(new TextEncoder().encode('{"type":"hello"}'))
    expect(await client.closeCode()).toBe(CLOSE.badFrame)
  })

  test('that is invalid, or is a second hello, closes a welcomed socket with 4400', async () => {
    for (const frame of [
      'nonsense',
      { type: 'hello' },
      { type: 'sync' },
      { type: 'sync', topic: 'all' },
      { type: 'sync', topic: '' },
      { type: 'sync', topic: '__proto__' },
      { type: 'sync', topic: 'toString' },
      { type: 'sync', topic: `orders:${club.id}` },
      { type: 'sync', topic: ['ordering'] },
      { type: 'token' },
      { type: 'ping' },
    ]) {
      const client = await enter()
      client.say(frame)
      expect([frame, await client.closeCode()]).toEqual([frame, CLOSE.badFrame])
    }
  })

  test('that asks for a topic of its own is answered with its state', async () => {
    const asked = new Set<string>()
    for (const token of [undefined, club.token, admin.token]) {
      const client = await enter(token)
      for (const topic of client.topics() ?? []) {
        client.say({ type: 'sync', topic })
        await until(`the state of ${topic}`, () => client.states(topic).length === 2)
        expect(client.states(topic)[1]?.rev).toBe(client.states(topic)[0]?.rev ?? NaN)
        asked.add(topic)
      }
      await client.close()
    }
    expect(asked).toEqual(new Set(TOPIC_NAMES.filter((topic) => !isOpenedTopic(topic))))
  })

  test('that asks for the switch is answered with the time of the answer', async () => {
    let moved = 0
    const other = await startPortal({ now: () => Date.now() + moved })
    const early = await enterLive(other.url)
    moved = 3_600_000
    const late = await enterLive(other.url)
    const timeOf = (client: LiveClient) => Date.parse(client.state('ordering')?.data?.now ?? '')
    expect(timeOf(late) - timeOf(early)).toBeGreaterThanOrEqual(3_600_000)
    await Promise.all([early.close(), late.close()])
    await other.close()
  })

  test('that asks for a topic of another account closes with 4400 and reveals nothing about it', async () => {
    for (const [token, topic] of [
      [undefined, 'orders'],
      [undefined, 'inventory'],
      [club.token, 'carts'],
      [admin.token, 'orders'],
    ] as const) {
      const client = await enter(token)
      const heard = client.frames.length
      client.say({ type: 'sync', topic })
      expect(await client.closeCode()).toBe(CLOSE.badFrame)
      expect(client.frames).toHaveLength(heard)
    }
  })

  test('is accepted up to the hundredth in a minute', async () => {
    const client = await enter()
    for (let n = 2; n <= limits.framesPerMinute; n++)
      client.say({ type: 'sync', topic: 'ordering' })
    await until('every answer', () => client.states('ordering').length === limits.framesPerMinute)
    expect(client.isOpen()).toBe(true)
    client.say({ type: 'sync', topic: 'ordering' })
    expect(await client.closeCode()).toBe(CLOSE.tooMany)
  })

  test('of 65,536 bytes is accepted, and a larger one closes with 1009', async () => {
    const frame = (bytes: number) => {
      const bare = JSON.stringify({ type: 'sync', topic: 'ordering', pad: '' })
      return JSON.stringify({
        type: 'sync',
        topic: 'ordering',
        pad: 'é'.repeat((bytes - bare.length) / 2),
      })
    }
    const client = await enter()
    const full = frame(limits.frameBytes)
    expect(Buffer.byteLength(full)).toBeWithin(limits.frameBytes - 1, limits.frameBytes + 1)
    client.say(full)
    await until('the answer', () => client.states('ordering').length === 2)
    client.say(`${frame(limits.frameBytes)}   `)
    expect(await client.closeCode()).toBe(1009)
  })

  test('counts once more for each 1,000 characters', async () => {
    const frame = JSON.stringify({ type: 'sync', topic: 'ordering', pad: 'x'.repeat(10_000) })
    const client = await enter()
    for (let n = 1; n <= 9; n++) client.say(frame)
    await until('every answer', () => client.states('ordering').length === 10)
    client.say(frame)
    expect(await client.closeCode()).toBe(CLOSE.tooMany)
  })
})

describe('sockets of one account', () => {
  test('are at most twenty: the next one closes the oldest with 4408', async () => {
    const member = await portal.createClub()
    const clients: LiveClient[] = []
    for (let n = 0; n <= limits.socketsPerAccount; n++) clients.push(await enter(member.token))
    const [oldest, ...others] = clients
    expect(await oldest?.closeCode()).toBe(CLOSE.tooMany)
    expect(others.every((client) => client.isOpen())).toBe(true)
    await Promise.all(others.map((client) => client.close()))
  })
})

describe('a new token', () => {
  test('of the same account is answered with a welcome and the states', async () => {
    const client = await enter(club.token)
    const before = client.frames.length
    client.say({ type: 'token', token: await portal.signIn(club) })
    await until('a welcome and three states', () => client.frames.length === before + 4)
    expect(client.frames[before]).toEqual({
      type: 'welcome',
      topics: ['ordering', 'inventory', 'orders'],
    })
    await client.close()
  })

  test('of another account, or an invalid one, closes with 4401', async () => {
    const other = await portal.createClub()
    for (const token of [other.token, admin.token, 'no token']) {
      const client = await enter(club.token)
      client.say({ type: 'token', token })
      expect(await client.closeCode()).toBe(CLOSE.signInAgain)
    }
  })

  test('signs a visitor in as a club', async () => {
    const client = await enter()
    client.say({ type: 'token', token: club.token })
    await until('the order', () => client.state('orders') !== undefined)
    expect(client.topics()).toEqual(['ordering', 'inventory', 'orders'])
    await client.close()
  })
})

test('a hello closes with 1013 while the store fails', async () => {
  const other = await startPortal()
  const client = await connectLive(other.url)
  await other.deps.store.close()
  client.say({ type: 'hello' })
  expect(await client.closeCode()).toBe(CLOSE.overloaded)
  await other.close()
})

test('a server that stops closes its sockets with 1012, and new ones too', async () => {
  const other = await startPortal()
  const clients = await Promise.all(Array.from({ length: 450 }, () => enterLive(other.url)))
  await other.deps.live.drain()
  for (const client of clients) expect(await client.closeCode()).toBe(CLOSE.restart)
  expect(await (await connectLive(other.url)).closeCode()).toBe(CLOSE.restart)
  expect(other.deps.live.counts().sockets).toBe(0)
  await other.close()
})
