import { describe, expect, it } from 'bun:test'
import type { Board } from '#src/contract/board.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { interceptCalls } from '#tests/support/intercept-calls.ts'
import { openOffice } from '#tests/support/office.ts'
import { type Member, startPortal } from '#tests/support/portal.ts'
import { openStockRoom } from '#tests/support/stock.ts'

const { portal, admin, club, room } = await openOffice()
const item = await room.addItem()
const line = await room.orderLine(club, item)
const order = () => room.order(club, [{ itemName: 'Felt', ordered_quantity: 1 }])
await order()
const give = () => room.allot([{ _id: line._id, allotted_quantity: 1 }])
const addItem = () => room.addItem()
const flip = async () => {
  await room.switchOrdering(true)
  await room.switchOrdering(false)
}

/** Every list route, who reads it, and a write that changes its revision. */
const READS: [path: string, reader: Member | null, moves: () => Promise<unknown>][] = [
  ['/inventorys/inventory/user', club, addItem],
  ['/inventorys/inventory', admin, addItem],
  ['/inventorys/inventory', admin, give],
  ['/cart/confirm-disabled', null, flip],
  ['/cart/get-club-list', admin, order],
  ['/cart/cart-item-summary', admin, order],
  ['/cart/cart-item-summary', admin, addItem],
  ['/cart/cart-item-summary-custom', admin, order],
  ['/cart/board', admin, give],
  ['/cart/handout', admin, give],
  ['/cart/handout', admin, addItem],
  ['/cart/board', admin, addItem],
  [`/cart/cart-items-final/${club.id}`, club, give],
  [`/cart/cart-items-user/${club.id}`, admin, give],
]

describe('a list and its revision', () => {
  /** The ordering state tells the server's clock, which is no state. */
  const withoutClock = (body: unknown) =>
    Array.isArray(body) ? body : { ...(body as object), now: '' }

  for (const [path, reader, moves] of READS)
    it(`${path}: answers 304 until its revision changes by ${moves.name}`, async () => {
      const read = (known?: string) =>
        portal.request('GET', path, {
          token: reader?.token,
          headers: known === undefined ? {} : { 'if-none-match': known },
        })
      const first = await read()
      const etag = first.headers.get('etag') ?? ''
      expect(first.status).toBe(200)
      expect(etag).toMatch(/^"[0-9a-f-]{36}\.\d+"$/)
      expect(etag).toStartWith(`"${portal.deps.store.epoch}.`)

      const packed = ['gzip', 'br', 'zstd'].map((name) => etag.replace(/"$/, `-${name}"`))
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*', ...packed, `W/${packed[0]}`]) {
        const answer = await read(known)
        expect(answer.status).toBe(304)
        expect(answer.body as unknown).toBeNull()
        expect(answer.headers.get('etag')).toBe(etag)
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
      for (const other of [
        '',
        'x',
        '"x"',
        etag.slice(1, -1),
        etag.replace('.', '.9'),
        etag.replace(/"$/, '-x"'),
      ]) {
        const answer = await read(other)
        expect([answer.status, withoutClock(answer.body)]).toEqual([200, withoutClock(first.body)])
      }

      await moves()
      const moved = await read(etag)
      expect(moved.status).toBe(200)
      const revs = [etag, moved.headers.get('etag') ?? ''].map((tag) =>
        Number(/\.(\d+)"$/.exec(tag)?.[1]),
      )
      expect(revs[1]).toBeGreaterThan(revs[0] ?? Infinity)
    })

  it('answers 404 for an unknown account, even with a matching If-None-Match', async () => {
    const { epoch } = portal.deps.store
    const answer = await portal.request('GET', `/cart/cart-items-user/${Bun.randomUUIDv7()}`, {
      token: admin.token,
      headers: { 'if-none-match': `"${epoch}.0"` },
    })
    expect(answer.status).toBe(404)
  })

  it('has a revision before the first write', async () => {
    const { id, token } = await portal.createClub()
    const path = `/cart/cart-items-final/${id}`
    const etag = (await portal.request('GET', path, { token })).headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag }
    expect((await portal.request('GET', path, { token, headers })).status).toBe(304)
  })

  it('compresses a long list for a client that accepts gzip, and no other answer', async () => {
    const own = await portal.createClub()
    const rows = Array.from({ length: 100 }, (_, index) => ({
      itemName: `Own ${index}`,
      ordered_quantity: 1,
      link: `https://shop.example/${'x'.repeat(2_000)}`,
    }))
    await room.order(own, rows)
    const read = (path: string, accepted: string) =>
      fetch(portal.url + path, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': accepted },
        decompress: false,
      })
    const long = `/cart/cart-items-user/${own.id}`
    const plain = await read(long, 'br')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    const text = await plain.text()
    for (const accepted of ['gzip', 'gzip, deflate, br, zstd']) {
      const packed = await read(long, accepted)
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'))
      const bytes = await packed.bytes()
      expect(bytes.length).toBeLessThan(text.length / 5)
      expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text)
    }
    for (const refused of ['gzip;q=0', 'xgzip', ''])
      expect((await read(long, refused)).headers.get('content-encoding')).toBeNull()
    const short = await read('/cart/get-club-list', 'gzip')
    expect(short.headers.get('content-encoding')).toBeNull()
  })
})

describe('the pages of thirty administrators', () => {
  it('share one reading of a list after a change', async () => {
    const readings: string[] = []
    const opened = openSqliteStore({ path: ':memory:', lock: false })
    // Slow, so that all have asked before the first is answered.
    const store = interceptCalls(opened, async (name, call) => {
      readings.push(name)
      await new Promise((resolve) => setImmediate(resolve))
      return call()
    })
    const office = await startPortal({ store })
    const stock = openStockRoom(office, await office.createAdmin())
    const buyer = await office.createClub()
    const admins = await Promise.all(Array.from({ length: 30 }, () => office.createAdmin()))
    for (let changes = 0; changes < 3; changes++) {
      await stock.orderLine(buyer, await stock.addItem())
      readings.length = 0
      const answers = await Promise.all(
        admins.map(({ token }) => office.request<Board>('GET', '/cart/board', { token })),
      )
      const [first] = answers
      expect(first?.body.clubs[0]?.lines).toHaveLength(changes + 1)
      expect(answers.every(({ body }) => Bun.deepEquals(body, first?.body))).toBe(true)
      expect(readings.filter((name) => name === 'orders.board').length).toBeWithin(1, 3)
    }
    await office.close()
    await opened.close()
  })
})
