import { expect, it } from 'bun:test'
import { limits } from '#src/contract/limits.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { startPortal } from '#tests/support/portal.ts'
import { openStockRoom } from '#tests/support/stock.ts'

let movedMs = 0
const { portal, room } = await openOffice({ now: () => Date.now() + movedMs })

const row = (index: number) => [{ itemName: `Own ${index}`, ordered_quantity: 1 }]

it('accepts 60 orders a minute from an account, not counting retries', async () => {
  const club = await portal.createClub()
  for (let index = 0; index < limits.ordersPerMinute; index++) {
    const key = String(index)
    expect((await room.order(club, row(index), { key })).status).toBe(200)
    expect((await room.order(club, row(index), { key })).status).toBe(200)
  }
  const more = await room.order(club, row(999), { key: 'new' })
  expectProblem(more, 'too_many_requests')
  expect(Number(more.headers.get('retry-after'))).toBeWithin(1, 61)
  const own = { userId: club.id, itemName: 'Felt', ordered_quantity: 1 }
  const custom = await portal.request('POST', '/cart/add-custom-item', {
    token: club.token,
    body: own,
  })
  expectProblem(custom, 'too_many_requests')
  const { token } = club
  const withdrawn = await portal.request('DELETE', `/cart/remove-item/${club.id}/Own 0`, { token })
  expectProblem(withdrawn, 'too_many_requests')

  expect((await room.order(club, row(3), { key: '3' })).status).toBe(200)
  expectProblem(await room.order(club, row(4), { key: '3' }), 'key_reused')
  expectProblem(await room.order(club, [], { key: '3' }), 'invalid')
  expect((await room.order(await portal.createClub(), row(1))).status).toBe(200)
  expect(await room.linesOf(club)).toHaveLength(limits.ordersPerMinute)

  movedMs = 61_000
  expect((await room.order(club, row(999), { key: 'new' })).status).toBe(200)
})

it('refuses what a club sends too often before it reads it', async () => {
  const club = await portal.createClub()
  const send = () =>
    portal.request('POST', '/cart/add-items', { token: club.token, body: { userId: 'nobody' } })
  for (let sent = 0; sent < limits.callsSentPerMinute; sent++)
    expectProblem(await send(), 'invalid')
  expectProblem(await send(), 'too_many_requests')
  const { token } = await portal.createAdmin()
  const save = (body: unknown) =>
    portal.request('PUT', '/cart/update-multiple-cart-items', { token, body })
  for (let sent = 0; sent <= limits.callsSentPerMinute; sent++)
    expectProblem(await save({ items: 1 }), 'invalid')
})

it('lets an administrator decide 60,000 rows in an hour', async () => {
  const desk = await portal.createAdmin()
  const ownRoom = openStockRoom(portal, desk)
  const club = await portal.createClub()
  await room.order(club, row(1))
  const [line] = await room.linesOf(club)
  const rows = Array.from({ length: limits.changeRows }, () => ({
    _id: line?._id,
    status: 'Ready',
  }))
  const save = () => ownRoom.ask('PUT', '/cart/update-multiple-cart-items', { items: rows })
  for (let saved = 0; saved < limits.decidedRowsPerHour; saved += rows.length)
    expect((await save()).status).toBe(200)
  const refused = await save()
  expectProblem(refused, 'too_many_requests')
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(3_000, 3_601)
})

it('counts nothing when the limits are off', async () => {
  const open = await startPortal({ config: { rateLimits: false } })
  const club = await open.createClub()
  const place = openStockRoom(open, await open.createAdmin())
  const answers = await Promise.all(
    Array.from({ length: 250 }, (_, index) => place.order(club, row(index % 50))),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await open.close()
})
