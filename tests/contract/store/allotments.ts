import { beforeEach, describe, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import type { Account } from '#src/store/port.ts'
import {
  ADMIN,
  codeOf,
  type OpenTestStore,
  pathsOf,
  refusalOf,
  times,
  topicsOf,
  useStore,
} from './harness.ts'

export function allotmentsContract(open: OpenTestStore) {
  const portal = useStore(open)
  let a: Account
  let b: Account
  let tape: StockItem
  let ofA: string
  let ofB: string
  let own: string
  beforeEach(async () => {
    a = await portal.club()
    b = await portal.club()
    tape = await portal.item('Tape', 10)
    const row = { item_id: tape._id, ordered_quantity: 4 }
    await portal.order(a, [row, { itemName: 'Neon', ordered_quantity: 2 }])
    await portal.order(b, [row])
    ofA = (await portal.line(a, 'Tape'))._id
    ofB = (await portal.line(b, 'Tape'))._id
    own = (await portal.line(a, 'Neon'))._id
  })
  const given = async (account: Account, name = 'Tape') =>
    (await portal.line(account, name)).allotted_quantity

  test('giving moves units from the shelf to the line, taking back the other way', async () => {
    const { value } = await portal.allot([{ _id: ofA, allotted_quantity: 6 }])
    expect(JSON.parse(value.body)).toEqual({ message: expect.any(String), updated: 1 })
    expect([await portal.shelf(tape._id), await given(a)]).toEqual([4, 6])
    await portal.allot([{ _id: ofA, allotted_quantity: -5 }])
    expect([await portal.shelf(tape._id), await given(a)]).toEqual([9, 1])
  })

  test('what is left out stays as it is', async () => {
    await portal.allot([{ _id: ofA, allotted_quantity: 1, status: 'Ready', remarks: 'Monday' }])
    await portal.allot([{ _id: ofA, status: '' }])
    expect(await portal.line(a, 'Tape')).toMatchObject({
      allotted_quantity: 1,
      status: '',
      remarks: 'Monday',
    })
    await portal.allot([{ _id: ofA, remarks: '' }])
    expect(await portal.line(a, 'Tape')).toMatchObject({ status: '', remarks: '' })
  })

  test('any status may follow any', async () => {
    for (const from of LINE_STATUSES)
      for (const to of LINE_STATUSES) {
        await portal.allot([{ _id: ofA, status: from }])
        await portal.allot([{ _id: ofA, status: to }])
        expect((await portal.line(a, 'Tape')).status).toBe(to)
      }
  })

  test('more may be given than was asked for; items of one’s own have no stock', async () => {
    await portal.allot([
      { _id: ofA, allotted_quantity: 10 },
      { _id: own, allotted_quantity: 500 },
    ])
    expect([await given(a), await given(a, 'Neon')]).toEqual([10, 500])
    expect(await portal.shelf(tape._id)).toBe(0)
  })

  test('nobody gives more than there is; each row at fault is told what is left', async () => {
    await portal.allot([{ _id: ofA, allotted_quantity: 7 }])
    const refusal = await refusalOf(
      portal.allot([
        { _id: own, allotted_quantity: 1 },
        { _id: ofB, allotted_quantity: 4 },
      ]),
    )
    expect(refusal.code).toBe('insufficient_stock')
    expect(refusal.message).toBe('Only 3 left of Tape.')
    expect(refusal.details.errors).toEqual([
      { path: 'items.1.allotted_quantity', msg: 'Only 3 left of Tape.' },
    ])
    expect([await given(b), await given(a, 'Neon'), await portal.shelf(tape._id)]).toEqual([
      0, 0, 3,
    ])
  })

  test('rows of one item are summed before the check', async () => {
    const refusal = await refusalOf(
      portal.allot([
        { _id: ofA, allotted_quantity: 6 },
        { _id: ofB, allotted_quantity: 5 },
      ]),
    )
    expect(pathsOf(refusal)).toEqual(['items.0.allotted_quantity', 'items.1.allotted_quantity'])
    await portal.allot([{ _id: ofA, allotted_quantity: 10 }])
    await portal.allot([
      { _id: ofB, allotted_quantity: 7 },
      { _id: ofA, allotted_quantity: -8 },
    ])
    expect([await given(a), await given(b), await portal.shelf(tape._id)]).toEqual([2, 7, 1])
  })

  test('rows of one line are summed before the check, and the last status counts', async () => {
    const { value } = await portal.allot([
      { _id: ofA, allotted_quantity: -4, status: 'Rejected' },
      { _id: ofA, allotted_quantity: 9, status: 'Ready' },
    ])
    expect(JSON.parse(value.body)).toMatchObject({ updated: 2 })
    expect(await portal.line(a, 'Tape')).toMatchObject({ allotted_quantity: 5, status: 'Ready' })
    const twice = times(2, () => ({ _id: ofA, allotted_quantity: -3 }))
    const refusal = await refusalOf(portal.allot(twice))
    expect(refusal.code).toBe('insufficient_allotment')
    expect(pathsOf(refusal)).toEqual(['items.0.allotted_quantity', 'items.1.allotted_quantity'])
    expect(refusal.message).toContain('5')
  })

  test('taking back goes down to zero and no further', async () => {
    await portal.allot([
      { _id: ofA, allotted_quantity: 3 },
      { _id: own, allotted_quantity: 3 },
    ])
    for (const _id of [ofA, own]) {
      const refusal = await refusalOf(portal.allot([{ _id, allotted_quantity: -4 }]))
      expect(refusal.code).toBe('insufficient_allotment')
      expect(refusal.message).toContain('3')
      await portal.allot([{ _id, allotted_quantity: -3 }])
    }
    expect([await given(a), await given(a, 'Neon'), await portal.shelf(tape._id)]).toEqual([
      0, 0, 10,
    ])
  })

  test('one line that is not there writes nothing', async () => {
    const refusal = await refusalOf(
      portal.allot([
        { _id: ofA, allotted_quantity: 1, status: 'Ready' },
        { _id: Bun.randomUUIDv7(), status: 'Ready' },
      ]),
    )
    expect(refusal.code).toBe('not_found')
    expect(await portal.line(a, 'Tape')).toMatchObject({ allotted_quantity: 0, status: 'Pending' })
    await portal.store.orders.removeLine(await portal.cartOf(b), ofB, ADMIN, Date.now())
    expect(await codeOf(portal.allot([{ _id: ofB, status: 'Ready' }]))).toBe('not_found')
  })

  test('a line is given less than a thousand million', async () => {
    const million = { _id: own, allotted_quantity: 1_000_000 }
    await portal.allot(times(999, () => million))
    const refusal = await refusalOf(portal.allot([million]))
    expect(refusal.code).toBe('invalid')
    expect(pathsOf(refusal)).toEqual(['items.0.allotted_quantity'])
    await portal.allot([{ _id: own, allotted_quantity: 999_999 }])
    expect(await given(a, 'Neon')).toBe(999_999_999)
  })

  describe('what moves', () => {
    test('giving moves the stock, the carts and the order that it was given to', async () => {
      const written = await portal.allot([{ _id: ofA, allotted_quantity: 1 }])
      expect(topicsOf(written)).toEqual(['carts', 'inventory', `orders:${a.id}`])
    })

    test('a status moves the carts and the orders alone', async () => {
      const written = await portal.allot([
        { _id: ofA, status: 'Ready' },
        { _id: ofB, remarks: 'x' },
      ])
      expect(topicsOf(written)).toEqual(['carts', `orders:${a.id}`, `orders:${b.id}`].toSorted())
    })

    test('units of an item of one’s own do not move the stock', async () => {
      const written = await portal.allot([{ _id: own, allotted_quantity: 2 }])
      expect(topicsOf(written)).toEqual(['carts', `orders:${a.id}`])
    })

    test('a change that changes nothing moves nothing', async () => {
      const written = await portal.allot([{ _id: ofA, allotted_quantity: 0, status: 'Pending' }])
      expect(written.moved).toEqual([])
    })
  })
}
