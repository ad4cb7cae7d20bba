/** What a club must not learn from the history: planted names are searched for in everything that it can get. */
import { afterAll, beforeAll, expect, it } from 'bun:test'
import type { HistoryPage } from '#src/contract/history.ts'
import { connectLive, type LiveClient } from '#tests/support/live-client.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'
import { listCalls } from './security/calls.ts'

const MARK = 'planted'

let portal: Portal
let admin: Member
let former: Member
let club: Member
let other: Member
let room: StockRoom
let live: LiveClient
/** The lines of both clubs. */
let own: string
let foreign: string
/** Everything that the club got. */
const got: string[] = []

const planted = (who: string) => ({
  clubName: `${MARK} ${who} name`,
  cordName: `${MARK} ${who} person`,
  mobile: `+91 ${MARK} ${who}`,
  email: `${MARK}-${who}@campus.example`,
})

async function ask(method: string, path: string, body?: unknown) {
  const answer = await portal.request(method, path, {
    token: club.token,
    ...(body !== undefined && { body }),
  })
  got.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]))
  return answer
}

/** Decides, notes, deletes and restores lines of one club, with these remarks. */
async function work(by: Member, line: string, userId: string, remarks: string) {
  const write = async (method: string, path: string, body?: unknown) =>
    (
      await portal.request<{ batch: string }>(method, path, {
        token: by.token,
        ...(body !== undefined && { body }),
      })
    ).body.batch
  const allot = (items: unknown) => write('PUT', '/cart/update-multiple-cart-items', { items })
  const undo = (batch: string) => write('POST', `/cart/history/${batch}/undo`)
  await undo(await allot([{ _id: line, allotted_quantity: 1, remarks: `${remarks} lost` }]))
  await allot([{ _id: line, allotted_quantity: 1, remarks }])
  await write('PUT', '/cart/confirm-disabled', { isConfirmDisabled: true })
  await write('PUT', '/cart/confirm-disabled', { isConfirmDisabled: false })
  const cart = (await room.listCarts()).find(({ user_id }) => user_id === userId)?.cart_id
  await undo(await write('DELETE', `/cart/remove-cart/${cart}?reason=${encodeURI(remarks)}`))
}

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin(planted('administrator'))
  former = await portal.createAdmin(planted('former'))
  other = await portal.createClub(planted('other'))
  club = await portal.createClub({ clubName: 'Film Club' })
  room = openStockRoom(portal, admin)
  live = await connectLive(portal.url)
  await live.hello(club.token)

  const item = await room.addItem(50, 'Brush Round 4')
  own = (await room.orderLine(club, item))._id
  await room.orderLine(other, item)
  const placed = await room.order(other, [{ itemName: `${MARK} felt`, ordered_quantity: 1 }])
  foreign = placed.body.items.find(({ itemName }) => itemName === `${MARK} felt`)?._id ?? ''
  await portal.deps.store.accounts.change(other.email, { mobile: `${MARK} 5550100` }, Date.now())
  for (const person of [admin, former]) {
    await work(person, own, club.id, 'Room 4')
    await work(person, foreign, other.id, `${MARK} remark`)
  }
  await portal.deps.store.accounts.change(former.email, { access: 'user' }, Date.now())
})
afterAll(() => portal.close())

it('a club finds nothing of an administrator or of another club in anything that it can get', async () => {
  for (const userId of [club.id, other.id])
    for (const { method, path } of await listCalls(portal, { userId }))
      if (method === 'GET') await ask(method, path)
  const { entries } = (await ask('GET', `/cart/history/${club.id}?limit=200`))
    .body as unknown as HistoryPage
  await ask('GET', `/cart/history/${club.id}?line=${own}`)
  await ask('GET', `/cart/history/${club.id}?line=${foreign}`)
  for (let before: string | null = entries[0]?._id ?? ''; before !== null;) {
    const page = await ask('GET', `/cart/history/${club.id}?limit=1&before=${before}`)
    before = (page.body as unknown as HistoryPage).next
  }
  // Filters that only administrators have.
  for (const filter of [`club=${other.id}`, `by=${admin.id}`, `batch=${entries[0]?.batch}`])
    await ask('GET', `/cart/history/${club.id}?${filter}`)
  await ask('POST', `/cart/history/${entries[0]?.batch}/undo`)
  await ask('POST', '/cart/add-items', {
    userId: club.id,
    items: [{ itemName: 'Felt', ordered_quantity: 1 }],
  })
  await until('the order is announced', () =>
    (live.state('orders')?.data ?? []).some(({ itemName }) => itemName === 'Felt'),
  )
  live.socket.close()

  // Two administrators decided twice, undid, deleted, restored and turned ordering; before them stands the order.
  const kinds = Map.groupBy(entries, ({ kind }) => kind)
  expect([...kinds].map(([kind, of]) => [kind, of.length])).toEqual([
    ['ordering_turned', 8],
    ['line_restored', 2],
    ['line_deleted', 2],
    ['line_decided', 6],
    ['line_ordered', 1],
  ])
  const secrets = [MARK, admin.id, former.id, other.id, foreign]
  const texts = [...got, ...live.texts].filter((text) => !text.includes('"openapi"'))
  expect(texts.length).toBeGreaterThan(60)
  for (const secret of secrets)
    expect(
      texts.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([])
})
