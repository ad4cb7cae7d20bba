/**
 * What a club must not learn of decisions that are held back, and never of administrators and other clubs: planted remarks, numbers, statuses
 * and names are searched for in everything that it can get.
 */
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderingState } from '#src/contract/frames.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import { connectLive, type LiveClient } from '#tests/support/live-client.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { joinRedis, type JoinedRedis, whyNoRedis } from '#tests/support/redis.ts'
import { testWith } from '#tests/support/servers.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'
import { callsOf, readSpec } from '#tests/support/hostile-calls.ts'

/** What is decided while decisions are held. No other value of the test holds one of these. */
const REMARK = 'planted remark'
const UNITS = 73_519
/** Every decision has it. */
const NOTE = 'planted note'
const NOTE_SECRET = new RegExp(NOTE)
const WIRE_SECRETS = [
  new RegExp(REMARK),
  new RegExp(`(?<![\\w.-])${UNITS}(?![\\w-])`),
  /"(?:Ready|Rejected|Ordered from online retailer)"/,
]
/** The last one is how mails say it. */
const SECRETS = [...WIRE_SECRETS, NOTE_SECRET, /73,519|-> (?:Ready for Pickup|Rejected)/]

/** In the names of everybody else. */
const MARK = 'planted person'
const planted = (who: string) => ({
  clubName: `${MARK} ${who}`,
  cordName: `${MARK} ${who} co-ordinator`,
  mobile: `+91 ${MARK} ${who}`,
  email: `planted-${who}@campus.example`,
})

let dataDir: string
/** Carries the notices between instances, where there is one. */
let redis: JoinedRedis | null = null
let portal: Portal
let admin: Member
let former: Member
let other: Member
let club: Member
/** A line of the other club. */
let foreign: string
let room: StockRoom
let live: LiveClient
let stockLine: string
let ownLine: string
let itemId: string
/** Everything that the club got since the last look. */
let got: string[] = []

const start = () =>
  startPortal({
    // A mail is due as soon as something changed for the club.
    config: { rateLimits: false, dataDir, redisUrl: redis?.url ?? null, digestMinutes: 0.000_01 },
  })

async function write<Body = { batch: string }>(method: string, path: string, body?: unknown) {
  const answer = await portal.request<Body>(method, path, {
    token: admin.token,
    ...(body !== undefined && { body }),
  })
  expect(answer.status, `${method} ${path}`).toBe(200)
  return answer.body
}
const hold = (held: boolean) => write('PUT', '/cart/decisions-held', { held })
const allot = (items: unknown) =>
  write('PUT', '/cart/update-multiple-cart-items', { items, note: NOTE })
const undo = (batch: string) => write('POST', `/cart/history/${batch}/undo`)
const decide = () =>
  allot([
    { _id: stockLine, allotted_quantity: UNITS, remarks: `${REMARK} on stock`, status: 'Ready' },
    { _id: ownLine, allotted_quantity: UNITS, remarks: `${REMARK} on felt`, status: 'Rejected' },
  ])

async function ask(method: string, path: string, body?: unknown, from = portal) {
  const answer = await from.request(method, path, {
    token: club.token,
    ...(body !== undefined && { body }),
  })
  got.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]))
  return answer
}

async function connect(to = portal): Promise<void> {
  live = await connectLive(to.url)
  await live.hello(club.token)
}

/** Every call that is documented, as the club, and as a visitor; its history in pages and by line. */
async function readAll(from = portal): Promise<void> {
  for (const { method, path } of callsOf(await readSpec(from), { userId: club.id })) {
    if (method !== 'GET' || path === '/openapi.json') continue
    await ask(method, path, undefined, from)
    const { body, headers } = await from.request('GET', path)
    got.push(JSON.stringify(body), JSON.stringify([...headers]))
  }
  const ofClub = `/cart/history/${club.id}`
  for (const line of [stockLine, ownLine, foreign])
    await ask('GET', `${ofClub}?line=${line}`, undefined, from)
  const { body: edition } = await ask('GET', '/cart/confirm-disabled', undefined, from)
  const { _id } = (edition as unknown as OrderingState).edition
  await ask('GET', `/cart/editions/${_id}`, undefined, from)
  for (const userId of [club.id, other.id])
    for (const path of ['cart-items-final', 'cart-items-user', 'history'])
      await ask('GET', `/cart/${path}/${userId}`, undefined, from)
  // Filters that only administrators have.
  for (const filter of [`club=${other.id}`, `by=${admin.id}`])
    await ask('GET', `${ofClub}?${filter}`, undefined, from)
  for (let before: string | null = ''; before !== null;) {
    const start = before === '' ? '' : `&before=${before}`
    const page = await ask('GET', `${ofClub}?limit=1${start}`, undefined, from)
    before = (page.body as unknown as HistoryPage).next
  }
  for (const page of ['/', '/inventoryuser', '/orders']) await ask('GET', page, undefined, from)
}

