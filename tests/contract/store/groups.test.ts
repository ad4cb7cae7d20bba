import { expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { NOBODY } from '#tests/support/stores.ts'
import { codeOf, countSuccesses, refusalOf, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

onEachStore('calls that arrive together', (open) => {
  const portal = useStore(open)

  test('a refused call takes none of its neighbours with it', async () => {
    const { tape, clubs, ids } = await portal.makeLines(4, 10)
    const closed = await portal.item('Old paint', 10, 'disabled')
    const admin = await portal.admin()
    const [first, second, third, fourth] = clubs
    const calls = {
      first: portal.order(first ?? NOBODY, [customRow('Neon')]),
      ofNobody: codeOf(portal.order(NOBODY, [customRow('Neon')])),
      disabled: codeOf(portal.order(second ?? NOBODY, [stockRow(closed._id, 1)])),
      given: portal.allot([{ _id: ids[0] ?? '', allotted_quantity: 4 }]),
      ofAdmin: codeOf(
        portal.order({ id: admin.id, clubId: asClubId(admin.id) }, [customRow('Neon')]),
      ),
      tooMany: codeOf(portal.allot([{ _id: ids[1] ?? '', allotted_quantity: 7 }])),
      unknown: codeOf(portal.allot([{ _id: 'no line', allotted_quantity: 1 }])),
      third: portal.order(third ?? NOBODY, [customRow('Neon'), stockRow(tape._id, 2)]),
      broken: portal
        .order(fourth ?? NOBODY, [customRow('Neon')], {
          toAnswer: () => {
            throw new TypeError('broken')
          },
        })
        .catch((error: unknown) => error),
    }
    expect(await calls.ofNobody).toBe('not_found')
    expect(await calls.disabled).toBe('item_unavailable')
    expect(await calls.ofAdmin).toBe('not_found')
    expect(await calls.tooMany).toBe('insufficient_stock')
    expect(await calls.unknown).toBe('not_found')
    expect(await calls.broken).toBeInstanceOf(TypeError)
    await Promise.all([calls.first, calls.given, calls.third])
    const ordered = await Promise.all(clubs.map((club) => portal.lines(club)))
    expect(
      ordered.map((found) =>
        found.map(({ itemName, ordered_quantity: ordered }) => [itemName, ordered]),
      ),
    ).toEqual([
      [
        ['Neon', 1],
        ['Tape', 50],
      ],
      [['Tape', 50]],
      [
        ['Neon', 1],
        ['Tape', 52],
      ],
      [['Tape', 50]],
    ])
    expect(await portal.shelf(tape._id)).toBe(6)
  })

  test('each call sees what the calls before it left', async () => {
    const { tape, ids } = await portal.makeLines(2, 10)
    const [first = '', second = ''] = ids
    const give = (index: number) => portal.give(index % 2 === 0 ? first : second, 3)
    const [, , , ...late] = times(8, give)
    for (const call of late) expect((await refusalOf(call)).details.errors?.[0]?.msg).toContain('1')
    expect(await portal.shelf(tape._id)).toBe(1)
    await Promise.all([portal.give(first, -6), portal.give(second, 7)])
    expect(await portal.shelf(tape._id)).toBe(0)
  })

  test('orders that arrive together fill a cart to its last line and no further', async () => {
    const club = await portal.club()
    const orders = 4
    const rows = limits.customLinesPerCart / orders
    const place = (order: number) =>
      portal.order(
        club,
        times(rows, (row) => customRow(`Own ${order} ${row}`)),
      )
    expect(await countSuccesses(times(orders + 3, place), 'cart_full')).toBe(orders)
    expect(await portal.lines(club)).toHaveLength(limits.customLinesPerCart)
  })
})
