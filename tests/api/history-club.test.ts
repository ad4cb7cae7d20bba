import { afterAll, beforeAll, expect, it } from 'bun:test'
import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'

let portal: Portal
let admin: Member
let club: Member
let room: StockRoom

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin({ clubName: 'Materials office' })
  club = await portal.createClub({ clubName: 'Film Club' })
  room = openStockRoom(portal, admin)
})
afterAll(() => portal.close())

const kindsOf = (entries: HistoryEntry[]) => entries.map(({ kind }) => kind)
const cartOf = async ({ id }: { id: string }) =>
  (await room.listCarts()).find(({ user_id }) => user_id === id)?.cart_id

const read = (member: Member, { token }: Member = member, query = '') =>
  portal.request<HistoryPage>('GET', `/cart/history/${member.id}${query}`, { token })

it('answers the club’s lines and the turns of ordering in one order, deleted lines included', async () => {
  const buyer = await portal.createClub({ clubName: 'Chess Club' })
  const item = await room.addItem()
  const first = await room.orderLine(buyer, item, 2)
  await room.switchOrdering(true)
  await room.allot([{ _id: first._id, allotted_quantity: 1 }])
  await room.switchOrdering(false)
  await room.ask('DELETE', `/cart/remove-cart/${await cartOf(buyer)}?reason=Broken`)

  const { body } = await read(buyer)
  const administrator = { access: 'bosslevel' }
  expect(body.entries.slice(0, 5)).toMatchObject([
    { kind: 'line_deleted', by: administrator, units: -1, reason: 'Broken' },
    { kind: 'ordering_turned', by: administrator },
    { kind: 'line_decided', by: administrator, units: 1 },
    { kind: 'ordering_turned', by: administrator },
    { kind: 'line_ordered', by: { id: buyer.id, name: 'Chess Club', access: 'user' } },
  ])
  for (const { by } of body.entries.slice(0, 4)) expect(by).toEqual({ access: 'bosslevel' })
  expect(new Set(kindsOf(body.entries)).has('account_made')).toBe(false)
  expect((await read(buyer, admin)).body).toEqual(body)

  const ofLine = await read(buyer, buyer, `?line=${first._id}`)
  expect(kindsOf(ofLine.body.entries)).toEqual(['line_deleted', 'line_decided', 'line_ordered'])
  expect((await read(club, club, `?line=${first._id}`)).body.entries).toEqual([])
})

it('names nobody who took a change back, the command line neither', async () => {
  const buyer = await portal.createClub()
  const line = await room.orderLine(buyer, await room.addItem())
  const { body } = await room.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
    items: [{ _id: line._id, remarks: 'Soon' }],
  })
  await room.ask('POST', `/cart/history/${body.batch}/undo`)
  // Whoever was an administrator then stays one in the history.
  const former = await portal.createAdmin({ clubName: 'Former administrator' })
  await portal.request('PUT', '/cart/update-multiple-cart-items', {
    token: former.token,
    body: { items: [{ _id: line._id, remarks: 'Later' }] },
  })
  await portal.deps.store.accounts.change(former.email, { access: 'user' }, Date.now())
  const { entries } = (await read(buyer, buyer, `?line=${line._id}`)).body
  // Addresses are for administrators.
  expect(JSON.stringify(entries)).not.toContain('@')
  expect(entries.map(({ by, undone }) => [by, undone?.by])).toEqual([
    [{ access: 'bosslevel' }, undefined],
    [{ access: 'bosslevel' }, undefined],
    [{ access: 'bosslevel' }, { access: 'bosslevel' }],
    [{ id: buyer.id, name: buyer.clubName, access: 'user' }, undefined],
  ])
})

it('refuses another club whether it exists or not, and an unknown account', async () => {
  const other = await portal.createClub()
  expectProblem(await read(club, other), 'forbidden')
  expectProblem(await read({ ...club, id: Bun.randomUUIDv7() }, other), 'forbidden')
  expectProblem(await read({ ...club, id: Bun.randomUUIDv7() }, admin), 'not_found')
  for (const field of ['line', 'before', 'limit']) {
    const answer = await read(club, club, `?${field}=x`)
    expect(expectProblem(answer, 'invalid').errors?.map(({ path }) => path)).toEqual([field])
  }
})
