import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type {
  HistoryEntry,
  HistoryPage,
  HistoryPerson,
  OrderingTurn,
} from '#src/contract/history.ts'
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
afterAll(async () => {
  expect((await portal.deps.store.upkeep.verify()).broken).toEqual([])
  await portal.close()
})

const list = (filter: Record<string, string | number>) =>
  room.ask<HistoryPage>(
    'GET',
    `/cart/history?${new URLSearchParams(Object.entries(filter).map(([key, value]) => [key, String(value)]))}`,
  )
const entriesOf = async (filter: Record<string, string | number>) =>
  (await list(filter)).body.entries
const kindsOf = (entries: HistoryEntry[]) => entries.map(({ kind }) => kind)
const cartOf = async ({ id }: { id: string }) =>
  (await room.listCarts()).find(({ user_id }) => user_id === id)?.cart_id

/** The administrator, as administrators read the author of a change. */
const office = () => ({
  id: admin.id,
  name: 'Materials office',
  email: admin.email,
  access: 'bosslevel' as const,
})

describe('GET /cart/history', () => {
  it('tells what happened to an item and its line, newest first, with each value before and after', async () => {
    const item = await room.addItem(10, 'Brush Round 4')
    const line = await room.orderLine(club, item, 5)
    await room.orderLine(club, item, 2)
    await room.allot([{ _id: line._id, allotted_quantity: 3, status: 'Ready', remarks: 'Room 4' }])
    await room.allot([{ _id: line._id, status: 'Delivered' }])
    const { rev } = (await room.ask<(typeof item)[]>('GET', '/inventorys/inventory')).body.find(
      ({ _id }) => _id === item._id,
    ) ?? { rev: 0 }
    await room.ask('PATCH', `/inventorys/inventory/${item._id}`, { rev, itemQuantity: 20 })
    await room.ask('PUT', '/inventorys/update-inventory-items', [
      { _id: item._id, itemRemark: 'On the top shelf' },
    ])
    await room.ask(
      'DELETE',
      `/cart/remove-item/${await cartOf(club)}/${line._id}?reason=Sold%20out`,
    )

    const entries = await entriesOf({ item: item._id })
    const by = office()
    const { id: user_id, email } = club
    const byClub = { id: user_id, name: 'Film Club', email, access: 'user' as const }
    const named = { _id: item._id, itemName: 'Brush Round 4' }
    const ofLine = {
      club: { user_id, clubName: 'Film Club', email },
      line: { _id: line._id, itemName: 'Brush Round 4', ordered_quantity: 7 },
      item: named,
    }
    const made = { _id: expect.any(String), at: expect.any(String), batch: expect.any(String) }
    const was = (field: string, before: string | number, after: string | number) => ({
      field,
      before,
      after,
    })
    expect(entries).toEqual([
      { ...made, kind: 'line_deleted', by, ...ofLine, units: 0, reason: 'Sold out' },
      {
        ...made,
        kind: 'item_noted',
        by,
        item: named,
        changes: [was('itemRemark', '', 'On the top shelf')],
      },
      {
        ...made,
        kind: 'item_edited',
        by,
        item: named,
        units: 13,
        changes: [was('itemQuantity', 7, 20)],
      },
      {
        ...made,
        kind: 'line_decided',
        by,
        ...ofLine,
        units: 0,
        changes: [was('delivered_quantity', 0, 3), was('status', 'Ready', 'Delivered')],
      },
      {
        ...made,
        kind: 'line_decided',
        by,
        ...ofLine,
        units: 3,
        changes: [
          was('allotted_quantity', 0, 3),
          was('status', 'Pending', 'Ready'),
          was('remarks', '', 'Room 4'),
        ],
      },
      {
        ...made,
        kind: 'line_raised',
        by: byClub,
        ...ofLine,
        changes: [was('ordered_quantity', 5, 7)],
      },
      {
        ...made,
        kind: 'line_ordered',
        by: byClub,
        ...ofLine,
        changes: [was('ordered_quantity', 0, 5)],
      },
      { ...made, kind: 'item_added', by, item: named, changes: [was('itemQuantity', 0, 10)] },
    ])
    for (const { at } of entries) expect(new Date(at).toISOString()).toBe(at)
    expect(await entriesOf({ line: line._id })).toEqual(entries.filter((entry) => entry.line))
  })

  it('tells of turns of ordering, and of accounts without any secret', async () => {
    await room.switchOrdering(true)
    await room.switchOrdering(false)
    const turns = await entriesOf({ kind: 'ordering_turned', limit: 2 })
    expect(turns.map(({ changes }) => changes)).toEqual([
      [{ field: 'isConfirmDisabled', before: true, after: false }],
      [{ field: 'isConfirmDisabled', before: false, after: true }],
    ])
    const other = await portal.createClub({ clubName: 'Tea Club' })
    await portal.deps.store.accounts.change(
      other.email,
      { passwordHash: 'a-hash-of-a-password' },
      Date.now(),
    )
    const entries = await entriesOf({ club: other.id, by: 'tool' })
    expect(entries).toMatchObject([
      {
        kind: 'account_changed',
        by: { access: 'tool' },
        club: { user_id: other.id, clubName: 'Tea Club' },
        changes: [{ field: 'password', before: '', after: '' }],
      },
      { kind: 'account_made', by: { access: 'tool' } },
    ])
    expect(JSON.stringify(entries)).not.toContain('a-hash')
  })

  it('narrows by every filter, and by several together', async () => {
    const item = await room.addItem()
    const line = await room.orderLine(club, item)
    const { body } = await room.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
      items: [{ _id: line._id, remarks: 'Soon' }],
    })
    expect(kindsOf(await entriesOf({ batch: body.batch }))).toEqual(['line_decided'])
    expect(kindsOf(await entriesOf({ item: item._id, kind: 'line_decided' }))).toEqual([
      'line_decided',
    ])
    expect(kindsOf(await entriesOf({ item: item._id, by: club.id }))).toEqual(['line_ordered'])
    expect(kindsOf(await entriesOf({ line: line._id, club: club.id }))).toEqual([
      'line_decided',
      'line_ordered',
    ])
    const stranger = await portal.createClub()
    expect(await entriesOf({ line: line._id, club: stranger.id })).toEqual([])
    expect(await entriesOf({ by: 'clock' })).toEqual([])
    for (const filter of ['club', 'item', 'line', 'by', 'batch'])
      expect((await list({ [filter]: Bun.randomUUIDv7() })).body, filter).toEqual({
        entries: [],
        next: null,
      })
  })

  it('ends a page after 50 entries, or after 1 to 200 on request', async () => {
    const buyer = await portal.createClub()
    for (let index = 0; index < 60; index++)
      await room.order(buyer, [{ itemName: `Own ${index}`, ordered_quantity: 1 }])
    const filter = { club: buyer.id }
    expect(await entriesOf(filter)).toHaveLength(50)
    expect(await entriesOf({ ...filter, limit: 1 })).toHaveLength(1)
    expect(await entriesOf({ ...filter, limit: 200 })).toHaveLength(61)
  })

  it('refuses a filter that is no id and no known word, and a limit out of range, by field', async () => {
    const wrong: [string, string | number][] = [
      ...['club', 'item', 'line', 'by', 'batch', 'before'].flatMap((field): [string, string][] => [
        [field, 'x'],
        [field, ''],
        [field, `${Bun.randomUUIDv7()}0`],
      ]),
      ['by', 'Clock'],
      ['kind', 'deleted'],
      ['kind', 'line_deleted,line_decided'],
      ['kind', ''],
      ...[0, -1, 201, 1.5, 'x', '', 'Infinity', '5 5', '0x10', '1e2', ' 5', '007'].map(
        (limit): [string, string | number] => ['limit', limit],
      ),
    ]
    for (const [field, value] of wrong) {
      const answer = await list({ [field]: value })
      expect(expectProblem(answer, 'invalid').errors?.map(({ path }) => path)).toEqual([field])
    }
    const both = expectProblem(await list({ club: 'x', limit: 0 }), 'invalid')
    expect(both.errors?.map(({ path }) => path)).toEqual(['club', 'limit'])
    expect(both.errors?.[1]?.msg).toBe('limit is a whole number from 1 to 200.')
  })

  it('is kept by no cache', async () => {
    for (const path of ['/cart/history', `/cart/history/${club.id}`, '/cart/remarks'])
      expect((await room.ask('GET', path)).headers.get('cache-control')).toBe('no-store')
  })
})

