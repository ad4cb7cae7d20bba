import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { Board } from '#src/contract/board.ts'
import type { OrderLine, StockItem } from '#src/contract/records.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { interceptCalls } from '#tests/support/intercept-calls.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'

let portal: Portal
let admin: Member
let club: Member
let room: StockRoom
let item: StockItem
let line: OrderLine

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.createAdmin()
  club = await portal.createClub()
  room = openStockRoom(portal, admin)
  item = await room.addItem()
  line = await room.orderLine(club, item)
  await room.order(club, [{ itemName: 'Felt', ordered_quantity: 1 }])
})
afterAll(() => portal.close())

type Read = { who: () => Member | null; path: () => string; moves: () => Promise<unknown> }

const order = () => room.order(club, [{ itemName: 'Felt', ordered_quantity: 1 }])
const give = () => room.allot([{ _id: line._id, allotted_quantity: 1 }])
const addItem = () => room.addItem()
const flip = async () => {
  await room.switchOrdering(true)
  await room.switchOrdering(false)
}

/** Every list route, and a write that changes its revision. */
const READS: Record<string, Read> = {
  'the clubs’ list': { who: () => club, path: () => '/inventorys/inventory/user', moves: addItem },
  'the stock, by a new item': {
    who: () => admin,
    path: () => '/inventorys/inventory',
    moves: addItem,
  },
  'the stock, by giving': { who: () => admin, path: () => '/inventorys/inventory', moves: give },
  'the ordering flag': { who: () => null, path: () => '/cart/confirm-disabled', moves: flip },
  'the list of clubs': { who: () => admin, path: () => '/cart/get-club-list', moves: order },
  'the summary, by an order': {
    who: () => admin,
    path: () => '/cart/cart-item-summary',
    moves: order,
  },
  'the summary, by a new item': {
    who: () => admin,
    path: () => '/cart/cart-item-summary',
    moves: addItem,
  },
  'the custom lines': {
    who: () => admin,
    path: () => '/cart/cart-item-summary-custom',
    moves: order,
  },
  'the board, by giving': { who: () => admin, path: () => '/cart/board', moves: give },
  'the board, by a new item': { who: () => admin, path: () => '/cart/board', moves: addItem },
  'a club’s own order': {
    who: () => club,
    path: () => `/cart/cart-items-final/${club.id}`,
    moves: give,
  },
  'a club’s order, for an administrator': {
    who: () => admin,
    path: () => `/cart/cart-items-user/${club.id}`,
    moves: give,
  },
}

describe('a list and its revision', () => {
  /** The ordering state tells the server's clock, which is no state. */
  const withoutClock = (body: unknown) =>
    Array.isArray(body) ? body : { ...(body as object), now: '' }

  for (const [name, { who, path, moves }] of Object.entries(READS))
    it(`${name}: answers 304 until its revision changes`, async () => {
      const token = who()?.token
      const read = (known?: string) =>
        portal.request('GET', path(), {
          ...(token !== undefined && { token }),
          ...(known !== undefined && { headers: { 'if-none-match': known } }),
        })
      const first = await read()
      const etag = first.headers.get('etag') ?? ''
      expect(first.status).toBe(200)
      expect(etag).toMatch(/^"[0-9a-f-]{36}\.\d+"$/)
      expect(etag).toStartWith(`"${portal.deps.store.epoch}.`)

      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer = await read(known)
        expect(answer.status).toBe(304)
        expect(answer.body as unknown).toBeNull()
        expect(answer.headers.get('etag')).toBe(etag)
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
      for (const other of ['', 'x', '"x"', etag.slice(1, -1), etag.replace('.', '.9')]) {
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

  it('shows a write to every read that begins after its answer', async () => {
    for (let round = 0; round < 20; round++) {
      const before = await room.summaryOf(item)
      await order()
      await room.orderLine(club, item)
      const after = await room.summaryOf(item)
      expect(after.totalOrderedQuantity).toBe(before.totalOrderedQuantity + 1)
    }
  })

  it('keeps its revision after a write that changes nothing', async () => {
    const read = () => portal.request('GET', '/inventorys/inventory', { token: admin.token })
    const before = await read()
    const row = (await room.ask<StockItem[]>('GET', '/inventorys/inventory')).body.find(
      ({ _id }) => _id === item._id,
    )
    await room.ask('PATCH', `/inventorys/inventory/${item._id}`, {
      rev: row?.rev,
      itemName: item.itemName,
    })
    expect((await read()).headers.get('etag')).toBe(before.headers.get('etag'))
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
    const fresh = await portal.createClub()
    const path = `/cart/cart-items-final/${fresh.id}`
    const { headers, body } = await portal.request<OrderLine[]>('GET', path, { token: fresh.token })
    expect(body).toEqual([])
    const again = await portal.request('GET', path, {
      token: fresh.token,
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
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
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
      null,
      'accept-encoding',
    ])
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
