import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'

let portal: Portal
let admin: Member
let club: Member
let room: StockRoom

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.createAdmin()
  club = await portal.createClub()
  room = openStockRoom(portal, admin)
})
afterAll(() => portal.close())

const lineOf = async (id: string) => (await room.linesOf(club)).find(({ _id }) => _id === id)
const shelfOf = async (item: StockItem) => (await room.summaryOf(item)).availableQuantity

async function orderedLine(itemQuantity = 10, ordered = 5) {
  const item = await room.addItem(itemQuantity)
  return { item, line: await room.orderLine(club, item, ordered) }
}

describe('giving and taking back', () => {
  it('moves units between shelf and line', async () => {
    const { item, line } = await orderedLine()
    const { status, body } = await room.allot([
      { _id: line._id, allotted_quantity: 7, status: 'Ready', remarks: 'Room 4' },
    ])
    expect([status, body]).toMatchObject([200, { message: expect.any(String), updated: 1 }])
    expect(await lineOf(line._id)).toMatchObject({
      ordered_quantity: 5,
      allotted_quantity: 7,
      status: 'Ready',
      remarks: 'Room 4',
    })
    await room.allot([{ _id: line._id, allotted_quantity: -3 }])
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 4, remarks: 'Room 4' })
    expect(await room.summaryOf(item)).toMatchObject({
      availableQuantity: 6,
      totalOrderedQuantity: 5,
      totalAllottedQuantity: 4,
    })
  })

  it('keeps omitted fields, and raises the revision of the item', async () => {
    const { item, line } = await orderedLine()
    await room.allot([{ _id: line._id, allotted_quantity: 1 }])
    expect(await lineOf(line._id)).toMatchObject({ status: 'Pending', remarks: '' })
    const edit = await room.ask('PATCH', `/inventorys/inventory/${item._id}`, {
      rev: item.rev,
      itemQuantity: 50,
    })
    expect(expectProblem(edit, 'changed_meanwhile').current).toMatchObject({ itemQuantity: 9 })
  })

  it('never gives more than the shelf holds, and reports how many are left', async () => {
    const { item, line } = await orderedLine(3)
    const { message, errors } = expectProblem(
      await room.allot([{ _id: line._id, allotted_quantity: 4, status: 'Ready' }]),
      'insufficient_stock',
    )
    expect(message).toBe(`Only 3 left of ${item.itemName}.`)
    expect(errors).toEqual([{ path: 'items.0.allotted_quantity', msg: message }])
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 0, status: 'Pending' })
    expect(await shelfOf(item)).toBe(3)
  })

  it('never takes back more than was given', async () => {
    const { item, line } = await orderedLine()
    await room.allot([{ _id: line._id, allotted_quantity: 2 }])
    const answer = await room.allot([{ _id: line._id, allotted_quantity: -3 }])
    expect(expectProblem(answer, 'insufficient_allotment').errors).toEqual([
      { path: 'items.0.allotted_quantity', msg: `Only 2 given of ${item.itemName}.` },
    ])
    expect((await room.allot([{ _id: line._id, allotted_quantity: -2 }])).status).toBe(200)
    expect(await shelfOf(item)).toBe(10)
  })

  it('sums rows of the same item and of the same line', async () => {
    const { item, line } = await orderedLine(10)
    const other = await portal.createClub()
    const theirs = await room.orderLine(other, item)
    const answer = await room.allot([
      { _id: line._id, allotted_quantity: 6 },
      { _id: theirs._id, allotted_quantity: 5 },
    ])
    const { errors } = expectProblem(answer, 'insufficient_stock')
    expect(errors?.map(({ path }) => path)).toEqual([
      'items.0.allotted_quantity',
      'items.1.allotted_quantity',
    ])
    await room.allot([
      { _id: line._id, allotted_quantity: 12 },
      { _id: line._id, allotted_quantity: -3 },
    ])
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 9 })
    expect(await shelfOf(item)).toBe(1)
  })

  it('is all or nothing', async () => {
    const [first, second] = [await orderedLine(), await orderedLine(1)]
    const rows = [
      { _id: first.line._id, allotted_quantity: 5, remarks: 'lost' },
      { _id: second.line._id, allotted_quantity: 2 },
    ]
    expectProblem(await room.allot(rows), 'insufficient_stock')
    const unknown = { _id: Bun.randomUUIDv7(), remarks: 'x' }
    const missing = await room.allot([rows[0], unknown])
    expect(expectProblem(missing, 'not_found').errors?.[0]?.path).toBe('items.1._id')
    expect(await lineOf(first.line._id)).toMatchObject({ allotted_quantity: 0, remarks: '' })
    expect(await shelfOf(first.item)).toBe(10)
  })

  it('needs no stock for a custom item', async () => {
    await room.order(club, [{ itemName: 'Felt', ordered_quantity: 1 }])
    const own = (await room.listCustomLines()).find(({ itemName }) => itemName === 'Felt')
    await room.allot([
      { _id: own?._id, allotted_quantity: 1_000_000, status: 'Ordered from online retailer' },
    ])
    expect(await room.listCustomLines()).toContainEqual(
      expect.objectContaining({
        allotted_quantity: 1_000_000,
        status: 'Ordered from online retailer',
      }),
    )
  })

  it('accepts every status, in any order', async () => {
    const { line } = await orderedLine()
    for (const status of [...LINE_STATUSES, ...LINE_STATUSES.toReversed()]) {
      await room.allot([{ _id: line._id, status }])
      expect(await lineOf(line._id)).toMatchObject({ status })
    }
  })

  it('refuses an invalid decision and names the field', async () => {
    const { _id } = (await orderedLine()).line
    const cases: [unknown, string][] = [
      [undefined, 'items'],
      ['x', 'items'],
      [[{}], 'items.0._id'],
      [[{ _id: 'x' }], 'items.0._id'],
      [[{ _id, status: 'ready' }], 'items.0.status'],
      [[{ _id, status: 'Available' }], 'items.0.status'],
      [[{ _id, status: null }], 'items.0.status'],
      [[{ _id, remarks: 'R'.repeat(501) }], 'items.0.remarks'],
      [[{ _id, allotted_quantity: '1' }], 'items.0.allotted_quantity'],
      [[{ _id, allotted_quantity: 0.5 }], 'items.0.allotted_quantity'],
      [[{ _id, allotted_quantity: 1_000_001 }], 'items.0.allotted_quantity'],
      [[{ _id, allotted_quantity: -1_000_001 }], 'items.0.allotted_quantity'],
    ]
    for (const [items, path] of cases) {
      const { errors } = expectProblem(await room.allot(items), 'invalid')
      expect(errors?.map((entry) => entry.path)).toContain(path)
    }
  })

  it('is applied once for one idempotency key', async () => {
    const { item, line } = await orderedLine()
    const rows = [{ _id: line._id, allotted_quantity: 2 }]
    const first = await room.allot(rows, 'once')
    const again = await room.allot(rows, 'once')
    expect<unknown>(first.body).toMatchObject({
      items: [{ _id: line._id, allotted_quantity: 2 }],
      batch: expect.any(String),
    })
    expect<unknown>([again.status, again.body]).toEqual([200, first.body])
    expect(await shelfOf(item)).toBe(8)
    const other = [{ _id: line._id, allotted_quantity: 3 }]
    expectProblem(await room.allot(other, 'once'), 'key_reused')
    expectProblem(await room.allot(rows, 'k'.repeat(256)), 'invalid')
  })
})

