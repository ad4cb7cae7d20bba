import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { OrderingState } from '#src/contract/frames.ts'
import type { OrderLine } from '#src/contract/records.ts'
import type { StockItem } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'

const HOUR_MS = 3_600_000

let portal: Portal
let admin: Member
let room: StockRoom
let movedMs = 0

beforeAll(async () => {
  portal = await startPortal({ now: () => Date.now() + movedMs })
  admin = await portal.createAdmin()
  room = openStockRoom(portal, admin)
})
afterAll(() => portal.close())

async function addItems(count: number): Promise<StockItem[]> {
  const items: StockItem[] = []
  while (items.length < count) items.push(await room.addItem(1))
  return items
}

const ownOrder = async ({ id, token }: Member) =>
  (await portal.request<OrderLine[]>('GET', `/cart/cart-items-final/${id}`, { token })).body

describe('placing an order', () => {
  it('answers with the whole order, stock and custom lines', async () => {
    const club = await portal.createClub()
    const brush = await room.addItem(10, 'Brush Round 7')
    const answer = await room.order(club, [
      { itemName: ' Felt, black ', ordered_quantity: 3, link: 'https://shop.example/felt?a=1' },
      { item_id: brush._id, ordered_quantity: 12 },
      { item_id: null, itemName: 'Chalk', ordered_quantity: 1, link: '' },
    ])
    expect(answer.status).toBe(200)
    const line = {
      _id: expect.any(String),
      allotted_quantity: 0,
      status: 'Pending' as const,
      remarks: '',
    }
    expect<unknown>(answer.body).toEqual({
      message: expect.any(String),
      items: [
        { ...line, itemName: 'Brush Round 7', ordered_quantity: 12, link: '' },
        { ...line, itemName: 'Chalk', ordered_quantity: 1, link: '' },
        {
          ...line,
          itemName: 'Felt, black',
          ordered_quantity: 3,
          link: 'https://shop.example/felt?a=1',
        },
      ],
    })
    expect(await ownOrder(club)).toEqual(answer.body.items)
    expect(await room.linesOf(club)).toEqual(answer.body.items)
  })

  it('adds to the line of an item that is ordered again', async () => {
    const club = await portal.createClub()
    const item = await room.addItem()
    await room.order(club, [{ item_id: item._id, ordered_quantity: 10_000 }])
    const { body } = await room.order(club, [
      { item_id: item._id, ordered_quantity: 10_000 },
      { item_id: item._id, ordered_quantity: 1 },
      { itemName: 'Felt', ordered_quantity: 1, link: 'https://one.example' },
      { itemName: ' FELT ', ordered_quantity: 2, link: 'https://two.example' },
    ])
    expect(body.items).toHaveLength(2)
    expect(body.items).toContainEqual(
      expect.objectContaining({ itemName: item.itemName, ordered_quantity: 20_001 }),
    )
    expect(body.items).toContainEqual(
      expect.objectContaining({ itemName: 'Felt', ordered_quantity: 3 }),
    )
  })

  it('reopens a line that was delivered or rejected', async () => {
    const club = await portal.createClub()
    for (const status of ['Delivered', 'Rejected'] as const) {
      const item = await room.addItem()
      const line = await room.orderLine(club, item)
      await room.allot([{ _id: line._id, status }])
      expect((await room.orderLine(club, item)).status).toBe('Pending')
    }
    const item = await room.addItem()
    const line = await room.orderLine(club, item)
    await room.allot([{ _id: line._id, status: 'Ready' }])
    expect((await room.orderLine(club, item)).status).toBe('Ready')
  })

  it('is allowed to an administrator for a club, but for no other account', async () => {
    const club = await portal.createClub()
    const rows = [{ itemName: 'Felt', ordered_quantity: 1 }]
    expect((await room.order(admin, rows, { userId: club.id })).status).toBe(200)
    expect(await ownOrder(club)).toHaveLength(1)
    expectProblem(await room.order(admin, rows), 'not_found')
    const other = await portal.createAdmin()
    expectProblem(await room.order(admin, rows, { userId: other.id }), 'not_found')
  })

  it('refuses an invalid order, names the field and writes nothing', async () => {
    const club = await portal.createClub()
    const item_id = (await room.addItem())._id
    const good = { item_id, ordered_quantity: 1 }
    const cases: [unknown, string][] = [
      [[], 'items'],
      [Array.from({ length: 201 }, () => good), 'items'],
      [{}, 'items'],
      [[good, {}], 'items.1.ordered_quantity'],
      [[good, { ordered_quantity: 1 }], 'items.1'],
      [[good, { item_id: null, ordered_quantity: 1 }], 'items.1'],
      [[good, { ...good, itemName: 'Both' }], 'items.1.itemName'],
      [[good, { item_id: 'x', ordered_quantity: 1 }], 'items.1.item_id'],
      [[good, { item_id, ordered_quantity: 0 }], 'items.1.ordered_quantity'],
      [[good, { item_id, ordered_quantity: 10_001 }], 'items.1.ordered_quantity'],
      [[good, { item_id, ordered_quantity: 1.5 }], 'items.1.ordered_quantity'],
      [[good, { item_id, ordered_quantity: '1' }], 'items.1.ordered_quantity'],
      [[good, { itemName: ' ', ordered_quantity: 1 }], 'items.1.itemName'],
      [[good, { itemName: 'N'.repeat(121), ordered_quantity: 1 }], 'items.1.itemName'],
      [[good, { itemName: 'X', ordered_quantity: 1, link: 'javascript:alert(1)' }], 'items.1.link'],
      [[good, { itemName: 'X', ordered_quantity: 1, link: 'ftp://x.example' }], 'items.1.link'],
      [[good, { itemName: 'X', ordered_quantity: 1, link: 'shop.example' }], 'items.1.link'],
      [
        [good, { itemName: 'X', ordered_quantity: 1, link: `https://${'x'.repeat(2_041)}` }],
        'items.1.link',
      ],
    ]
    for (const [items, path] of cases) {
      const { errors } = expectProblem(await room.order(club, items), 'invalid')
      expect(errors?.map((entry) => entry.path)).toContain(path)
    }
    expect(await ownOrder(club)).toEqual([])
  })

  it('accepts 200 rows', async () => {
    const club = await portal.createClub()
    const items = await addItems(100)
    const rows = items.flatMap(({ _id }, index) => [
      { itemName: `Own ${index}`, ordered_quantity: 1 },
      { item_id: _id, ordered_quantity: 1 },
    ])
    expect((await room.order(club, rows)).body.items).toHaveLength(200)
  })

  it('refuses an unknown or disabled item, and names its row or its stored name', async () => {
    const club = await portal.createClub()
    const item = await room.addItem()
    await room.ask('PATCH', `/inventorys/inventory/${item._id}`, { rev: 1, itemStatus: 'disabled' })
    const unknown = Bun.randomUUIDv7()
    const { errors } = expectProblem(
      await room.order(club, [
        { itemName: 'Felt', ordered_quantity: 1 },
        { item_id: unknown, ordered_quantity: 1 },
        { item_id: item._id, ordered_quantity: 1 },
      ]),
      'item_unavailable',
    )
    expect(errors?.map(({ path }) => path)).toEqual(['items.1.item_id', 'items.2.item_id'])
    expect(errors?.[1]?.msg).toContain(item.itemName)
    expect(JSON.stringify(errors)).not.toContain(unknown)
    expect(await ownOrder(club)).toEqual([])
  })

  it('refuses a custom item with the name of a stock item, also of a disabled one', async () => {
    const club = await portal.createClub()
    const item = await room.addItem(1, 'Masking Tape')
    const row = { itemName: ' masking TAPE', ordered_quantity: 1 }
    const { message } = expectProblem(await room.order(club, [row]), 'in_stock')
    expect(message).toBe('Masking Tape is in stock: add it from the list.')
    await room.ask('PATCH', `/inventorys/inventory/${item._id}`, { rev: 1, itemStatus: 'disabled' })
    expectProblem(await room.order(club, [row]), 'in_stock')
  })

  it('limits a cart to 400 lines, 100 of them custom ones', async () => {
    const club = await portal.createClub()
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        itemName: `Own ${from + index}`,
        ordered_quantity: 1,
      }))
    const refused = expectProblem(await room.order(club, rows(0, 101)), 'cart_full')
    expect(refused.message).toBe('A cart holds at most 100 lines of items that are not in stock.')
    await room.order(club, rows(0, 100))
    expectProblem(await room.order(club, rows(100, 1)), 'cart_full')
    expect((await room.order(club, rows(0, 1))).status).toBe(200)
    const items = await addItems(301)
    const stock = items.map(({ _id }) => ({ item_id: _id, ordered_quantity: 1 }))
    await room.order(club, stock.slice(0, 200))
    const { message } = expectProblem(await room.order(club, stock.slice(200)), 'cart_full')
    expect(message).toBe('A cart holds at most 400 lines.')
    expect((await room.order(club, stock.slice(200, 300))).status).toBe(200)
    expect(await ownOrder(club)).toHaveLength(400)
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
      [{ ...own, itemName: undefined }, 'itemName'],
      [{ ...own, ordered_quantity: 0 }, 'ordered_quantity'],
      [{ ...own, link: 'shop.example' }, 'link'],
      [{ ...own, userId: 'x' }, 'userId'],
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

describe('an idempotency key', () => {
  const rows = [{ itemName: 'Felt', ordered_quantity: 2 }]

  it('repeats the first answer and writes nothing', async () => {
    const club = await portal.createClub()
    const first = await room.order(club, rows, { key: 'a key' })
    await room.order(club, [{ itemName: 'Chalk', ordered_quantity: 1 }])
    const again = await room.order(club, rows, { key: 'a key' })
    expect<unknown>([again.status, again.body]).toEqual([200, first.body])
    expect(await ownOrder(club)).toMatchObject([
      { itemName: 'Chalk', ordered_quantity: 1 },
      { itemName: 'Felt', ordered_quantity: 2 },
    ])
  })

  it('treats a retry with reordered fields as the same request', async () => {
    const club = await portal.createClub()
    const send = (body: string) =>
      portal.request('POST', '/cart/add-items', {
        token: club.token,
        body,
        headers: { 'idempotency-key': 'order' },
      })
    const row = '"itemName":"Felt"'
    const first = await send(
      `{"userId":"${club.id}","items":[{${row},"ordered_quantity":2,"link":""}]}`,
    )
    const again = await send(
      `{"items":[{"link":"","ordered_quantity":2,${row}}],"userId":"${club.id}"}`,
    )
    expect<unknown>([again.status, again.body]).toEqual([200, first.body])
    expect(await ownOrder(club)).toMatchObject([{ ordered_quantity: 2 }])
  })

  it('is refused with another body', async () => {
    const club = await portal.createClub()
    await room.order(club, rows, { key: 'k' })
    const other = [{ itemName: 'Felt', ordered_quantity: 3 }]
    expectProblem(await room.order(club, other, { key: 'k' }), 'key_reused')
    expect(await ownOrder(club)).toMatchObject([{ ordered_quantity: 2 }])
  })

  it('belongs to one account', async () => {
    const [one, two] = [await portal.createClub(), await portal.createClub()]
    await room.order(one, rows, { key: 'ours' })
    await room.order(two, rows, { key: 'ours' })
    expect(await ownOrder(two)).toHaveLength(1)
  })

  it('is free again after a failure', async () => {
    const club = await portal.createClub()
    const refused = await room.order(club, [{ ...rows[0], link: 'x' }], { key: 'again' })
    expectProblem(refused, 'invalid')
    expect((await room.order(club, rows, { key: 'again' })).status).toBe(200)
  })

  it('is kept for 24 hours', async () => {
    const club = await portal.createClub()
    await room.order(club, rows, { key: 'old' })
    const later = async (ms: number) => {
      movedMs = ms
      const token = await portal.signIn(club)
      const { body } = await room.order({ ...club, token }, rows, { key: 'old' })
      movedMs = 0
      return body.items
    }
    expect(await later(23 * HOUR_MS)).toMatchObject([{ ordered_quantity: 2 }])
    expect(await later(25 * HOUR_MS)).toMatchObject([{ ordered_quantity: 4 }])
  })

  it('has 1 to 255 characters', async () => {
    const club = await portal.createClub()
    expect((await room.order(club, rows, { key: 'k'.repeat(255) })).status).toBe(200)
    for (const key of ['', 'k'.repeat(256)]) {
      const { errors } = expectProblem(await room.order(club, rows, { key }), 'invalid')
      expect(errors?.[0]?.path).toBe('idempotency-key')
    }
  })
})

describe('the ordering switch', () => {
  const rows = [{ itemName: 'Felt', ordered_quantity: 2 }]

  it('can be read without signing in', async () => {
    const { body } = await portal.request<OrderingState>('GET', '/cart/confirm-disabled')
    expect(body).toEqual({
      isConfirmDisabled: false,
      decisionsHeld: false,
      opensAt: null,
      closesAt: null,
      message: '',
      turnedAt: null,
      turnedBy: null,
      now: expect.any(String),
    })
  })

  it('refuses every new order while it is off, but repeats stored answers', async () => {
    const club = await portal.createClub()
    const first = await room.order(club, rows, { key: 'before' })
    expect((await room.switchOrdering(true)).body).toMatchObject({ isConfirmDisabled: true })
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

  it('accepts true or false only', async () => {
    for (const body of [{}, { isConfirmDisabled: 'true' }, { isConfirmDisabled: 1 }, [], 'null'])
      expectProblem(await room.ask('PUT', '/cart/confirm-disabled', body), 'invalid')
  })
})
