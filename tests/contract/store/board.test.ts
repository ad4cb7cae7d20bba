import { expect, test } from 'bun:test'
import type { Board } from '#src/contract/board.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { ADMIN, NOON, REMOVAL, SECOND, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

onEachStore('the board', (open) => {
  const portal = useStore(open)

  const board = async (): Promise<Board> => (await portal.store.orders.board()).rows
  const names = ({ items, clubs }: Board) => ({
    items: items.map(({ itemName }) => itemName),
    clubs: clubs.map(({ clubName }) => clubName),
  })

  test('an empty store has an empty board', async () => {
    await portal.club()
    await portal.item('Tape')
    expect(await board()).toEqual({ items: [], clubs: [] })
  })

  test('a line shows what was asked, given and delivered, and nothing else of its club', async () => {
    const club = await portal.club({ clubName: 'Film Club', cordName: 'Asha' })
    const tape = await portal.item('Tape', 10, 'enabled', { place: 'Shelf C1' })
    await portal.order(club, [stockRow(tape._id, 5), customRow('Neon', 1)])
    const { _id: id } = await portal.line(club, 'Tape')
    await portal.allot([{ _id: id, allotted_quantity: 2, status: 'Delivered' }])
    await portal.allot([
      { _id: id, allotted_quantity: 1, status: 'Ready', remarks: 'On the shelf' },
    ])
    expect(await board()).toEqual({
      items: [
        {
          _id: tape._id,
          itemName: 'Tape',
          itemQuantity: 7,
          itemStatus: 'enabled',
          unit: '',
          place: 'Shelf C1',
          rev: 3,
        },
      ],
      clubs: [
        {
          user_id: club.id,
          cart_id: await portal.cartOf(club),
          clubName: 'Film Club',
          cordName: 'Asha',
          email: club.email,
          rev: expect.any(Number),
          lines: [
            {
              _id: id,
              item_id: tape._id,
              ordered_quantity: 5,
              allotted_quantity: 3,
              delivered_quantity: 2,
              status: 'Ready',
              remarks: 'On the shelf',
              ordered_at: new Date(NOON).toISOString(),
            },
          ],
        },
      ],
    })
  })

  test('clubs come by their first stock line, items in list order; what has no live line is left out', async () => {
    const [late, early, own, gone] = [
      await portal.club({ clubName: 'Late' }),
      await portal.club({ clubName: 'Early' }),
      await portal.club({ clubName: 'Own' }),
      await portal.club({ clubName: 'Gone' }),
    ]
    const [tape, brush] = [await portal.item('Tape'), await portal.item('Brush Round 4')]
    const rope = await portal.item('Rope')
    await portal.item('Glue')
    await portal.order(own, [customRow('Neon', 1)])
    await portal.order(late, [customRow('Felt', 1)])
    await portal.order(gone, [stockRow(rope._id, 1)])
    await portal.order(early, [stockRow(tape._id, 1)], { now: NOON + SECOND })
    await portal.order(late, [stockRow(brush._id, 1)], { now: NOON + 2 * SECOND })
    await portal.order(early, [stockRow(brush._id, 1)], { now: NOON + 3 * SECOND })
    await portal.store.orders.removeCart(await portal.cartOf(gone), REMOVAL)
    expect(names(await board())).toEqual({
      items: ['Brush Round 4', 'Tape'],
      clubs: ['Early', 'Late'],
    })
    const [first] = (await board()).clubs
    expect(first?.lines.map(({ item_id }) => item_id)).toEqual([tape._id, brush._id])
  })

  test('everything that the board shows raises its revision, and that of its club or item', async () => {
    const club = await portal.club()
    const tape = await portal.item('Tape', 10)
    await portal.order(club, [stockRow(tape._id, 5)])
    let before = await portal.store.orders.board()
    async function moves(write: Promise<unknown>, what: 'club' | 'item' | 'both') {
      await write
      const after = await portal.store.orders.board()
      expect(after.rev).toBeGreaterThan(before.rev)
      expect(after.rev).toBe((await portal.rev('inventory')) + (await portal.rev('carts')))
      const [clubWas, clubIs] = [before.rows.clubs[0], after.rows.clubs[0]]
      const [itemWas, itemIs] = [before.rows.items[0], after.rows.items[0]]
      if (what !== 'item') expect(clubIs?.rev).toBeGreaterThan(clubWas?.rev ?? Infinity)
      if (what !== 'club') expect(itemIs?.rev).toBeGreaterThan(itemWas?.rev ?? Infinity)
      before = after
    }
    const { _id: lineId } = await portal.line(club, 'Tape')
    await moves(portal.order(club, [stockRow(tape._id, 1)]), 'club')
    await moves(portal.allot([{ _id: lineId, allotted_quantity: 2 }]), 'both')
    await moves(portal.allot([{ _id: lineId, remarks: 'Soon' }]), 'club')
    const edit = { rev: before.rows.items[0]?.rev ?? 0, itemName: 'Duct Tape' }
    await moves(portal.store.stock.edit(tape._id, edit, ADMIN, NOON), 'both')
    await moves(portal.store.accounts.change(club.email, { cordName: 'Ravi' }, NOON), 'club')
    expect(before.rows.clubs[0]).toMatchObject({ cordName: 'Ravi' })
  })

  test('a difference has the changed clubs and items alone, and tells of a club that has left', async () => {
    const [a, b] = [await portal.club(), await portal.club()]
    const [tape, rope] = [await portal.item('Tape', 10), await portal.item('Rope', 10)]
    const glue = await portal.item('Glue', 10)
    await portal.order(a, [stockRow(tape._id, 5), stockRow(rope._id, 5)])
    await portal.order(b, [stockRow(tape._id, 5)])
    const { items, clubs } = await board()
    const known = {
      clubs: new Map(clubs.map(({ user_id, rev }) => [user_id, rev])),
      items: new Map(items.map(({ _id, rev }) => [_id, rev])),
    }
    const since = async () => (await portal.store.orders.board(known)).rows
    expect(await since()).toEqual({ items: [], clubs: [] })

    await portal.allot([{ _id: (await portal.line(a, 'Rope'))._id, allotted_quantity: 1 }])
    const given = await board()
    expect(await since()).toEqual({
      items: given.items.filter(({ _id }) => _id === rope._id),
      clubs: given.clubs.filter(({ user_id }) => user_id === a.id),
    })

    const cartOfB = await portal.cartOf(b)
    await portal.order(a, [stockRow(glue._id, 1)])
    await portal.store.orders.removeCart(cartOfB, REMOVAL)
    const { items: moved, clubs: changed } = await since()
    expect(moved.map(({ itemName }) => itemName)).toEqual(['Glue', 'Rope'])
    expect(changed.map(({ user_id, lines }) => [user_id, lines.length])).toEqual([
      [a.id, 3],
      [b.id, 0],
    ])

    // A page may have read this club while it had a line.
    const c = await portal.club()
    await portal.order(c, [stockRow(tape._id, 1)])
    await portal.store.orders.removeCart(await portal.cartOf(c), REMOVAL)
    expect((await since()).clubs.map(({ user_id }) => user_id)).toContain(c.id)
    expect((await board()).clubs.map(({ user_id }) => user_id)).toEqual([a.id])
  })
})
