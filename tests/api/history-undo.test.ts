import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { HistoryPage } from '#src/contract/history.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import type { StockItem } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { connectLive } from '#tests/support/live-client.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'

let portal: Portal
let admin: Member
let club: Member
let room: StockRoom

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  club = await portal.createClub()
  room = openStockRoom(portal, admin)
})
afterAll(async () => {
  expect((await portal.deps.store.upkeep.verify()).broken).toEqual([])
  await portal.close()
})

type Saved = { batch: string }
type Undone = { message: string; batch: string; refused: FieldProblem[] }
const undo = (batch: string, key?: string) =>
  room.ask<Undone>('POST', `/cart/history/${batch}/undo`, undefined, key)
const undoRest = (batch: string, key?: string) =>
  room.ask<Undone>('POST', `/cart/history/${batch}/undo?rest=true`, undefined, key)
/** A write of the administrator; answers its batch. */
async function save(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await room.ask<Saved>(method, path, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body.batch
}
const allot = (...items: unknown[]) => save('PUT', '/cart/update-multiple-cart-items', { items })
const entriesOf = async (batch: string) =>
  (await room.ask<HistoryPage>('GET', `/cart/history?batch=${batch}`)).body.entries
const lineOf = async (id: string, member = club) =>
  (await room.linesOf(member)).find(({ _id }) => _id === id)
const shelfOf = async (item: StockItem) => (await room.summaryOf(item)).availableQuantity

/** Tries to undo a batch and answers why not, one text for each row. */
async function obstaclesOf(batch: string): Promise<string[]> {
  const { message, errors = [] } = expectProblem(await undo(batch), 'cannot_undo')
  expect(message).toStartWith('Nothing was undone. ')
  const known = (await entriesOf(batch)).map(({ _id }) => `entries.${_id}`)
  for (const { path } of errors) expect(known).toContain(path)
  return errors.map(({ msg }) => msg)
}

async function orderedLine(itemQuantity = 10, ordered = 5) {
  const item = await room.addItem(itemQuantity)
  return { item, line: await room.orderLine(club, item, ordered) }
}

describe('POST /cart/history/{batch}/undo', () => {
  it('takes decisions back, and the undo can be undone', async () => {
    const [first, second] = [await orderedLine(), await orderedLine()]
    const batch = await allot(
      { _id: first.line._id, allotted_quantity: 4, status: 'Delivered' },
      { _id: second.line._id, allotted_quantity: 2, remarks: 'Room 4' },
    )
    const { status, body } = await undo(batch)
    expect([status, body]).toEqual([
      200,
      { message: 'Undone.', batch: expect.any(String), refused: [] },
    ])
    expect(await lineOf(first.line._id)).toEqual(first.line)
    expect(await lineOf(second.line._id)).toEqual(second.line)
    expect([await shelfOf(first.item), await shelfOf(second.item)]).toEqual([10, 10])

    const undone = { at: expect.any(String), by: { id: admin.id }, batch: body.batch }
    for (const entry of await entriesOf(batch)) expect(entry).toMatchObject({ undone })
    const own = await entriesOf(body.batch)
    expect(own.map(({ kind, units, undoes }) => [kind, units, undoes])).toEqual([
      ['line_decided', -2, batch],
      ['line_decided', -4, batch],
    ])
    expect((await undo(body.batch)).status).toBe(200)
    expect(await lineOf(first.line._id)).toMatchObject({
      allotted_quantity: 4,
      status: 'Delivered',
    })
    expectProblem(await undo(batch), 'already_undone')
  })

  it('says row by row why it cannot, and changes nothing', async () => {
    const { item, line } = await orderedLine()
    const other = await orderedLine()
    const given = await allot(
      { _id: line._id, allotted_quantity: 2, remarks: 'Soon', status: 'Ready' },
      { _id: other.line._id, allotted_quantity: 3 },
    )
    await allot({ _id: line._id, remarks: 'Later', status: 'Pending' })
    await allot({ _id: other.line._id, allotted_quantity: -2 })
    expect(new Set(await obstaclesOf(given))).toEqual(
      new Set([
        'The status was changed since. The remark was changed since.',
        `1 of ${other.item.itemName} are given, 3 are needed.`,
      ]),
    )
    expect(await shelfOf(item)).toBe(8)
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 2, remarks: 'Later' })
  })

  it('answers 404 for an unknown batch, and refuses orders and turns of ordering', async () => {
    for (const unknown of [Bun.randomUUIDv7(), 'x']) expectProblem(await undo(unknown), 'not_found')
    const { line } = await orderedLine()
    const orders = await room.ask<HistoryPage>('GET', `/cart/history?line=${line._id}`)
    const turned = await save('PUT', '/cart/confirm-disabled', { isConfirmDisabled: true })
    await room.switchOrdering(false)
    for (const batch of [orders.body.entries[0]?.batch ?? '', turned])
      expect(await obstaclesOf(batch)).toEqual(['A change of this kind stays.'])
  })

  it('returns the first reply to a repeated key, and refuses the key for another batch', async () => {
    const { line } = await orderedLine()
    const first = await allot({ _id: line._id, allotted_quantity: 1 })
    const second = await allot({ _id: line._id, allotted_quantity: 2 })
    const { body } = await undo(first, 'one press')
    expect((await undo(first, 'one press')).body).toEqual(body)
    expectProblem(await undo(second, 'one press'), 'key_reused')
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 2 })
    const long = await undo(second, 'k'.repeat(256))
    expect(expectProblem(long, 'invalid').errors?.[0]?.path).toBe('idempotency-key')
  })

  it('takes the rest back and names the rows that stay, so that one club cannot lock a batch', async () => {
    const item = await room.addItem()
    const clubs = [club, await portal.createClub(), await portal.createClub()]
    const lines = await Promise.all(clubs.map((one) => room.orderLine(one, item, 5)))
    const batch = await allot(...lines.map(({ _id }) => ({ _id, status: 'Rejected' })))
    await room.orderLine(club, item, 1)
    const [locked] = (await entriesOf(batch)).filter(({ line }) => line?._id === lines[0]?._id)
    const { errors } = expectProblem(await undo(batch, 'a press'), 'cannot_undo')
    const refused = [{ path: `entries.${locked?._id}`, msg: 'The status was changed since.' }]
    expect(errors).toEqual(refused)

    const { status, body } = await undoRest(batch, 'the rest')
    expect([status, body]).toEqual([
      200,
      { message: 'Undone, but for 1 row.', batch: expect.any(String), refused },
    ])
    expect((await undoRest(batch, 'the rest')).body).toEqual(body)
    expectProblem(await undo(batch, 'the rest'), 'key_reused')
    for (const again of [await undo(batch), await undoRest(batch)])
      expectProblem(again, 'already_undone')
    const undone = (await entriesOf(batch)).map((entry) => entry.undone?.batch)
    expect(undone.filter((own) => own === body.batch)).toHaveLength(2)
    expect(undone.filter((own) => own === undefined)).toHaveLength(1)
  })

  it('refuses rest where nothing is left, and a value that it does not know', async () => {
    const { line } = await orderedLine()
    const batch = await allot({ _id: line._id, remarks: 'Soon' })
    await allot({ _id: line._id, remarks: 'Later' })
    expectProblem(await undoRest(batch), 'cannot_undo')
    const unknown = await room.ask('POST', `/cart/history/${batch}/undo?rest=1`)
    expect(expectProblem(unknown, 'invalid').errors?.[0]?.path).toBe('rest')
  })

  it('reaches the club and the administrators at once', async () => {
    const { line } = await orderedLine()
    const batch = await allot({ _id: line._id, allotted_quantity: 5 })
    const live = await connectLive(portal.url)
    await live.hello(club.token)
    const shown = () =>
      live.state('orders')?.data?.find(({ _id }) => _id === line._id)?.allotted_quantity
    expect(shown()).toBe(5)
    await undo(batch)
    await until('the units are back', () => shown() === 0)
    live.socket.close()
  })
})
