import { describe, expect, it } from 'bun:test'
import type { OrderingState } from '#src/contract/frames.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'
import type { Placed } from '#tests/support/stock.ts'

const { portal, admin, room } = await openOffice()

const ownOrder = async ({ id, token }: Member) =>
  (await portal.request<OrderLine[]>('GET', `/cart/cart-items-final/${id}`, { token })).body

describe('placing an order', () => {
  it('answers with the whole order, stock and custom lines', async () => {
    const club = await portal.createClub()
    const marker = await room.addItem(10, 'Marker')
    const answer = await room.order(club, [
      { itemName: ' Felt, black ', ordered_quantity: 3, link: 'https://shop.example/felt?a=1' },
      { item_id: marker._id, ordered_quantity: 12 },
      { item_id: null, itemName: 'Chalk', ordered_quantity: 1, link: '' },
    ])
    expect(answer.status).toBe(200)
    const line = {
      _id: expect.any(String),
      unit: '',
      allotted_quantity: 0,
      delivered_quantity: 0,
      status: 'Pending' as const,
      remarks: '',
    }
    expect<unknown>(answer.body).toEqual({
      message: expect.any(String),
      items: [
        { ...line, itemName: 'Chalk', ordered_quantity: 1, link: '' },
        {
          ...line,
          itemName: 'Felt, black',
          ordered_quantity: 3,
          link: 'https://shop.example/felt?a=1',
        },
        { ...line, itemName: 'Marker', ordered_quantity: 12, link: '' },
      ],
    })
    expect(await ownOrder(club)).toEqual(answer.body.items)
    expect(await room.linesOf(club)).toEqual(answer.body.items)
  })

  it('refuses an invalid order, names the field and writes nothing', async () => {
    const club = await portal.createClub()
    const item_id = (await room.addItem())._id
    const good = { item_id, ordered_quantity: 1 }
    const own = { itemName: 'X', ordered_quantity: 1 }
    const cases: [unknown, string][] = [
      [[good, { ordered_quantity: 1 }], 'items.1'],
      [[good, { item_id: null, ordered_quantity: 1 }], 'items.1'],
      [[good, { ...good, itemName: 'Both' }], 'items.1.itemName'],
      [[good, { item_id: 'x', ordered_quantity: 1 }], 'items.1.item_id'],
      [[good, { item_id, ordered_quantity: 10_001 }], 'items.1.ordered_quantity'],
      [[good, { itemName: ' ', ordered_quantity: 1 }], 'items.1.itemName'],
      [[good, { itemName: 'N'.repeat(121), ordered_quantity: 1 }], 'items.1.itemName'],
      [[good, { ...own, link: 'javascript:alert(1)' }], 'items.1.link'],
      [[good, { ...own, link: 'https://u:p@shop.example/' }], 'items.1.link'],
      [[good, { ...own, link: 'shop.example' }], 'items.1.link'],
      [[good, { ...own, link: `https://${'x'.repeat(2_041)}` }], 'items.1.link'],
    ]
    for (const [items, path] of cases) {
      const { errors } = expectProblem(await room.order(club, items), 'invalid')
      expect(errors?.map((entry) => entry.path)).toContain(path)
    }
    expect(await ownOrder(club)).toEqual([])
  })
})

describe('a custom item', () => {
  const addOwn = ({ token }: Member, body: unknown, headers: Record<string, string> = {}) =>
    portal.request('POST', '/cart/add-custom-item', { token, body, headers })

  it('is added to the order', async () => {
    const club = await portal.createClub()
    const { status, body } = await addOwn(club, {
      userId: club.id,
      itemName: 'Felt',
      ordered_quantity: 2,
      link: 'https://shop.example',
    })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['message'])
    expect(await ownOrder(club)).toMatchObject([
      { itemName: 'Felt', ordered_quantity: 2, link: 'https://shop.example', status: 'Pending' },
    ])
  })

  it('names its fields when they are wrong', async () => {
    const club = await portal.createClub()
    const own = { userId: club.id, itemName: 'Felt', ordered_quantity: 1 }
    const cases: [object, string][] = [
      [{ ...own, itemName: ' ' }, 'itemName'],
      [{ ...own, link: 'shop.example' }, 'link'],
    ]
    for (const [body, path] of cases) {
      const { errors } = expectProblem(await addOwn(club, body), 'invalid')
      expect(errors?.map((entry) => entry.path)).toEqual([path])
    }
    await room.addItem(1, 'Cutting Mat')
    const answer = await addOwn(club, { ...own, itemName: 'cutting mat' })
    expect(expectProblem(answer, 'in_stock').errors?.[0]?.path).toBe('itemName')
  })

  it('is added once under one key', async () => {
    const club = await portal.createClub()
    const body = { userId: club.id, itemName: 'Felt', ordered_quantity: 2 }
    const headers = { 'idempotency-key': 'own' }
    const first = await addOwn(club, body, headers)
    expect(await addOwn(club, body, headers)).toMatchObject({ status: 200, body: first.body })
    expect(await ownOrder(club)).toMatchObject([{ ordered_quantity: 2 }])
    const rows = [{ itemName: 'Felt', ordered_quantity: 2 }]
    expectProblem(await room.order(club, rows, { key: 'own' }), 'key_reused')
  })
})

