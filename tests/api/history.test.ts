import { describe, expect, it } from 'bun:test'
import type { HistoryPage, OrderingTurn } from '#src/contract/history.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'

const { portal, admin, club, room } = await openOffice({
  config: { rateLimits: false },
  admin: { cordName: 'Meera' },
  club: { clubName: 'Film Club', cordName: 'Asha' },
})

const list = (filter: Record<string, string | number>) =>
  room.ask<HistoryPage>(
    'GET',
    `/cart/history?${new URLSearchParams(Object.entries(filter).map(([key, value]) => [key, String(value)]))}`,
  )
const entriesOf = async (filter: Record<string, string | number>) =>
  (await list(filter)).body.entries

/** The administrator, as administrators read the author of a change. */
const office = () => ({
  id: admin.id,
  name: 'Meera',
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
    await room.ask('PATCH', `/inventorys/inventory/${item._id}`, { rev: 2, itemQuantity: 20 })
    const note = { _id: item._id, itemRemark: 'On the top shelf' }
    await room.ask('PUT', '/inventorys/update-inventory-items', [note])
    const cart = (await room.listCarts())[0]?.cart_id
    await room.ask('DELETE', `/cart/remove-item/${cart}/${line._id}?reason=Sold%20out`)

    const entries = await entriesOf({ item: item._id })
    const { id: user_id, email } = club
    const named = { _id: item._id, itemName: 'Brush Round 4' }
    const made = { _id: expect.any(String), at: expect.any(String), batch: expect.any(String) }
    const ofItem = { ...made, by: office(), item: named }
    const ofLine = {
      ...ofItem,
      club: { user_id, clubName: 'Film Club', email },
      line: { _id: line._id, itemName: 'Brush Round 4', ordered_quantity: 7 },
    }
    const byClub = {
      id: user_id,
      name: 'Asha',
      email,
      access: 'user' as const,
      club: user_id,
    }
    const was = (field: string, before: string | number, after: string | number) => ({
      field,
      before,
      after,
    })
    const decided = [
      was('allotted_quantity', 0, 3),
      was('status', 'Pending', 'Ready'),
      was('remarks', '', 'Room 4'),
    ]
    const delivered = [was('delivered_quantity', 0, 3), was('status', 'Ready', 'Delivered')]
    const asked = (before: number, after: number) => ({
      by: byClub,
      changes: [was('ordered_quantity', before, after)],
    })
    expect(entries).toEqual([
      { ...ofLine, kind: 'line_deleted', units: 0, reason: 'Sold out' },
      { ...ofItem, kind: 'item_noted', changes: [was('itemRemark', '', 'On the top shelf')] },
      { ...ofItem, kind: 'item_edited', units: 13, changes: [was('itemQuantity', 7, 20)] },
      { ...ofLine, kind: 'line_decided', units: 0, changes: delivered },
      { ...ofLine, kind: 'line_decided', units: 3, changes: decided },
      { ...ofLine, kind: 'line_raised', ...asked(5, 7) },
      { ...ofLine, kind: 'line_ordered', ...asked(0, 5) },
      { ...ofItem, kind: 'item_added', changes: [was('itemQuantity', 0, 10)] },
    ])
    for (const { at } of entries) expect(new Date(at).toISOString()).toBe(at)
    expect(await entriesOf({ line: line._id })).toEqual(entries.filter((entry) => entry.line))
  })

  it('narrows by every filter, and by several together', async () => {
    const item = await room.addItem()
    const line = await room.orderLine(club, item)
    const { body } = await room.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
      items: [{ _id: line._id, remarks: 'Soon' }],
    })
    const found: [Record<string, string>, string[]][] = [
      [{ batch: body.batch }, ['line_decided']],
      [{ item: item._id, kind: 'line_decided' }, ['line_decided']],
      [{ item: item._id, by: club.id }, ['line_ordered']],
      [{ line: line._id, club: club.id }, ['line_decided', 'line_ordered']],
      [{ line: line._id, club: admin.id }, []],
      [{ by: 'clock' }, []],
      ...['club', 'item', 'line', 'by', 'batch'].map(
        (filter): [Record<string, string>, string[]] => [{ [filter]: Bun.randomUUIDv7() }, []],
      ),
    ]
    for (const [filter, kinds] of found)
      expect((await entriesOf(filter)).map(({ kind }): string => kind)).toEqual(kinds)
  })

  it('has the note of a save in each of its entries, trimmed, for the club too', async () => {
    const lines = [
      await room.orderLine(club, await room.addItem()),
      await room.orderLine(club, await room.addItem()),
    ]
    const decide = (note: unknown) =>
      room.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
        items: lines.map(({ _id }) => ({ _id, remarks: 'Soon' })),
        note,
      })
    for (const wrong of ['x'.repeat(201), 5, 'bell\u0007'])
      expect((await decide(wrong)).body).toMatchObject({ errors: [{ path: 'note' }] })
    const { body } = await decide(' In proportion: 22 for 44. ')
    const entries = await entriesOf({ batch: body.batch })
    expect(entries.map(({ note }) => note)).toEqual(Array(2).fill('In proportion: 22 for 44.'))
    const { body: own } = await portal.request<HistoryPage>('GET', `/cart/history/${club.id}`, {
      token: club.token,
    })
    expect(own.entries[0]).toMatchObject({ note: 'In proportion: 22 for 44.' })
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

  it('takes a limit in plain digits alone, and names each wrong field', async () => {
    for (const limit of ['', 'Infinity', '5 5', '0x10', '1e2', ' 5', '007'])
      expectProblem(await list({ limit }), 'invalid')
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
})

