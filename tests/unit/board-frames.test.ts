import { expect, test } from 'bun:test'
import { applyFrame } from '#client/portal/board/board-data.ts'
import type { BoardClub, BoardItem } from '#src/contract/board.ts'
import type { BoardFrame } from '#src/contract/frames.ts'
import { boardOf } from '#tests/support/boards.ts'

const board = boardOf({
  Rope: [10, { Film: [5] }],
  Tape: [10, { Film: [5], Drama: [5] }],
})
const [rope, tape] = board.items
const [film, drama] = board.clubs
if (!rope || !tape || !film || !drama) throw new Error('The board is empty.')

const shared = { type: 'state', epoch: 'e1', board_rev: 9 } as const
const clubFrame = (data: BoardClub): BoardFrame => ({
  ...shared,
  topic: 'orders',
  user_id: data.user_id,
  rev: data.rev,
  data,
})
const itemFrame = (data: BoardItem): BoardFrame => ({
  ...shared,
  topic: 'inventory',
  item_id: data._id,
  rev: data.rev,
  data,
})

test('a row of the board replaces an older one, and no other row', () => {
  const less = { ...rope, itemQuantity: 8, rev: 2 }
  const next = { ...film, cordName: 'Asha', rev: 2 }
  const after = [itemFrame(less), clubFrame(next)].reduce(applyFrame, board)
  expect(after).toEqual({ items: [less, tape], clubs: [next, drama] })
  expect(after.items[1]).toBe(tape)
  expect(after.clubs[1]).toBe(drama)
})

test('an item with another name moves', () => {
  const { items } = applyFrame(board, itemFrame({ ...rope, itemName: 'Wire', rev: 2 }))
  expect(items.map(({ itemName }) => itemName)).toEqual(['Tape', 'Wire'])
})

test('a row that is not newer changes nothing', () => {
  for (const rev of [1, 0])
    for (const frame of [
      clubFrame({ ...film, rev, lines: [] }),
      itemFrame({ ...rope, rev, itemQuantity: 0 }),
    ])
      expect(applyFrame(board, frame)).toBe(board)
})
