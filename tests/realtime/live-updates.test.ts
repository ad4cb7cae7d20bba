/** Which changes a page receives, and which it never receives. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { CLOSE } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { StockItem } from '#src/contract/records.ts'
import { SOCKET_OPTIONS } from '#src/realtime/upgrade.ts'
import type { AccountChange } from '#src/store/port.ts'
import { openPages, type Pages } from '#tests/support/flood.ts'
import { createHandTimers, enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { startPortal, type Member, type Portal } from '#tests/support/portal.ts'
import { customRow } from '#tests/support/rows.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'
import { ADMIN } from '#tests/support/stores.ts'
import { HANGS_AFTER_MS, until } from '#tests/support/until.ts'

const SECRET = 'only north knows this'
const LINK = 'https://shop.example/'.padEnd(2_020, 'x')

let portal: Portal
let moved = 0
const hand = createHandTimers()
const tick = () => hand.tick()
let admin: Member
let room: StockRoom
beforeAll(async () => {
  portal = await startPortal({ now: () => Date.now() + moved, timers: hand.timers })
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

const placeOrder = (club: Member, itemName: string) =>
  room.order(club, [{ itemName, ordered_quantity: 2 }])
/** An order of more than 2 kB a row. */
const placeLargeOrder = (club: Member, rows: number) =>
  room.order(
    club,
    Array.from({ length: rows }, (_, n) => customRow(`Thing ${n}`, 1, LINK)),
  )
const statesReceived = (client: LiveClient, topic: 'ordering' | 'inventory' | 'orders' | 'carts') =>
  client.states(topic).length

/** Changes the switch and waits until all clients have received it, so that all earlier frames have arrived too. */
async function flushFrames(...clients: LiveClient[]): Promise<void> {
  const { rows } = await portal.deps.store.ordering.read()
  const before = clients.map((client) => statesReceived(client, 'ordering'))
  await room.switchOrdering(rows.isOpen)
  await room.switchOrdering(!rows.isOpen)
  await until('all hear both flips', () =>
    clients.every((client, n) => statesReceived(client, 'ordering') === (before[n] ?? 0) + 2),
  )
}

describe('a change', () => {
  test('of the switch reaches every page, with its value', async () => {
    const club = await portal.createClub()
    const clients = [await enter(), await enter(club.token), await enter(admin.token)]
    await room.switchOrdering(true)
    await until('all hear', () =>
      clients.every((client) => statesReceived(client, 'ordering') === 2),
    )
    for (const client of clients) {
      const [before, after] = client.states('ordering')
      expect(after).toMatchObject({ epoch: before?.epoch, data: { isConfirmDisabled: true } })
      expect(after?.rev).toBe((before?.rev ?? 0) + 1)
    }
    await room.switchOrdering(false)
    await until('all hear', () =>
      clients.every((client) => statesReceived(client, 'ordering') === 3),
    )
  })

  test('that leaves the value as it was is not sent', async () => {
    const client = await enter()
    await room.switchOrdering(false)
    await flushFrames(client)
    expect(statesReceived(client, 'ordering')).toBe(3)
  })

  test('of an order reaches its club with the lines, administrators without them, and nobody else', async () => {
    const [north, south] = [await portal.createClub(), await portal.createClub()]
    const [own, twin, other, office, visitor] = [
      await enter(north.token),
      await enter(north.token),
      await enter(south.token),
      await enter(admin.token),
      await enter(),
    ]
    const carts = office.state('carts')?.rev ?? 0
    const { body } = await placeOrder(north, SECRET)
    await until('both pages of the club hear', () =>
      [own, twin].every((client) => statesReceived(client, 'orders') === 2),
    )
    await until('the office hears', () => statesReceived(office, 'carts') === 2)
    expect(own.state('orders')?.data).toEqual(body.items)
    expect(twin.state('orders')).toEqual(own.state('orders')!)
    expect(office.state('carts')).toEqual({
      type: 'state',
      topic: 'carts',
      epoch: portal.deps.store.epoch,
      rev: carts + 1,
    })
    await flushFrames(other, office, visitor)
    for (const client of [other, office, visitor])
      expect(client.texts.join('\n')).not.toContain(SECRET)
    expect(statesReceived(other, 'orders')).toBe(1)
  })

  test('of an allotment reaches that club, and only administrators as a change of the stock', async () => {
    const [north, south] = [await portal.createClub(), await portal.createClub()]
    const line = await room.orderLine(north, await room.addItem(10), 4)
    const [own, other, office] = [
      await enter(north.token),
      await enter(south.token),
      await enter(admin.token),
    ]
    await room.allot([{ _id: line._id, allotted_quantity: 3, status: 'Ready' }])
    await until('the club hears', () => statesReceived(own, 'orders') === 2)
    expect(own.state('orders')?.data).toMatchObject([{ allotted_quantity: 3, status: 'Ready' }])
    await until('the office hears of stock and carts', () =>
      (['inventory', 'carts'] as const).every((topic) => statesReceived(office, topic) === 2),
    )
    await flushFrames(own, other, office)
    expect([own, other].map((client) => statesReceived(client, 'inventory'))).toEqual([1, 1])
    expect(statesReceived(other, 'orders')).toBe(1)
  })

  test("of an item's name or state reaches clubs, and of its quantity only administrators", async () => {
    const club = await portal.createClub()
    const item = await room.addItem(10, 'Poster Paper')
    const [shelf, office] = [await enter(club.token), await enter(admin.token)]
    let { rev } = item
    async function edit(change: object) {
      const path = `/inventorys/inventory/${item._id}`
      const { body } = await room.ask<StockItem>('PATCH', path, { rev, ...change })
      rev = body.rev
    }
    await edit({ itemQuantity: 11 })
    await until('the office hears', () => statesReceived(office, 'inventory') === 2)
    await edit({ itemName: 'Poster Paper A1' })
    await until('the club hears', () => statesReceived(shelf, 'inventory') === 2)
    await edit({ itemStatus: 'disabled' })
    await until('the club hears', () => statesReceived(shelf, 'inventory') === 3)
    await until('the office hears all', () => statesReceived(office, 'inventory') === 4)
  })
})

