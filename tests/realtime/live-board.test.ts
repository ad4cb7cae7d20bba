/** What a page with an open board receives of each change, and that nobody else receives any of it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Board, BoardClub } from '#src/contract/board.ts'
import { type BoardFrame, CLOSE, isBoardFrame } from '#src/contract/frames.ts'
import type { OrderLine, StockItem } from '#src/contract/records.ts'
import { createHandTimers, enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { startPortal, type Member, type Portal } from '#tests/support/portal.ts'
import { stockRow } from '#tests/support/rows.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'

let portal: Portal
let admin: Member
let room: StockRoom
const hand = createHandTimers()
beforeAll(async () => {
  portal = await startPortal({ timers: hand.timers, config: { rateLimits: false } })
  admin = await portal.createAdmin()
  room = openStockRoom(portal, admin)
})
afterAll(() => portal.close())

const open: LiveClient[] = []
async function enter(token?: string): Promise<LiveClient> {
  const client = await enterLive(portal.url, token)
  open.push(client)
  return client
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})

const rowsOf = (client: LiveClient): BoardFrame[] =>
  client.frames.filter(
    (frame): frame is BoardFrame => frame.type === 'state' && isBoardFrame(frame),
  )

/** A page with an open board. */
async function enterBoard(): Promise<LiveClient> {
  const client = await enter(admin.token)
  client.say({ type: 'open', topic: 'board' })
  await until('the state of the board', () => client.state('board') !== undefined)
  return client
}

/** Has the server answer once more, so that all frames before have arrived. */
async function flush(...clients: LiveClient[]): Promise<void> {
  for (const client of clients) {
    const before = client.states('ordering').length
    client.say({ type: 'sync', topic: 'ordering' })
    await until('an answer', () => client.states('ordering').length > before)
  }
}

const readBoard = () => portal.request<Board>('GET', '/cart/board', { token: admin.token })
async function clubOnBoard({ id }: Member): Promise<BoardClub> {
  const found = (await readBoard()).body.clubs.find(({ user_id }) => user_id === id)
  if (!found) throw new Error('The club is not on the board.')
  return found
}

/** A club with one line of a new item. */
async function makeLine(): Promise<{ club: Member; item: StockItem; line: OrderLine }> {
  const club = await portal.createClub()
  const item = await room.addItem()
  return { club, item, line: await room.orderLine(club, item) }
}

