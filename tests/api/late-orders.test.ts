import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { HistoryEntry } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type Placed, type StockRoom } from '#tests/support/stock.ts'

let portal: Portal
let admin: Member
let room: StockRoom

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.createAdmin()
  room = openStockRoom(portal, admin)
})
afterAll(() => portal.close())

const add = (by: Member, body: object, key?: string) =>
  portal.request<Placed & { batch?: string }>('POST', '/cart/add-items', {
    token: by.token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const seenBy = async ({ id, token }: Member) =>
  (await portal.request<OrderLine[]>('GET', `/cart/cart-items-final/${id}`, { token })).body

describe('a late line', () => {
  it('is added by an administrator while ordering is off, and gives units with it', async () => {
    const club = await portal.createClub()
    const tape = await room.addItem(10)
    await room.switchOrdering(true)
    const items = [{ item_id: tape._id, ordered_quantity: 4, allotted_quantity: 3 }]
    expectProblem(await add(admin, { userId: club.id, items }), 'ordering_disabled')
    const placed = await add(admin, { userId: club.id, items, late: true })
    expect(placed.status).toBe(200)
    expect(placed.body.batch).toBeString()
    expect(await seenBy(club)).toMatchObject([
      { itemName: tape.itemName, ordered_quantity: 4, allotted_quantity: 3, status: 'Pending' },
    ])
    expect((await room.summaryOf(tape)).availableQuantity).toBe(7)
    const own = await portal.request<{ entries: HistoryEntry[] }>(
      'GET',
      `/cart/history/${club.id}`,
      { token: club.token },
    )
    const ofLines = own.body.entries.filter(({ line }) => line)
    expect(ofLines.map(({ kind }) => kind).toSorted()).toEqual(['line_decided', 'line_ordered'])
    expect(ofLines[0]?.by).toEqual({ access: 'bosslevel' })
    await room.switchOrdering(false)
  })

  it('is forbidden to clubs, as is giving', async () => {
    const club = await portal.createClub()
    const item_id = (await room.addItem())._id
    const items = [{ item_id, ordered_quantity: 1 }]
    const giving = [{ item_id, ordered_quantity: 1, allotted_quantity: 0 }]
    expectProblem(await add(club, { userId: club.id, items, late: true }), 'forbidden')
    expectProblem(await add(club, { userId: club.id, items: giving }), 'forbidden')
    expect(await seenBy(club)).toEqual([])
    const plain = await add(club, { userId: club.id, items, late: false })
    expect([plain.status, plain.body.batch]).toEqual([200, undefined])
  })

  it('changes nothing for an administrator while ordering is on', async () => {
    const club = await portal.createClub()
    const items = [{ itemName: 'Felt', ordered_quantity: 1, allotted_quantity: 1 }]
    for (const late of [true, false, undefined])
      expect((await add(admin, { userId: club.id, items, late })).status).toBe(200)
    expect(await seenBy(club)).toMatchObject([{ ordered_quantity: 3, allotted_quantity: 3 }])
  })

  it('refuses what is no boolean, no quantity or not on the shelf, and names the field', async () => {
    const club = await portal.createClub()
    const tape = await room.addItem(2)
    const row = { item_id: tape._id, ordered_quantity: 1 }
    const paths = async (body: object) =>
      expectProblem(await add(admin, { userId: club.id, ...body }), 'invalid').errors?.map(
        ({ path }) => path,
      )
    for (const late of ['true', 1, null])
      expect(await paths({ items: [row], late })).toEqual(['late'])
    for (const allotted_quantity of [-1, 1.5, '1', 1e9])
      expect(await paths({ items: [row, { ...row, allotted_quantity }], late: true })).toEqual([
        'items.1.allotted_quantity',
      ])
    const giving = [row, { ...row, allotted_quantity: 2 }, { ...row, allotted_quantity: 1 }]
    const refused = await add(admin, { userId: club.id, items: giving, late: true })
    const { errors } = expectProblem(refused, 'insufficient_stock')
    expect(errors?.map(({ path }) => path)).toEqual([
      'items.1.allotted_quantity',
      'items.2.allotted_quantity',
    ])
    expect(await seenBy(club)).toEqual([])
  })
})