test('the state of an order over 256 kB has no lines', async () => {
  const club = await portal.createClub()
  const client = await enter(club.token)
  await placeLargeOrder(club, 100)
  await until('the state', () => statesReceived(client, 'orders') === 2)
  const { rows } = (await portal.deps.store.orders.read(club.clubId)) ?? { rows: [] }
  await room.allot(rows.map(({ _id }) => ({ _id, remarks: 'x'.repeat(500) })))
  await until('the state', () => statesReceived(client, 'orders') === 3)
  expect(client.state('orders')).not.toHaveProperty('data')
  const again = await enter(club.token)
  expect(again.state('orders')).toEqual(client.state('orders')!)
  expect(Buffer.byteLength(client.texts.at(-1) ?? '')).toBeLessThan(1_000)
})

describe('a beat', () => {
  test('reaches every page once in fifteen seconds, with all topics of the page', async () => {
    const club = await portal.createClub()
    const clients = await Promise.all([
      ...Array.from({ length: 20 }, () => enter()),
      ...Array.from({ length: 18 }, () => enter(club.token)),
      ...Array.from({ length: 18 }, () => enter(admin.token)),
    ])
    for (let second = 0; second < limits.beatSeconds; second++) tick()
    await until('all have a beat', () => clients.every((client) => client.beats().length > 0))
    await flushFrames(...clients)
    for (const client of clients) {
      const [beat, ...more] = client.beats()
      expect(more).toEqual([])
      const revs = (client.topics() ?? []).map((topic) => [topic, client.states(topic)[0]?.rev])
      expect(beat).toEqual({ type: 'beat', revs: Object.fromEntries(revs) })
    }
  })
})

describe('repairs', () => {
  test('send a change without a nudge within a second, and are counted', async () => {
    const club = await portal.createClub()
    const [own, office, visitor] = [
      await enter(club.token),
      await enter(admin.token),
      await enter(),
    ]
    const { unheard: store } = portal
    const { live } = portal.deps
    tick()
    await flushFrames(visitor)
    const before = live.counts().repairs
    await store.ordering.set(false, ADMIN, Date.now())
    await store.stock.add(
      { itemName: 'Chalk', itemQuantity: 1, itemStatus: 'enabled' },
      admin.id,
      Date.now(),
    )
    await store.ordering.set(true, ADMIN, Date.now())
    await store.orders.place({
      clubId: club.clubId,
      actorId: club.id,
      rows: [customRow('Rope', 1)],
      toAnswer: () => '',
      now: Date.now(),
    })
    tick()
    await until('the club hears', () => own.state('orders')?.data?.[0]?.itemName === 'Rope')
    await until('the office hears', () =>
      (['inventory', 'carts'] as const).every((topic) => statesReceived(office, topic) === 2),
    )
    await until('the club hears of the item', () => statesReceived(own, 'inventory') === 2)
    const { rev } = await store.ordering.read()
    await until('the visitor hears', () => visitor.state('ordering')?.rev === rev)
    expect(live.counts().repairs - before).toBe(5)
    tick()
    await flushFrames(visitor)
    expect(live.counts().repairs - before).toBe(5)
  })

  test('do not count a change that a nudge reported', async () => {
    const client = await enter()
    const before = portal.deps.live.counts().repairs
    await room.switchOrdering(true)
    await room.switchOrdering(false)
    await until('both changes arrive', () => statesReceived(client, 'ordering') === 3)
    tick()
    await flushFrames(client)
    expect(portal.deps.live.counts().repairs).toBe(before)
  })
})