describe('deleting', () => {
  const cartOf = async ({ id }: { id: string }) =>
    (await room.listCarts()).find(({ user_id }) => user_id === id)?.cart_id ?? ''
  const removeLine = (cartId: string, line: string) =>
    room.ask('DELETE', `/cart/remove-item/${cartId}/${encodeURIComponent(line)}`)
  const removeCart = (cartId: string) => room.ask('DELETE', `/cart/remove-cart/${cartId}`)

  it('returns allotted but undelivered units to the shelf', async () => {
    const { item, line } = await orderedLine()
    await room.allot([{ _id: line._id, allotted_quantity: 4 }])
    const { status, body } = await removeLine(await cartOf(club), line._id)
    expect([status, body]).toMatchObject([200, { message: expect.any(String) }])
    expect(await lineOf(line._id)).toBeUndefined()
    expect(await room.summaryOf(item)).toMatchObject({
      availableQuantity: 10,
      totalOrderedQuantity: 0,
      totalAllottedQuantity: 0,
    })
  })

  it('does not return delivered units', async () => {
    const { item, line } = await orderedLine()
    await room.allot([{ _id: line._id, allotted_quantity: 4, status: 'Delivered' }])
    await room.allot([{ _id: line._id, allotted_quantity: 2, status: 'Pending' }])
    await removeLine(await cartOf(club), line._id)
    expect(await shelfOf(item)).toBe(6)
  })

  it('finds a line by its name too, also with special characters', async () => {
    const owner = await portal.createClub()
    await room.order(owner, [{ itemName: 'Felt 50% / 2 m?', ordered_quantity: 1 }])
    const cartId = await cartOf(owner)
    expect((await removeLine(cartId, 'felt 50% / 2 M?')).status).toBe(200)
    expect(await room.linesOf(owner)).toEqual([])
    expectProblem(await removeLine(cartId, Bun.randomUUIDv7()), 'not_found')
    expectProblem(await removeLine(Bun.randomUUIDv7(), 'Felt'), 'not_found')
  })

  it('empties a cart, keeps the cart itself, and can be repeated', async () => {
    const owner = await portal.createClub()
    const item = await room.addItem()
    const line = await room.orderLine(owner, item, 3)
    await room.allot([{ _id: line._id, allotted_quantity: 3 }])
    const cartId = await cartOf(owner)
    expect((await removeCart(cartId)).status).toBe(200)
    expect((await removeCart(cartId)).status).toBe(200)
    expectProblem(await removeCart(Bun.randomUUIDv7()), 'not_found')
    expect(await shelfOf(item)).toBe(10)
    expect(await room.linesOf(owner)).toEqual([])
    expect(await cartOf(owner)).toBe('')
    await room.orderLine(owner, item)
    expect(await cartOf(owner)).toBe(cartId)
  })
})

