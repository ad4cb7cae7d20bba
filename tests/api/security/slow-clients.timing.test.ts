import { afterAll, describe, expect, it } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { connectLive, enterLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import { until } from '#tests/support/until.ts'

/** `bun tests/trust/measure.ts` repeats this with thousands of clients. */
const EACH = 100
const MEMORY_BYTES = 300_000_000

const { portal, club, room } = await openOffice({ config: { rateLimits: false } })
const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

/** Opens connections that send `text` and then neither continue nor read. */
async function openSlow(count: number, text: string): Promise<void> {
  const { port } = new URL(portal.url)
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () => {
            if (text) socket.write(text)
            socket.pause()
            resolve()
          })
          socket.on('error', () => undefined)
          sockets.push(socket)
        }),
    ),
  )
}

async function serveOthers() {
  const read = await portal.request('GET', '/inventorys/inventory/user', { token: club.token })
  expect(read.status).toBe(200)
  const row = { itemName: Bun.randomUUIDv7(), ordered_quantity: 1 }
  expect((await room.order(club, [row])).status).toBe(200)
  const page = await enterLive(portal.url, club.token)
  await page.close()
}

describe('slow and half-open clients', () => {
  it('that send half a request, half a body or nothing, or read no answer, do not delay others', async () => {
    const before = process.memoryUsage().rss
    const head = (rest: string) => `POST /users/login HTTP/1.1\r\nHost: x\r\n${rest}`
    await openSlow(EACH, '')
    await openSlow(EACH, head('X-Slow: '))
    await openSlow(
      EACH,
      head('Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"email":"'),
    )
    await openSlow(
      EACH,
      head('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n{'),
    )
    await openSlow(EACH, 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
    for (let n = 0; n < 3; n++) await serveOthers()
    expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BYTES)
  })
})

describe('sockets that never say hello', () => {
  it('are closed after 2 s, even hundreds of them, while others connect', async () => {
    const silent = await Promise.all(Array.from({ length: 300 }, () => connectLive(portal.url)))
    await serveOthers()
    await until('all silent sockets are closed', () => silent.every((page) => !page.isOpen()))
    for (const page of silent) {
      expect(await page.closeCode()).toBe(4401)
      expect(page.frames).toEqual([])
    }
    expect(portal.deps.live.counts().sockets).toBe(0)
  })
})