/** The secrets in what the club got. The description of the API names every status, to everybody. */
function leaks(): string[] {
  const texts = [...got, ...live.texts].filter((text) => !text.includes('"openapi"'))
  const names = [MARK, 'planted-', admin.id, former.id, other.id, foreign].filter((name) =>
    texts.some((text) => text.includes(name)),
  )
  expect(names).toEqual([])
  return SECRETS.flatMap((secret) => {
    const found = texts.find((text) => secret.test(text))
    return found === undefined ? [] : [`${secret}: ${found}`]
  })
}

/** Every mail that is due. Mails are files here, and due at once. */
async function readMails(): Promise<void> {
  const { outbox, store } = portal.deps
  outbox.wake()
  await until('every mail is sent', async () => {
    const nextDue = await store.mail.queueOrderMails(0, Date.now())
    return nextDue === null && (await store.mail.nextAt()) === null
  })
  const folder = join(dataDir, 'outbox')
  const names = existsSync(folder) ? await readdir(folder) : []
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  got.push(...mails.filter((mail) => mail.includes(`To: ${club.email}`)))
}

/** Reads everything and waits until the page has the present revision of its order. */
async function look(from = portal): Promise<void> {
  await readAll(from)
  await readMails()
  const rev = await portal.deps.store.live.readRev(`orders:${club.id}`)
  await until('the order is told', () => (live.state('orders')?.rev ?? -1) >= (rev ?? 0))
  expect(got.length).toBeGreaterThan(30)
  expect(leaks()).toEqual([])
  got = []
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-'))
  if (whyNoRedis === null) redis = await joinRedis()
  portal = await start()
  admin = await portal.createAdmin(planted('administrator'))
  former = await portal.createAdmin(planted('former'))
  other = await portal.createClub(planted('other'))
  club = await portal.createClub({ clubName: 'Film Club' })
  room = openStockRoom(portal, admin)
  const item = await room.addItem(500_000, 'Brush Round 4')
  itemId = item._id
  // Clubs never read where an item lies.
  await write('PATCH', `/inventorys/inventory/${itemId}`, { rev: item.rev, place: `${MARK} shelf` })
  stockLine = (await room.orderLine(club, item))._id
  const placed = await room.order(club, [{ itemName: 'Felt', ordered_quantity: 3 }])
  ownLine = placed.body.items.find(({ itemName }) => itemName === 'Felt')?._id ?? ''
  const others = await room.order(other, [{ itemName: 'Neon', ordered_quantity: 1 }])
  foreign = others.body.items[0]?._id ?? ''
  // What was decided, taken back and switched before, by two administrators, is in the history of both clubs.
  for (const { token } of [admin, former]) {
    const by = openStockRoom(portal, { ...admin, token })
    const allotted = (_id: string) => by.allot([{ _id, remarks: 'Room 4' }])
    await Promise.all([ownLine, foreign].map(allotted))
    await by.switchOrdering(true)
    await by.switchOrdering(false)
    const { body } = await by.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
      items: [{ _id: ownLine, remarks: 'Room 5' }],
    })
    await by.ask('POST', `/cart/history/${body.batch}/undo`)
  }
  await portal.deps.store.accounts.change(
    former.email,
    { access: 'user', clubName: 'Former' },
    Date.now(),
  )
  await hold(true)
  await connect()
  await decide()
})
afterAll(async () => {
  await portal.close()
  await redis?.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('of what is held back a club finds nothing', () => {
  it('in any call, header or frame', () => look())

  it('after a reload of its page', async () => {
    live.socket.close()
    await connect()
    live.say({ type: 'sync', topic: 'orders' })
    await look()
  })

  it('on another instance', async () => {
    const other = await startPortal({
      config: { rateLimits: false },
      store: { ...portal.deps.store, close: async () => undefined },
    })
    await look(other)
    await other.close()
  })

  testWith('on another instance, which learns of each decision by Redis', whyNoRedis, async () => {
    const other = await startPortal({
      config: { rateLimits: false, redisUrl: redis?.url ?? null },
      store: { ...portal.deps.store, close: async () => undefined },
    })
    live.socket.close()
    await connect(other)
    await allot([{ _id: stockLine, remarks: `${REMARK}, by the other instance` }])
    await look(other)
    const items = [{ itemName: 'Felt', ordered_quantity: 1 }]
    await ask('POST', '/cart/add-items', { userId: club.id, items })
    await look(other)
    live.socket.close()
    await other.close()
    await connect()
  })

  it('in the answer to ordering again, and after it', async () => {
    const items = [
      { item_id: itemId, ordered_quantity: 1 },
      { itemName: 'Felt', ordered_quantity: 1 },
    ]
    await ask('POST', '/cart/add-items', { userId: club.id, items })
    await ask('POST', '/cart/add-custom-item', {
      userId: club.id,
      itemName: 'Felt',
      ordered_quantity: 1,
    })
    await look()
  })

  it('in the answer to a correction, and after it', async () => {
    const asked = async (lineId: string) =>
      (await room.linesOf(club)).find(({ _id }) => _id === lineId)?.ordered_quantity ?? 0
    const correct = (lineId: string, body: object) => ask('PATCH', `/cart/lines/${lineId}`, body)
    const was = await asked(stockLine)
    await correct(stockLine, { ordered_quantity: was + 1, was })
    await correct(stockLine, { ordered_quantity: was + 2, was })
    // A mail tells the club of this correction, and not of the decision before it.
    await allot([{ _id: stockLine, remarks: `${REMARK}, again` }])
    await write('PATCH', `/cart/lines/${stockLine}`, { ordered_quantity: was + 3, was: was + 1 })
    await correct(ownLine, { link: 'https://shop.example/felt', was: await asked(ownLine) })
    await look()
    // What is held back of this line goes with what is asked.
    const item = await room.addItem(100_000, 'Brush Flat 2')
    const line = await room.orderLine(club, item, 10_000)
    await allot([{ _id: line._id, allotted_quantity: UNITS, remarks: REMARK }])
    await correct(line._id, { ordered_quantity: 5, was: 10_000 })
    const cart = (await room.listCarts()).find(({ user_id }) => user_id === club.id)
    await look()
    await ask('DELETE', `/cart/remove-item/${cart?.cart_id}/${line._id}`)
    await look()
  })

  it('on the screen in the store room, and when something else is handed over', async () => {
    const item = await room.addItem(9, 'Palette')
    const line = await room.orderLine(club, item, 3)
    await write('PUT', '/cart/update-multiple-cart-items', {
      items: [{ _id: line._id, allotted_quantity: 3 }],
    })
    const handed = { user_id: club.id, to: 'Asha', lines: [{ _id: line._id, quantity: 2 }] }
    const { batch } = await write('POST', '/cart/hand-over', handed)
    const { body } = await room.ask<{ url: string }>('POST', '/cart/pickup-screen')
    const key = body.url.split('#')[1] ?? ''
    const screen = await portal.request('GET', '/cart/pickup', { headers: { 'pickup-key': key } })
    expect(screen.status).toBe(200)
    got.push(JSON.stringify(screen.body).replaceAll(`${MARK} other`, ''))
    await look()
    await undo(batch)
    await look()
    const cart = (await room.listCarts()).find(({ user_id }) => user_id === club.id)
    await write('DELETE', `/cart/remove-item/${cart?.cart_id}/${line._id}`)
  })

  it('by an address that an administrator read before in the same browser', async () => {
    const path = `/cart/cart-items-final/${club.id}`
    const read = await portal.request('GET', path, { token: admin.token })
    expect(JSON.stringify(read.body)).toContain(REMARK)
    const etag = read.headers.get('etag') ?? ''
    const answer = await portal.request('GET', path, {
      token: club.token,
      headers: { 'if-none-match': etag },
    })
    expect(answer.status).toBe(200)
  })

  it('after a decision was taken back, and that again', async () => {
    const more = await allot([{ _id: stockLine, remarks: `${REMARK}, changed` }])
    const { batch } = await undo(more.batch)
    await look()
    await undo(batch)
    await look()
  })

  it('after its line was deleted and came back', async () => {
    const cart = (await room.listCarts()).find(({ user_id }) => user_id === club.id)
    const { batch } = await write('DELETE', `/cart/remove-cart/${cart?.cart_id}`)
    await look()
    await undo(batch)
    await look()
  })

  it('after a restart', async () => {
    await look()
    live.socket.close()
    await portal.close()
    portal = await start()
    await connect()
    await look()
  })

  it('until it is announced: then it reads all of it', async () => {
    await write('POST', '/cart/announce', {})
    await readAll()
    await readMails()
    await until('the page has it', () =>
      (live.state('orders')?.data ?? []).some(({ allotted_quantity }) => allotted_quantity > 9_999),
    )
    expect(leaks()).toHaveLength(SECRETS.length)
    for (const secret of SECRETS) expect(got.some((text) => secret.test(text))).toBeTrue()
    for (const secret of WIRE_SECRETS)
      expect(live.texts.some((text) => secret.test(text))).toBeTrue()
  })
})
