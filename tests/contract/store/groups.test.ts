import { expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { NOBODY } from '#tests/support/stores.ts'
import { codeOf, countSuccesses, refusalOf, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

onEachStore('calls that arrive together', (open) => {
  const portal = useStore(open)

  /** Clubs with a line each of an item that has `units` on its shelf. */
  async function makeLines(clubs: number, units: number) {
    const item = await portal.item('Tape', units)
    const lines = await Promise.all(
      times(clubs, async () => {
        const club = await portal.club()
        await portal.order(club, [stockRow(item._id, 5)])
        return { club, lineId: (await portal.line(club, 'Tape'))._id }
      }),
    )
    return { item, lines }
  }

  test('a refused call takes none of its neighbours with it', async () => {
    const { item, lines } = await makeLines(4, 10)
    const closed = await portal.item('Old paint', 10, 'disabled')
    const admin = await portal.admin()
    const [first, second, third, fourth] = lines.map(({ club }) => club)
    const calls = {
      first: portal.order(first ?? NOBODY, [customRow('Neon')]),
      ofNobody: codeOf(portal.order(NOBODY, [customRow('Neon')])),
      disabled: codeOf(portal.order(second ?? NOBODY, [stockRow(closed._id, 1)])),
      given: portal.allot([{ _id: lines[0]?.lineId ?? '', allotted_quantity: 4 }]),
      ofAdmin: codeOf(
        portal.order({ id: admin.id, clubId: asClubId(admin.id) }, [customRow('Neon')]),
      ),
      tooMany: codeOf(portal.allot([{ _id: lines[1]?.lineId ?? '', allotted_quantity: 7 }])),
      unknown: codeOf(portal.allot([{ _id: 'no line', allotted_quantity: 1 }])),
      third: portal.order(third ?? NOBODY, [customRow('Neon'), stockRow(item._id, 2)]),
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
    const ordered = await Promise.all(lines.map(({ club }) => portal.lines(club)))
    expect(
      ordered.map((found) =>
        found.map(({ itemName, ordered_quantity: ordered }) => [itemName, ordered]),
      ),
    ).toEqual([
      [
        ['Neon', 1],
        ['Tape', 5],
      ],
      [['Tape', 5]],
      [
        ['Neon', 1],
        ['Tape', 7],
      ],
      [['Tape', 5]],
    ])
    expect(await portal.shelf(item._id)).toBe(6)
  })

  test('each call sees what the calls before it left', async () => {
    const { item, lines } = await makeLines(2, 10)
    const give = (index: number) =>
      portal.allot([{ _id: lines[index % 2]?.lineId ?? '', allotted_quantity: 3 }])
    const [, , , ...late] = times(8, give)
    for (const call of late) expect((await refusalOf(call)).details.errors?.[0]?.msg).toContain('1')
    expect(await portal.shelf(item._id)).toBe(1)
    const back = portal.allot([{ _id: lines[0]?.lineId ?? '', allotted_quantity: -6 }])
    const again = portal.allot([{ _id: lines[1]?.lineId ?? '', allotted_quantity: 7 }])
    await Promise.all([back, again])
    expect(await portal.shelf(item._id)).toBe(0)
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
