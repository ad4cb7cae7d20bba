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
const itemOf = async ({ _id }: StockItem) =>
  (await room.ask<StockItem[]>('GET', '/inventorys/inventory')).body.find(
    (item) => item._id === _id,
  )
const shelfOf = async (item: StockItem) => (await room.summaryOf(item)).availableQuantity
const cartOf = async ({ id }: Member) =>
  (await room.listCarts()).find(({ user_id }) => user_id === id)?.cart_id
const removeLine = async (member: Member, id: string) =>
  save('DELETE', `/cart/remove-item/${await cartOf(member)}/${id}`)
const edit = async (item: StockItem, change: Partial<StockItem>) =>
  save('PATCH', `/inventorys/inventory/${item._id}`, { rev: (await itemOf(item))?.rev, ...change })

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

  it('brings a deleted line back with what it was given', async () => {
    const { item, line } = await orderedLine()
    await allot({ _id: line._id, allotted_quantity: 4, remarks: 'Room 4' })
    const before = await lineOf(line._id)
    const { body } = await undo(await removeLine(club, line._id))
    expect(await lineOf(line._id)).toEqual(before)
    expect(await shelfOf(item)).toBe(6)
    expect(await entriesOf(body.batch)).toMatchObject([{ kind: 'line_restored', units: 4 }])
    expect(await obstaclesOf(body.batch)).toEqual(['A change of this kind stays.'])
  })

  it('takes edits and notes of items back', async () => {
    const item = await room.addItem(10)
    const edited = await edit(item, {
      itemName: `New ${item.itemName}`,
      itemQuantity: 25,
      itemStatus: 'disabled',
    })
    const noted = await save('PUT', '/inventorys/update-inventory-items', [
      { _id: item._id, itemRemark: 'Top shelf', itemOrderedStatus: 'Available' },
    ])
    for (const batch of [noted, edited]) expect((await undo(batch)).status).toBe(200)
    const { itemName, itemQuantity, itemStatus } = item
    expect(await itemOf(item)).toMatchObject({ itemName, itemQuantity, itemStatus })
    expect(await room.summaryOf(item)).toMatchObject({ itemRemark: '', itemOrderedStatus: '' })
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

  it('names what lies on the shelf when that is too little', async () => {
    const { item, line } = await orderedLine(8)
    await allot({ _id: line._id, allotted_quantity: 5 })
    const back = await allot({ _id: line._id, allotted_quantity: -5 })
    await edit(item, { itemQuantity: 3 })
    expect(await obstaclesOf(back)).toEqual([
      `3 of ${item.itemName} are on the shelf, 5 are needed.`,
    ])
    expect(await shelfOf(item)).toBe(3)
    const filled = await edit(item, { itemQuantity: 9 })
    await edit(item, { itemQuantity: 1 })
    expect(await obstaclesOf(filled)).toEqual([
      `1 of ${item.itemName} is on the shelf, 6 are needed.`,
    ])
  })

  it('does not bring back what was delivered, deleted or ordered again since', async () => {
    const { item, line } = await orderedLine()
    const given = await allot({ _id: line._id, allotted_quantity: 4 })
    await allot({ _id: line._id, status: 'Delivered' })
    expect(await obstaclesOf(given)).toEqual([`4 of ${item.itemName} are delivered.`])
    const deleted = await removeLine(club, line._id)
    expect(await obstaclesOf(given)).toEqual(['The line was deleted since.'])
    await room.orderLine(club, item, 1)
    expect(await obstaclesOf(deleted)).toEqual(['The club has ordered it again.'])
  })

  it('does not take an item’s fields back that somebody changed since, nor a name that is taken', async () => {
    const item = await room.addItem()
    const renamed = await edit(item, { itemName: `New ${item.itemName}` })
    await room.addItem(1, item.itemName)
    expect(await obstaclesOf(renamed)).toEqual([`Another item is called ${item.itemName} now.`])
    const noted = await save('PUT', '/inventorys/update-inventory-items', [
      { _id: item._id, itemRemark: 'Top shelf' },
    ])
    await save('PUT', '/inventorys/update-inventory-items', [
      { _id: item._id, itemRemark: 'Room 4' },
    ])
    expect(await obstaclesOf(noted)).toEqual(['The remark was changed since.'])
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

  it('refuses to restore more lines than a cart holds', async () => {
    const buyer = await portal.createClub()
    const own = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        itemName: `Own ${from + at}`,
        ordered_quantity: 1,
      }))
    await room.order(buyer, own(0, 50))
    const deleted = await save('DELETE', `/cart/remove-cart/${await cartOf(buyer)}`)
    await room.order(buyer, own(50, 100))
    expectProblem(await undo(deleted), 'cart_full')
    expect(await room.linesOf(buyer)).toHaveLength(100)
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

describe('many at once', () => {
  const times = <T>(count: number, make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))

  it('takes a batch back once when 20 people undo it', async () => {
    const { item, line } = await orderedLine()
    const batch = await allot({ _id: line._id, allotted_quantity: 4 })
    const answers = await times(20, () => undo(batch))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expectProblem(answer, 'already_undone')
    expect(await shelfOf(item)).toBe(10)
  })

  it('takes a batch back once when one undo arrives 20 times', async () => {
    const { item, line } = await orderedLine()
    const batch = await allot({ _id: line._id, allotted_quantity: 4 })
    const answers = await times(20, () => undo(batch, 'one undo'))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.batch}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await shelfOf(item)).toBe(10)
  })

  it('never takes more off a shelf than lies there, whoever is first', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 10; round++) {
      const { item, line } = await orderedLine(5)
      const other = await room.orderLine(await portal.createClub(), item)
      await allot({ _id: line._id, allotted_quantity: 5 })
      const back = await allot({ _id: line._id, allotted_quantity: -5 })
      const steps = [() => undo(back), () => room.allot([{ _id: other._id, allotted_quantity: 5 }])]
      const inOrder = round % 2 ? steps.toReversed() : steps
      const answers = await Promise.all(inOrder.map((step) => step()))
      const [undone, given] = round % 2 ? answers.toReversed() : answers
      outcomes.add(`${undone?.status} ${given?.status}`)
      expect(await shelfOf(item)).toBe(0)
    }
    for (const outcome of outcomes) expect(['200 409', '409 200']).toContain(outcome)
    expect(outcomes.size).toBe(2)
  })
})