describe('the list of clubs', () => {
  it('lists the clubs that have ordered, oldest order first', async () => {
    const before = await room.listCarts()
    const [late, early] = [await portal.createClub(), await portal.createClub()]
    const rows = [{ itemName: 'Felt', ordered_quantity: 1 }]
    await room.order(early, rows)
    await room.order(late, rows)
    await room.order(early, rows)
    const added = (await room.listCarts()).slice(before.length)
    expect(added).toEqual(
      [early, late].map(({ id, clubName, email }) => ({
        clubName,
        cordName: expect.any(String),
        contact: '+91 98765 43210',
        email,
        cart_id: expect.any(String),
        user_id: id,
      })),
    )
  })
})

describe('a save of many rows', () => {
  const rows = (count: number, _id: string) =>
    Array.from({ length: count }, () => ({ _id, status: 'Ready' as const }))

  it('has 5,000 at most', async () => {
    const { line } = await orderedLine()
    const { status, body } = await room.allot(rows(5_000, line._id))
    expect([status, body]).toMatchObject([200, { updated: 5_000, batch: expect.any(String) }])
    const refused = await room.allot(rows(5_001, line._id))
    expectProblem(refused, 'invalid')
    expect(refused.body).toMatchObject({
      errors: [{ path: 'items', msg: 'items is a list of changes, 5000 rows at most.' }],
    })
  })

  it('is refused whole, with the number that is left for each row', async () => {
    const { line } = await orderedLine(10)
    const { line: other } = await orderedLine(3)
    const refused = await room.allot([
      { _id: line._id, allotted_quantity: 1 },
      { _id: other._id, allotted_quantity: 4 },
    ])
    expectProblem(refused, 'insufficient_stock')
    expect(refused.body).toMatchObject({
      errors: [{ path: 'items.1.allotted_quantity', msg: expect.stringContaining('3') }],
    })
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 0 })
  })
})