describe('a page that opens the board', () => {
  test('hears the revision of the list, without data', async () => {
    const client = await enterBoard()
    const { epoch, rev, ...rest } = client.state('board') ?? {}
    expect((await readBoard()).headers.get('etag')).toBe(`"${epoch}.${rev}"`)
    expect(rest as object).toEqual({ type: 'state', topic: 'board' })
    expect(client.topics()).toEqual(['ordering', 'inventory', 'carts', 'people'])
  })

  test('receives the changed club and the moved item, as the list has them, and nothing else', async () => {
    const { club, item, line } = await makeLine()
    await makeLine()
    const [first, second] = [await enterBoard(), await enterBoard()]
    await room.allot([{ _id: line._id, allotted_quantity: 2, remarks: 'Soon' }])
    await flush(first, second)
    const data = await clubOnBoard(club)
    const list = await readBoard()
    const moved = list.body.items.find(({ _id }) => _id === item._id)
    const { epoch } = portal.deps.store
    const board_rev = Number(/\.(\d+)"$/.exec(list.headers.get('etag') ?? '')?.[1])
    expect(data.lines).toMatchObject([{ allotted_quantity: 2, remarks: 'Soon' }])
    for (const client of [first, second])
      expect(rowsOf(client) as unknown[]).toEqual([
        {
          type: 'state',
          topic: 'inventory',
          item_id: item._id,
          epoch,
          rev: moved?.rev,
          board_rev,
          data: moved,
        },
        {
          type: 'state',
          topic: 'orders',
          user_id: club.id,
          epoch,
          rev: data.rev,
          board_rev,
          data,
        },
      ])
  })

  test('receives an item before its first line, and a club without lines after its last', async () => {
    const client = await enterBoard()
    const { club, item } = await makeLine()
    await flush(client)
    expect(rowsOf(client).map(({ topic }) => topic)).toEqual(['inventory', 'orders'])
    expect(rowsOf(client)[0]?.data).toMatchObject({ _id: item._id })
    const { cart_id, rev } = await clubOnBoard(club)
    await portal.request('DELETE', `/cart/remove-cart/${cart_id}`, { token: admin.token })
    await flush(client)
    const left = rowsOf(client).at(-1)
    expect(left).toMatchObject({ topic: 'orders', user_id: club.id, data: { lines: [] } })
    expect(left?.rev).toBeGreaterThan(rev)
  })

  test('keeps it over a new token, and can ask for its state again', async () => {
    const { line } = await makeLine()
    const client = await enterBoard()
    client.say({ type: 'token', token: admin.token })
    client.say({ type: 'sync', topic: 'board' })
    await until('three states', () => client.states('board').length === 3)
    await room.allot([{ _id: line._id, remarks: 'Later' }])
    await flush(client)
    expect(rowsOf(client)).toHaveLength(1)
  })

  test('hears within a second what no nudge told, and it counts as a repair', async () => {
    const { club, line } = await makeLine()
    const client = await enterBoard()
    const { unheard: store } = portal
    const { live } = portal.deps
    const before = live.counts().repairs
    await store.orders.allot({
      decisions: [{ _id: line._id, remarks: 'Unheard' }],
      actorId: admin.id,
      toAnswer: () => '',
      now: Date.now(),
    })
    await store.accounts.change(club.email, { cordName: 'Another name' }, Date.now())
    hand.tick()
    await until('the row arrives', () => rowsOf(client).length > 0)
    expect(rowsOf(client).map(({ data }) => data)).toEqual([await clubOnBoard(club)])
    expect((await clubOnBoard(club)).cordName).toBe('Another name')
    expect(live.counts().repairs).toBeGreaterThan(before)
  })

  test('hears only the revision of a change that is too large for the frames', async () => {
    const club = await portal.createClub()
    for (let order = 0; order < 2; order++) {
      const items = await Promise.all(Array.from({ length: 200 }, () => room.addItem()))
      await portal.deps.store.orders.place({
        clubId: club.clubId,
        actorId: club.id,
        rows: items.map(({ _id }) => stockRow(_id, 1)),
        toAnswer: () => '',
        now: Date.now(),
      })
    }
    const { lines } = await clubOnBoard(club)
    const client = await enterBoard()
    await room.allot(lines.map(({ _id }) => ({ _id, remarks: 'x'.repeat(500) })))
    await until('a second state', () => client.states('board').length === 2)
    await flush(client)
    expect(rowsOf(client)).toEqual([])
    expect((await readBoard()).headers.get('etag')).toEndWith(`.${client.state('board')?.rev}"`)
  })
})

describe('nothing of the board is sent', () => {
  test('to a page that closed it, twice even, or never opened it', async () => {
    const { line } = await makeLine()
    const [closed, other, witness] = [
      await enterBoard(),
      await enter(admin.token),
      await enterBoard(),
    ]
    closed.say({ type: 'close', topic: 'board' })
    closed.say({ type: 'close', topic: 'board' })
    other.say({ type: 'close', topic: 'board' })
    await flush(closed, other)
    await room.allot([{ _id: line._id, allotted_quantity: 1 }])
    await flush(closed, other, witness)
    expect(rowsOf(witness)).toHaveLength(2)
    expect([...rowsOf(closed), ...rowsOf(other)]).toEqual([])
    closed.say({ type: 'open', topic: 'board' })
    await flush(closed)
    expect(closed.states('board')).toHaveLength(2)
  })

  test('to clubs and visitors: theirs is no such topic, and no row reaches them', async () => {
    const { club, line } = await makeLine()
    const other = await makeLine()
    const [own, foreign, visitor] = [
      await enter(club.token),
      await enter(other.club.token),
      await enter(),
    ]
    const board = await enterBoard()
    const remarks = 'Planted for one club'
    await room.allot([{ _id: line._id, allotted_quantity: 1, remarks }])
    await flush(board, own, foreign, visitor)
    expect(rowsOf(board)).toHaveLength(2)
    for (const client of [own, foreign, visitor]) {
      expect(rowsOf(client)).toEqual([])
      expect(client.texts.join('\n')).not.toMatch(/user_id|cart_id|item_id|cordName/)
    }
    for (const client of [foreign, visitor]) expect(client.texts.join('\n')).not.toContain(remarks)

    for (const token of [club.token, undefined])
      for (const type of ['open', 'close', 'sync']) {
        const client = await enter(token)
        client.say({ type, topic: 'board' })
        expect(await client.closeCode()).toBe(CLOSE.badFrame)
        expect(client.states('board')).toEqual([])
      }
  })

  test('before the hello, for a topic that is not opened, or for a sync of a board that is not open', async () => {
    for (const frame of [
      { type: 'open', topic: 'carts' },
      { type: 'open', topic: 'orders:board' },
      { type: 'open' },
      { type: 'close', topic: 'inventory' },
      { type: 'sync', topic: 'board' },
    ]) {
      const client = await enter(admin.token)
      client.say(frame)
      expect(await client.closeCode()).toBe(CLOSE.badFrame)
    }
  })
})