const kindsOf = ({ entries }: HistoryPage): string[] => entries.map(({ kind }) => kind)
const read = (member: Member, { token }: Member = member, query = '') =>
  portal.request<HistoryPage>('GET', `/cart/history/${member.id}${query}`, { token })

describe('GET /cart/history/{userId}', () => {
  it('answers the club’s lines and the turns of ordering in one order, deleted lines included', async () => {
    const buyer = await portal.createClub({ cordName: 'Ravi' })
    const item = await room.addItem()
    const first = await room.orderLine(buyer, item, 2)
    await room.switchOrdering(true)
    await room.allot([{ _id: first._id, allotted_quantity: 1 }])
    await room.switchOrdering(false)
    const cart = (await room.listCarts()).find(({ user_id }) => user_id === buyer.id)
    await room.ask('DELETE', `/cart/remove-cart/${cart?.cart_id}?reason=Broken`)

    const { body } = await read(buyer)
    const administrator = { access: 'bosslevel' }
    expect(body.entries.slice(0, 5)).toMatchObject([
      { kind: 'line_deleted', by: administrator, units: -1, reason: 'Broken' },
      { kind: 'ordering_turned', by: administrator },
      { kind: 'line_decided', by: administrator, units: 1 },
      { kind: 'ordering_turned', by: administrator },
      { kind: 'line_ordered', by: { id: buyer.id, name: 'Ravi', access: 'user' } },
    ])
    for (const { by } of body.entries.slice(0, 4)) expect(by).toEqual({ access: 'bosslevel' })
    expect(kindsOf(body)).not.toContain('account_made')
    expect((await read(buyer, admin)).body).toEqual(body)

    const ofLine = await read(buyer, buyer, `?line=${first._id}`)
    expect(kindsOf(ofLine.body)).toEqual(['line_deleted', 'line_decided', 'line_ordered'])
    expect((await read(club, club, `?line=${first._id}`)).body.entries).toEqual([])
  })

  it('names nobody who took a change back, the command line neither', async () => {
    const buyer = await portal.createClub({ cordName: 'Ravi' })
    const line = await room.orderLine(buyer, await room.addItem())
    const { body } = await room.ask<{ batch: string }>('PUT', '/cart/update-multiple-cart-items', {
      items: [{ _id: line._id, remarks: 'Soon' }],
    })
    await room.ask('POST', `/cart/history/${body.batch}/undo`)
    // Whoever was an administrator then stays one in the history.
    const former = await portal.createAdmin({ cordName: 'Former administrator' })
    await portal.request('PUT', '/cart/update-multiple-cart-items', {
      token: former.token,
      body: { items: [{ _id: line._id, remarks: 'Later' }] },
    })
    await portal.deps.store.accounts.change(
      former.email,
      { access: 'user', clubId: buyer.clubId },
      Date.now(),
    )
    const { entries } = (await read(buyer, buyer, `?line=${line._id}`)).body
    // Addresses are for administrators.
    expect(JSON.stringify(entries)).not.toContain('@')
    expect(entries.map(({ by, undone }) => [by, undone?.by])).toEqual([
      [{ access: 'bosslevel' }, undefined],
      [{ access: 'bosslevel' }, undefined],
      [{ access: 'bosslevel' }, { access: 'bosslevel' }],
      [{ id: buyer.id, name: 'Ravi', access: 'user', club: buyer.id }, undefined],
    ])
  })
})