describe('a socket ends with 4401', () => {
  test('when its token expires', async () => {
    const club = await portal.createClub()
    const [own, visitor] = [await enter(club.token), await enter()]
    moved = limits.sessionSeconds * 1_000 - 3_000
    tick()
    const late = await enter(club.token)
    expect(own.isOpen()).toBe(true)
    moved = limits.sessionSeconds * 1_000 + 1_000
    tick()
    expect(await own.closeCode()).toBe(CLOSE.signInAgain)
    expect(await late.closeCode()).toBe(CLOSE.signInAgain)
    expect(visitor.isOpen()).toBe(true)
    moved = 0
  })

  test('when its account gets a new password, another role or another club, or is disabled', async () => {
    const changes: AccountChange[] = [
      { passwordHash: 'another' },
      { access: 'bosslevel' },
      { disabled: true },
      { clubId: (await portal.createClub()).clubId },
    ]
    for (const change of changes) {
      const [member, other] = [await portal.createClub(), await portal.createClub()]
      const [own, bystander] = [await enter(member.token), await enter(other.token)]
      await portal.deps.store.accounts.change(member.email, change, Date.now())
      tick()
      expect(await own.closeCode()).toBe(CLOSE.signInAgain)
      expect(bystander.isOpen()).toBe(true)
    }
  })

  test('when it signs out, and the other sockets of its account stay', async () => {
    const club = await portal.createClub()
    const [phone, laptop] = [await enter(club.token), await enter(await portal.signIn(club))]
    const { status } = await portal.request('POST', '/users/logout', { token: club.token })
    expect(status).toBe(204)
    tick()
    expect(await phone.closeCode()).toBe(CLOSE.signInAgain)
    expect(laptop.isOpen()).toBe(true)
  })
})

test('all people of a club hear its order, and who leaves it hears nothing more', async () => {
  const club = await portal.createClub()
  const mate = await portal.createClub({ clubId: club.clubId })
  const [own, other] = [await enter(club.token), await enter(mate.token)]
  await placeOrder(mate, 'Felt')
  await until('both hear it', () =>
    [own, other].every((client) => client.texts.join().includes('Felt')),
  )
  const elsewhere = await portal.createClub()
  await portal.unheard.people.changePerson(club.id, { clubId: elsewhere.clubId }, ADMIN, Date.now())
  tick()
  expect(await own.closeCode()).toBe(CLOSE.signInAgain)
  await placeOrder(mate, SECRET)
  await until('the other hears it', () => other.texts.join().includes(SECRET))
  expect(own.texts.join()).not.toContain(SECRET)
})

describe('a client that stops reading is disconnected, and counted', () => {
  /** A page of this club, whose order is large, that reads nothing more. */
  async function openStalled(): Promise<{ club: Member } & Pages> {
    const club = await portal.createClub()
    await placeLargeOrder(club, 95)
    const pages = await openPages(Number(new URL(portal.url).port), 1, {
      token: club.token,
      network: '192.0.2.1',
      withinMs: HANGS_AFTER_MS,
    })
    pages.stopReading()
    stalled.push(pages)
    return { club, ...pages }
  }
  const stalled: Pages[] = []
  afterEach(() => {
    for (const pages of stalled.splice(0)) pages.hangUp()
  })

  test('when changes are published to it', async () => {
    const { live } = portal.deps
    const before = live.counts()
    const { club } = await openStalled()
    const orders: Promise<unknown>[] = []
    await until('the stalled socket is gone', () => {
      orders.push(placeOrder(club, `More ${orders.length % 5}`))
      tick()
      return live.counts().backpressureCloses > before.backpressureCloses
    })
    expect(SOCKET_OPTIONS.backpressureLimit).toBe(1_000_000)
    await Promise.all(orders)
  })

  test('when its own frames are answered', async () => {
    const { live } = portal.deps
    const before = live.counts()
    const { say } = await openStalled()
    let sent = 1
    await until('the stalled socket is gone', () => {
      if (sent++ < limits.framesPerMinute) say([{ type: 'sync', topic: 'orders' }])
      tick()
      return live.counts().backpressureCloses > before.backpressureCloses
    })
  })
})
