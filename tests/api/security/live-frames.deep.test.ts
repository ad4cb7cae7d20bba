import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { getSchemaValidator } from 'elysia'
import * as fc from 'fast-check'
import { CLOSE } from '#src/contract/frames.ts'
import { liveFrames } from '#src/realtime/frame-schemas.ts'
import { connectLive, enterLive } from '#tests/support/live-client.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { seed } from '#tests/support/properties.ts'
import { openStockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'

const RUNS = 500
const MEMORY_BYTES = 300_000_000
const CODES = [...Object.values(CLOSE), 1002, 1003, 1006, 1007, 1009] as number[]

let portal: Portal
let admin: Member
let club: Member
beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  club = await portal.createClub()
})
afterAll(() => portal.close())

const word = fc.oneof(
  fc.constantFrom(
    'hello',
    'sync',
    'token',
    'open',
    'close',
    'board',
    'ordering',
    'orders',
    'carts',
    '__proto__',
    '',
    '\u0000',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const value = fc.oneof(
  word,
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    [],
    {},
    { $ne: null },
    { toString: 1 },
    { length: 5e7 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const frame = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: word, token: value, topic: value }, { requiredKeys: [] }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
const said = fc.oneof(
  { weight: 6, arbitrary: frame.map((part) => JSON.stringify(part)) },
  {
    weight: 1,
    arbitrary: fc.tuple(frame, fc.nat(30)).map(([part, cut]) => JSON.stringify(part).slice(0, cut)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{', '['.repeat(60_000), 'x'.repeat(70_000), '"\ud800"'),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
)

describe('500 mutated live frames', () => {
  it('close at most their own socket, without an internal error, a crash or unbounded memory', async () => {
    const before = process.memoryUsage().rss
    const bystander = await enterLive(portal.url, club.token)
    let ended = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('first', 'visitor', 'club', 'admin' as const),
        fc.array(said, { minLength: 1, maxLength: 3 }),
        async (who, texts) => {
          const tokens = {
            first: undefined,
            visitor: undefined,
            club: club.token,
            admin: admin.token,
          }
          const page = await connectLive(portal.url)
          if (who !== 'first') await page.hello(tokens[who])
          for (const text of texts)
            if (typeof text === 'string') page.say(text)
            else page.sayBytes(new Uint8Array(text))
          // a socket that is still open gets a frame that it must answer or that closes it
          page.say({ type: 'hello' })
          const code = await page.closeCode()
          expect(CODES).toContain(code)
          ended++
        },
      ),
      { seed, numRuns: RUNS, endOnFailure: true },
    )
    expect(ended).toBe(RUNS)
    expect(bystander.isOpen()).toBe(true)
    await bystander.close()
    const broken = ['internal_error', 'live_frame_failed']
    expect(portal.lines.filter(({ event }) => broken.includes(String(event)))).toEqual([])
    expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BYTES)
  }, 120_000)
})

describe('the frames in the API’s description', () => {
  it('are the frames that are sent', async () => {
    const server = getSchemaValidator(liveFrames.server)
    const client = getSchemaValidator(liveFrames.client)
    const room = openStockRoom(portal, admin)
    for (const token of [undefined, club.token, admin.token]) {
      const page = await enterLive(portal.url, token)
      if (token === admin.token) page.say({ type: 'open', topic: 'board' })
      await room.orderLine(club, await room.addItem())
      await room.switchOrdering(true)
      await room.switchOrdering(false)
      page.say({ type: 'sync', topic: 'ordering' })
      const known = page.states('ordering').length
      await until('the state that was asked for', () => page.states('ordering').length > known)
      const rows = page.frames.filter((frame) => 'user_id' in frame || 'item_id' in frame)
      expect(rows).toHaveLength(token === admin.token ? 2 : 0)
      for (const frame of page.frames) expect(server.Check(frame), JSON.stringify(frame)).toBe(true)
      await page.close()
    }
    for (const frame of [
      { type: 'hello' },
      { type: 'hello', token: 'x' },
      { type: 'sync', topic: 'carts' },
      { type: 'open', topic: 'board' },
      { type: 'close', topic: 'board' },
    ])
      expect(client.Check(frame)).toBe(true)
    for (const frame of [
      { type: 'sync' },
      { type: 'token' },
      { type: 'bye' },
      {},
      { type: 'open', topic: 'carts' },
    ])
      expect(client.Check(frame)).toBe(false)
    expect(server.Check({ type: 'state', topic: 'orders', rev: 1 })).toBe(false)
  })
})