it('an idempotency key treats a retry with reordered fields as the same request, and has 1 to 255 characters', async () => {
  const club = await portal.createClub()
  const send = (body: string, key = 'k'.repeat(255)) =>
    portal.request('POST', '/cart/add-items', {
      token: club.token,
      body,
      headers: { 'idempotency-key': key },
    })
  const own = '"itemName":"Felt"'
  const first = await send(
    `{"userId":"${club.id}","items":[{${own},"ordered_quantity":2,"link":""}]}`,
  )
  const again = `{"items":[{"link":"","ordered_quantity":2,${own}}],"userId":"${club.id}"}`
  expect(await send(again)).toMatchObject({ status: 200, body: first.body })
  expect(await ownOrder(club)).toMatchObject([{ ordered_quantity: 2 }])
  for (const key of ['', 'k'.repeat(256)]) {
    const { errors } = expectProblem(await send(again, key), 'invalid')
    expect(errors?.[0]?.path).toBe('idempotency-key')
  }
})

describe('the ordering switch', () => {
  const rows = [{ itemName: 'Felt', ordered_quantity: 2 }]

  it('can be read without signing in', async () => {
    const { body } = await portal.request<OrderingState>('GET', '/cart/confirm-disabled')
    expect(body).toEqual({
      isConfirmDisabled: false,
      decisionsHeld: false,
      pickup: '',
      opensAt: null,
      closesAt: null,
      message: '',
      turnedAt: null,
      turnedBy: null,
      edition: { _id: expect.any(String), name: 'First edition' },
      now: expect.any(String),
    })
  })

  it('refuses every new order while it is off, but repeats stored answers', async () => {
    const club = await portal.createClub()
    const first = await room.order(club, rows, { key: 'before' })
    expect((await room.switchOrdering(true)).body).toMatchObject({ isConfirmDisabled: true })
    const { body } = await portal.request<OrderingState>('GET', '/cart/confirm-disabled')
    expect(body).toMatchObject({ turnedBy: 'person', turnedAt: expect.any(String) })
    expectProblem(await room.order(club, rows), 'ordering_disabled')
    expectProblem(await room.order(admin, rows, { userId: club.id }), 'ordering_disabled')
    const own = { userId: club.id, itemName: 'Chalk', ordered_quantity: 1 }
    const refused = await portal.request('POST', '/cart/add-custom-item', {
      token: club.token,
      body: own,
    })
    expectProblem(refused, 'ordering_disabled')
    expect<unknown>((await room.order(club, rows, { key: 'before' })).body).toEqual(first.body)
    expect(await ownOrder(club)).toEqual(first.body.items)
    await room.switchOrdering(true)
    expect((await room.switchOrdering(false)).body).toMatchObject({ isConfirmDisabled: false })
    expect((await room.order(club, rows)).status).toBe(200)
  })
})

const add = (by: Member, body: object) =>
  portal.request<Placed & { batch?: string }>('POST', '/cart/add-items', {
    token: by.token,
    body,
  })
describe('a late line', () => {
  it('is forbidden to clubs, as is giving', async () => {
    const club = await portal.createClub()
    const item_id = (await room.addItem())._id
    const items = [{ item_id, ordered_quantity: 1 }]
    const giving = [{ item_id, ordered_quantity: 1, allotted_quantity: 0 }]
    expectProblem(await add(club, { userId: club.id, items, late: true }), 'forbidden')
    expectProblem(await add(club, { userId: club.id, items: giving }), 'forbidden')
    expect(await ownOrder(club)).toEqual([])
    const plain = await add(club, { userId: club.id, items, late: false })
    expect([plain.status, plain.body.batch]).toEqual([200, undefined])
  })

  it('refuses what is not on the shelf, and names the field', async () => {
    const club = await portal.createClub()
    const tape = await room.addItem(2)
    const row = { item_id: tape._id, ordered_quantity: 1 }
    const giving = [row, { ...row, allotted_quantity: 2 }, { ...row, allotted_quantity: 1 }]
    const refused = await add(admin, { userId: club.id, items: giving, late: true })
    const { errors } = expectProblem(refused, 'insufficient_stock')
    expect(errors?.map(({ path }) => path)).toEqual([
      'items.1.allotted_quantity',
      'items.2.allotted_quantity',
    ])
    expect(await ownOrder(club)).toEqual([])
  })
})