describe('people, turns and remarks', () => {
  it('lists who made a change, by name', async () => {
    const { body } = await room.ask<HistoryPerson[]>('GET', '/cart/history-people')
    expect(body).toContainEqual(office())
    const { id, email } = club
    expect(body).toContainEqual({ id, name: 'Film Club', email, access: 'user' })
    const silent = await portal.createClub()
    expect(body.map(({ id }) => id)).not.toContain(silent.id)
    const names = body.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
  })

  it('lists the turns of a span, oldest first, after the last one before it', async () => {
    const turns = async (query = '') =>
      (await room.ask<OrderingTurn[]>('GET', `/cart/ordering-turns${query}`)).body
    await room.switchOrdering(true)
    const from = new Date(Date.now() + 1).toISOString()
    while (new Date().toISOString() <= from);
    await room.switchOrdering(false)
    const by = office()
    const at = expect.any(String)
    expect(await turns(`?from=${from}`)).toEqual([
      { at, isConfirmDisabled: true, by },
      { at, isConfirmDisabled: false, by },
    ])
    expect((await turns()).slice(-2)).toEqual(await turns(`?from=${from}`))
    const to = (await turns()).at(-1)?.at ?? ''
    expect((await turns(`?to=${to}`)).at(-1)?.isConfirmDisabled).toBe(true)
    expect(await turns('?from=2020-01-01T00:00:00%2B05:30&to=2020-02-01T00:00Z')).toEqual([])
  })

  it('refuses a time without zone, or outside the calendar, by field', async () => {
    for (const field of ['from', 'to'])
      for (const wrong of ['', 'x', '2026-11-22', '2026-11-22T10:00:00', '2026-13-01T10:00:00Z']) {
        const answer = await room.ask('GET', `/cart/ordering-turns?${field}=${wrong}`)
        const { errors } = expectProblem(answer, 'invalid')
        expect(errors?.map(({ path }) => path)).toEqual([field])
      }
  })

  it('suggests the remarks and reasons that were used most', async () => {
    const line = await room.orderLine(club, await room.addItem())
    for (const remarks of Array.from({ length: 16 }, (_, at) => (at % 2 ? '' : 'Ask Room 9')))
      await room.allot([{ _id: line._id, remarks }])
    const { body } = await room.ask<string[]>('GET', '/cart/remarks')
    expect(body[0]).toBe('Ask Room 9')
    expect(body).toContain('Sold out')
    expect(body).not.toContain('')
    expect(body.length).toBeLessThanOrEqual(20)
  })
})
