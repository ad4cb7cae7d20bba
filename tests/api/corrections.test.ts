/** A club corrects its own order: fewer, more, another link, or not at all. */
import { describe, expect, it } from 'bun:test'
import type { HistoryPage } from '#src/contract/history.ts'
import type { OrderLine, StockItem } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'

const { portal, admin, room } = await openOffice({ config: { rateLimits: false } })
type Corrected = { message: string; line: OrderLine; batch?: string }

const correct = ({ token }: { token: string }, lineId: string, body: unknown) =>
  portal.request<Corrected>('PATCH', `/cart/lines/${lineId}`, { token, body })
const withdraw = async (
  { token }: { token: string },
  owner: Member,
  lineId: string,
  query = '',
) => {
  const cartId = (await room.listCarts()).find(({ user_id }) => user_id === owner.id)?.cart_id
  return portal.request('DELETE', `/cart/remove-item/${cartId}/${lineId}${query}`, { token })
}
const historyOf = async ({ id, token }: Member, lineId: string) =>
  (await portal.request<HistoryPage>('GET', `/cart/history/${id}?line=${lineId}`, { token })).body
    .entries

/** A line of 60 that was given 5, of an item with 20 on the shelf. */
async function prepare(given = 5) {
  const club = await portal.createClub()
  const item = await room.addItem(20 + given)
  const line = await room.orderLine(club, item, 60)
  if (given > 0) await room.allot([{ _id: line._id, allotted_quantity: given }])
  return { club, item, line }
}
const leftOf = async (item: { _id: string }) => (await room.summaryOf(item)).availableQuantity

describe('PATCH /cart/lines/{lineId}', () => {
  it('carries what was seen: another number is named, and a repeated call changes nothing twice', async () => {
    const { club, line } = await prepare()
    const change = { ordered_quantity: 6, was: 60 }
    expect((await correct(club, line._id, change)).status).toBe(200)
    const again = expectProblem(await correct(club, line._id, change), 'changed_meanwhile')
    expect(again.current).toMatchObject({ _id: line._id, ordered_quantity: 6 })
    expect(again.current).not.toHaveProperty('announced')
    const same = await correct(club, line._id, { ordered_quantity: 6, was: 6 })
    expect([same.status, same.body.line.ordered_quantity]).toEqual([200, 6])
    expect(await historyOf(club, line._id)).toHaveLength(3)
  })

  it('raising follows the rules of ordering; a disabled item can only be asked for less', async () => {
    const { club, item, line } = await prepare(0)
    await room.allot([{ _id: line._id, status: 'Rejected' }])
    const more = await correct(club, line._id, { ordered_quantity: 61, was: 60 })
    expect(more.body.line).toMatchObject({ ordered_quantity: 61, status: 'Pending' })
    const { body } = await room.ask<StockItem[]>('GET', '/inventorys/inventory')
    const rev = body.find(({ _id }) => _id === item._id)?.rev
    await room.ask('PATCH', `/inventorys/inventory/${item._id}`, { rev, itemStatus: 'disabled' })
    const refused = await correct(club, line._id, { ordered_quantity: 62, was: 61 })
    expect(expectProblem(refused, 'item_unavailable').message).toContain('only ask for fewer')
    expect((await correct(club, line._id, { ordered_quantity: 1, was: 61 })).status).toBe(200)
  })

  it('refuses bad numbers, links and empty corrections, and names the field', async () => {
    const { club, line } = await prepare()
    const was = 60
    const cases: [unknown, string][] = [
      [{ was }, 'ordered_quantity'],
      [{ ordered_quantity: 10_001, was }, 'ordered_quantity'],
      [{ link: 'https://shop.example', was }, 'link'],
      [{ link: 'no link', was }, 'link'],
    ]
    for (const [body, path] of cases) {
      const { errors } = expectProblem(await correct(club, line._id, body), 'invalid')
      expect(errors?.map((error) => error.path)).toEqual([path])
    }
    const { body } = await room.order(club, [{ itemName: 'Felt', ordered_quantity: 1 }])
    const own = body.items[0]?._id ?? ''
    const linked = await correct(club, own, { link: ' https://shop.example/felt ', was: 1 })
    expect(linked.body.line).toMatchObject({ link: 'https://shop.example/felt' })
  })

  it('reaches a club’s own live lines while ordering is open; all else is not found', async () => {
    const { club, line } = await prepare()
    const other = await portal.createClub()
    const change = { ordered_quantity: 6, was: 60 }
    const bodies = [
      await correct(other, line._id, change),
      await correct(other, Bun.randomUUIDv7(), change),
    ].map((answer) => ({ ...expectProblem(answer, 'not_found'), requestId: '' }))
    expect(bodies[0]).toEqual(bodies[1])
    await room.switchOrdering(true)
    try {
      expectProblem(await correct(club, line._id, change), 'ordering_disabled')
      expectProblem(await withdraw(club, club, line._id), 'ordering_disabled')
      const byAdmin = await correct(admin, line._id, change)
      expect(byAdmin.body).toMatchObject({
        line: { ordered_quantity: 6 },
        batch: expect.any(String),
      })
    } finally {
      await room.switchOrdering(false)
    }
  })
})

describe('a club withdraws a line', () => {
  it('of its own cart, again and again; what was given goes back, and no reason is kept', async () => {
    const { club, item, line } = await prepare()
    await room.order(club, [{ itemName: 'Felt', ordered_quantity: 1 }])
    const byOwnId = `/cart/remove-item/${club.id}/${line._id}`
    expect((await portal.request('DELETE', byOwnId, { token: club.token })).status).toBe(200)
    expect((await withdraw(club, club, line._id, '?reason=mine')).status).toBe(200)
    expect(await room.linesOf(club)).toMatchObject([{ itemName: 'Felt' }])
    expect(await leftOf(item)).toBe(25)
    const [newest] = await historyOf(club, line._id)
    expect(newest).toMatchObject({ kind: 'line_deleted', by: { id: club.id }, units: -5 })
    expect(newest).not.toHaveProperty('reason')
  })
})
