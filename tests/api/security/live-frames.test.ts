import { describe, expect, it } from 'bun:test'
import { getSchemaValidator } from 'elysia'
import * as fc from 'fast-check'
import { CLOSE } from '#src/contract/frames.ts'
import { liveFrames } from '#src/http/frame-schemas.ts'
import { hostileFrame } from '#tests/support/hostile-frames.ts'
import { connectLive, enterLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import { atDepth, seed } from '#tests/support/random.ts'
import { until } from '#tests/support/until.ts'

const RUNS = atDepth(100, 1_000)
const CODES = [...Object.values(CLOSE), 1002, 1003, 1006, 1007, 1009] as number[]

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })

describe('mutated live frames', () => {
  it('close at most their own socket, without an internal error or a crash', async () => {
    const bystander = await enterLive(portal.url, club.token)
    let ended = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('first', 'visitor', 'club', 'admin' as const),
        fc.array(hostileFrame, { minLength: 1, maxLength: 3 }),
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
  })
})

describe('the frames in the API’s description', () => {
  it('are the frames that are sent', async () => {
    const server = getSchemaValidator(liveFrames.server)
    const client = getSchemaValidator(liveFrames.client)
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
