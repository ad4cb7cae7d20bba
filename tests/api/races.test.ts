import { afterAll, beforeAll, expect, it } from 'bun:test'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { openStockRoom, type StockRoom } from '#tests/support/stock.ts'

let portal: Portal
let admin: Member
let room: StockRoom

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  room = openStockRoom(portal, admin)
})
afterAll(async () => {
  expect((await portal.deps.store.upkeep.verify()).broken).toEqual([])
  await portal.close()
})

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const countBy = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length
const sumOf = (lines: { ordered_quantity: number }[]) =>
  lines.reduce((sum, line) => sum + line.ordered_quantity, 0)

it('gives exactly 10 units when 50 people give one each at once', async () => {
  const item = await room.addItem(10)
  const lines = await times(50, async () => room.orderLine(await portal.createClub(), item))
  const answers = await Promise.all(
    lines.map(({ _id }) => room.allot([{ _id, allotted_quantity: 1 }])),
  )
  expect([countBy(answers, 200), countBy(answers, 409)]).toEqual([10, 40])
  expect(await room.summaryOf(item)).toMatchObject({
    availableQuantity: 0,
    totalAllottedQuantity: 10,
  })
})

it('keeps the sum of shelf and lines constant while units are given and taken back', async () => {
  const item = await room.addItem(20)
  const clubs = await times(4, () => portal.createClub())
  const lines = await Promise.all(clubs.map((club) => room.orderLine(club, item)))
  await times(120, (index) =>
    room.allot([
      { _id: lines[index % 4]?._id, allotted_quantity: (index % 7) - 3 },
      { _id: lines[(index + 1) % 4]?._id, allotted_quantity: (index % 5) - 2 },
    ]),
  )
  const { availableQuantity, totalAllottedQuantity } = await room.summaryOf(item)
  expect(availableQuantity).toBeGreaterThanOrEqual(0)
  expect(availableQuantity + totalAllottedQuantity).toBe(20)
})

it('stores 100 orders that are each sent three times as 100 orders', async () => {
  const clubs = await times(5, () => portal.createClub())
  const orders = Array.from({ length: 100 }, (_, index) => ({
    club: clubs[index % 5] as Member,
    key: `order-${index}`,
    rows: [{ itemName: `Own ${index}`, ordered_quantity: index + 1 }],
  }))
  const answers = await Promise.all(
    [...orders, ...orders.toReversed(), ...orders].map(async ({ club, rows, key }) => ({
      key,
      ...(await room.order(club, rows, { key })),
    })),
  )
  expect(countBy(answers, 200)).toBe(300)
  for (const { key } of orders) {
    const texts = answers
      .filter((answer) => answer.key === key)
      .map(({ body }) => JSON.stringify(body))
    expect(new Set(texts).size).toBe(1)
  }
  const lines = (await Promise.all(clubs.map((club) => room.linesOf(club)))).flat()
  expect(lines).toHaveLength(100)
  expect(sumOf(lines)).toBe((100 * 101) / 2)
})

it('allots once when one decision arrives many times at once', async () => {
  const item = await room.addItem(10)
  const { _id } = await room.orderLine(await portal.createClub(), item)
  const answers = await times(20, () => room.allot([{ _id, allotted_quantity: 3 }], 'one decision'))
  expect(countBy(answers, 200)).toBe(20)
  expect(await room.summaryOf(item)).toMatchObject({ availableQuantity: 7 })
})

it('accepts no order after the answer that switched ordering off', async () => {
  for (let round = 0; round < 5; round++) {
    const club = await portal.createClub()
    let isOff = false
    const place = async (index: number) => {
      const begunAfter = isOff
      const { status } = await room.order(club, [{ itemName: `Own ${index}`, ordered_quantity: 1 }])
      return { status, begunAfter }
    }
    const early = Array.from({ length: 30 }, (_, index) => place(index))
    const switched = room.switchOrdering(true).then(() => {
      isOff = true
      return room.linesOf(club)
    })
    const during = Array.from({ length: 30 }, (_, index) => place(30 + index))
    const seen = await switched
    const late = Array.from({ length: 30 }, (_, index) => place(60 + index))
    const orders = await Promise.all([...early, ...during, ...late])

    expect(orders.filter(({ begunAfter }) => begunAfter).length).toBeGreaterThanOrEqual(30)
    for (const { status, begunAfter } of orders)
      expect(begunAfter ? [409] : [200, 409]).toContain(status)
    const after = await room.linesOf(club)
    expect(after).toEqual(seen)
    expect(after).toHaveLength(countBy(orders, 200))
    await room.switchOrdering(false)
  }
})

it('adds a name once when many add it at once', async () => {
  const answers = await times(20, (index) =>
    room.ask('POST', '/inventorys/inventory', {
      itemName: index % 2 ? 'Spray Can' : 'SPRAY can',
      itemQuantity: 1,
    }),
  )
  expect([countBy(answers, 201), countBy(answers, 409)]).toEqual([1, 19])
})

it('returns given units once when a line is deleted many times at once', async () => {
  const item = await room.addItem(10)
  const club = await portal.createClub()
  const { _id } = await room.orderLine(club, item)
  await room.allot([{ _id, allotted_quantity: 6 }])
  const cart = (await room.listCarts()).find(({ user_id }) => user_id === club.id)
  await times(10, (index) =>
    room.ask(
      'DELETE',
      index % 2
        ? `/cart/remove-item/${cart?.cart_id}/${_id}`
        : `/cart/remove-cart/${cart?.cart_id}`,
    ),
  )
  expect(await room.summaryOf(item)).toMatchObject({
    availableQuantity: 10,
    totalAllottedQuantity: 0,
  })
})
