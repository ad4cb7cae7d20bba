import { beforeEach, expect, test } from 'bun:test'
import type { LineChange, StockItem } from '#src/contract/records.ts'
import { codeOf, pathsOf, refusalOf, times, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { atDepth } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'

/** A call has 5,000 decisions at most. */
const [CLUBS, ITEMS] = atDepth([20, 25], [25, 200])
const ALL = CLUBS * ITEMS

onEachStore('allotments', (open) => {
  const portal = useStore(open)
  let a: Coordinator
  let b: Coordinator
  let tape: StockItem
  let ofA: string
  let ofB: string
  let custom: string
  beforeEach(async () => {
    a = await portal.club()
    b = await portal.club()
    tape = await portal.item('Tape', 10)
    const row = stockRow(tape._id, 4)
    await portal.order(a, [row, customRow('Neon', 2)])
    await portal.order(b, [row])
    ofA = (await portal.line(a, 'Tape'))._id
    ofB = (await portal.line(b, 'Tape'))._id
    custom = (await portal.line(a, 'Neon'))._id
  })
  const given = async (account: Coordinator, name = 'Tape') =>
    (await portal.line(account, name)).allotted_quantity

  test('the allotted quantity of a line stays below 1,000,000,000', async () => {
    const million = { _id: custom, allotted_quantity: 1_000_000 }
    await portal.allot(times(999, () => million))
    const refusal = await refusalOf(portal.allot([million]))
    expect(refusal.code).toBe('invalid')
    expect(pathsOf(refusal)).toEqual(['items.0.allotted_quantity'])
    await portal.allot([{ _id: custom, allotted_quantity: 999_999 }])
    expect(await given(a, 'Neon')).toBe(999_999_999)
  })

  const ofClub = (club: Coordinator) => `orders:${club.id}`
  test.each<[string, () => LineChange[], () => string[]]>([
    [
      'units of a stock item: also the stock',
      () => [{ _id: ofA, allotted_quantity: 1 }],
      () => ['carts', 'inventory', ofClub(a)],
    ],
    [
      'units of a custom item',
      () => [{ _id: custom, allotted_quantity: 2 }],
      () => ['carts', ofClub(a)],
    ],
    [
      'a status and a remark: the orders of both clubs',
      () => [
        { _id: ofA, status: 'Ready' },
        { _id: ofB, remarks: 'x' },
      ],
      () => ['carts', ofClub(a), ofClub(b)].toSorted(),
    ],
    [
      'a row that changes nothing: none',
      () => [{ _id: ofA, allotted_quantity: 0, status: 'Pending' }],
      () => [],
    ],
  ])('the topics moved by %s', async (_, decisions, moved) => {
    expect(topicsOf(await portal.allot(decisions()))).toEqual(moved())
  })

  test(`${ALL.toLocaleString('en')} decisions are one batch and one undo, and one that lacks stock refuses them all`, async () => {
    const items = await portal.items(ITEMS, CLUBS)
    const clubs = await Promise.all(times(CLUBS, () => portal.club()))
    const decisions: LineChange[] = []
    for (const club of clubs) {
      await portal.order(
        club,
        items.map(({ _id }) => stockRow(_id, 1)),
      )
      for (const { _id: id } of await portal.lines(club))
        decisions.push({ _id: id, allotted_quantity: 1, status: 'Ready', remarks: 'Shared out' })
    }
    expect(decisions).toHaveLength(ALL)
    async function expectLines(allotted_quantity: number, status: string, remarks: string) {
      const state = { allotted_quantity, status, remarks }
      for (const club of clubs)
        for (const line of await portal.lines(club)) expect(line).toMatchObject(state)
      for (const { _id } of items)
        expect(await portal.shelf(_id)).toBe(CLUBS * (1 - allotted_quantity))
    }
    const tooMany = [...decisions.slice(0, -1), ...decisions.slice(0, 1), ...decisions.slice(0, 1)]
    expect(await codeOf(portal.allot(tooMany))).toBe('insufficient_stock')
    await expectLines(0, 'Pending', '')
    const { value } = await portal.allot(decisions, { toAnswer: (_, batch = '') => batch })
    expect(await portal.entries({ batch: value.body }, 5_000)).toHaveLength(ALL)
    await expectLines(1, 'Ready', 'Shared out')
    await portal.undo(value.body)
    await expectLines(0, 'Pending', '')
  })
})
