import { describe, expect, it } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'

const { portal, club, room } = await openOffice()

const lineOf = async (id: string) => (await room.linesOf(club)).find(({ _id }) => _id === id)
const shelfOf = async (item: StockItem) => (await room.summaryOf(item)).availableQuantity

async function orderedLine(itemQuantity = 10, ordered = 5) {
  const item = await room.addItem(itemQuantity)
  return { item, line: await room.orderLine(club, item, ordered) }
}

describe('giving and taking back', () => {
  it('names the row and the field that it refuses', async () => {
    const { _id } = (await orderedLine()).line
    const tooMany = await room.allot([{ _id, allotted_quantity: -1 }])
    expect(expectProblem(tooMany, 'insufficient_allotment').errors).toMatchObject([
      { path: 'items.0.allotted_quantity' },
    ])
    const unknown = await room.allot([
      { _id, status: 'Ready' },
      { _id: Bun.randomUUIDv7(), status: 'Ready' },
    ])
    expect(expectProblem(unknown, 'not_found').errors).toMatchObject([{ path: 'items.1._id' }])
    expect(await lineOf(_id)).toMatchObject({ status: 'Pending' })
  })

  it('is applied once for one idempotency key', async () => {
    const { item, line } = await orderedLine()
    const rows = [{ _id: line._id, allotted_quantity: 2 }]
    const first = await room.allot(rows, 'once')
    const again = await room.allot(rows, 'once')
    expect<unknown>(first.body).toMatchObject({
      message: expect.any(String),
      updated: 1,
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

it('a line is deleted by its name too, also with special characters', async () => {
  const removeLine = (cartId: string, line: string) =>
    room.ask('DELETE', `/cart/remove-item/${cartId}/${encodeURIComponent(line)}`)
  const owner = await portal.createClub()
  await room.order(owner, [{ itemName: 'Felt 50% / 2 m?', ordered_quantity: 1 }])
  const cart = (await room.listCarts()).find(({ user_id }) => user_id === owner.id)
  expect((await removeLine(String(cart?.cart_id), 'felt 50% / 2 M?')).status).toBe(200)
  expect(await room.linesOf(owner)).toEqual([])
  expectProblem(await removeLine(String(cart?.cart_id), Bun.randomUUIDv7()), 'not_found')
  expectProblem(await removeLine(Bun.randomUUIDv7(), 'Felt'), 'not_found')
})

describe('the list of clubs', () => {
  it('lists the clubs that have ordered, oldest order first', async () => {
    const before = await room.listCarts()
    const [late, early] = [await portal.createClub(), await portal.createClub()]
    const rows = [{ itemName: 'Felt', ordered_quantity: 1 }]
    await room.order(early, rows)
    await room.order(late, rows)
    await room.order(early, rows)
    const [line] = await room.linesOf(early)
    await room.allot([{ _id: line?._id, allotted_quantity: 2, status: 'Ready' }])
    const added = (await room.listCarts()).slice(before.length)
    expect(added).toEqual(
      [
        {
          ...early,
          counts: { lines: 1, undecided: 0, asked: 2, given: 2, handed_over: 0, ready: 2 },
        },
        {
          ...late,
          counts: { lines: 1, undecided: 1, asked: 1, given: 0, handed_over: 0, ready: 0 },
        },
      ].map(({ id, clubName, email, counts }) => ({
        ...counts,
        changed_at: expect.any(String),
        clubName,
        cordName: expect.any(String),
        contact: '+91 98765 43210',
        email,
        cart_id: expect.any(String),
        user_id: id,
        people: [{ cordName: expect.any(String), contact: '+91 98765 43210', email }],
      })),
    )
    const custom = (await room.listCustomLines()).find(({ user_id }) => user_id === early.id)
    expect(custom as unknown).toEqual({
      ...(await room.linesOf(early))[0],
      user_id: early.id,
      clubName: early.clubName,
      cordName: expect.any(String),
      contact: '+91 98765 43210',
      email: early.email,
    })
  })
})
