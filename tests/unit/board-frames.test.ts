import { describe, expect, test } from 'bun:test'
import { applyFrame, isComplete } from '#client/portal/board/board-data.ts'
import type { Board, BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import type { BoardFrame } from '#src/contract/frames.ts'

const line = (_id: string, item_id: string, minute: number, given = 0): BoardLine => ({
  _id,
  item_id,
  ordered_quantity: 5,
  allotted_quantity: given,
  delivered_quantity: 0,
  status: 'Pending',
  remarks: '',
  ordered_at: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
})
const item = (itemName: string, rev = 1, itemQuantity = 10): BoardItem => ({
  _id: itemName.toLowerCase(),
  itemName,
  itemQuantity,
  itemStatus: 'enabled',
  unit: '',
  place: '',
  rev,
})
const club = (user_id: string, rev: number, ...lines: BoardLine[]): BoardClub => ({
  user_id,
  cart_id: `cart of ${user_id}`,
  clubName: user_id,
  cordName: '',
  email: '',
  rev,
  lines,
})
const clubFrame = (data: BoardClub): BoardFrame => ({
  type: 'state',
  topic: 'orders',
  user_id: data.user_id,
  epoch: 'e1',
  rev: data.rev,
  board_rev: data.rev,
  data,
})
const itemFrame = (data: BoardItem): BoardFrame => ({
  type: 'state',
  topic: 'inventory',
  item_id: data._id,
  epoch: 'e1',
  rev: data.rev,
  board_rev: data.rev,
  data,
})

const [rope, tape] = [item('Rope', 3), item('Tape', 3)]
const [film, drama] = [
  club('film', 5, line('f1', 'rope', 1), line('f2', 'tape', 5)),
  club('drama', 5, line('d1', 'tape', 3)),
]
const board: Board = { items: [rope, tape], clubs: [film, drama] }

/** Item names and club ids. */
type Shown = { items: string; clubs: string }
const shown = ({ items, clubs }: Board): Shown => ({
  items: items.map(({ itemName }) => itemName).join(' '),
  clubs: clubs.map(({ user_id }) => user_id).join(' '),
})
const same: Shown = { items: 'Rope Tape', clubs: 'film drama' }

const CASES: Record<string, { frames: BoardFrame[]; shows: Shown }> = {
  'a club that changed keeps its place': {
    frames: [clubFrame(club('film', 6, line('f1', 'rope', 1, 2), line('f2', 'tape', 5)))],
    shows: same,
  },
  'a new club comes where its first line puts it': {
    frames: [clubFrame(club('art', 1, line('a1', 'tape', 2)))],
    shows: { ...same, clubs: 'film art drama' },
  },
  'a club that lost its first line moves': {
    frames: [clubFrame(club('film', 6, line('f2', 'tape', 5)))],
    shows: { ...same, clubs: 'drama film' },
  },
  'a club without lines leaves': {
    frames: [clubFrame(club('film', 6))],
    shows: { ...same, clubs: 'drama' },
  },
  'a club that was not there leaves nothing': { frames: [clubFrame(club('art', 1))], shows: same },
  'a new item comes before its first line, in list order': {
    frames: [
      itemFrame(item('Brush Round 4')),
      clubFrame(club('art', 1, line('a', 'brush round 4', 9))),
    ],
    shows: { items: 'Brush Round 4 Rope Tape', clubs: 'film drama art' },
  },
  'an item that left comes back as it was last heard': {
    frames: [
      clubFrame(club('film', 6)),
      itemFrame(item('Rope', 4, 8)),
      clubFrame(club('film', 7, line('f1', 'rope', 1))),
    ],
    shows: same,
  },
  'an item with another name moves': {
    frames: [itemFrame({ ...rope, itemName: 'Wire', rev: 4 })],
    shows: { ...same, items: 'Tape Wire' },
  },
}

describe('a row of the board', () => {
  for (const [name, { frames, shows }] of Object.entries(CASES))
    test(name, () => expect(shown(frames.reduce(applyFrame, board))).toEqual(shows))

  test('replaces an older one and no other row', () => {
    const next = club('film', 6, line('f1', 'rope', 1, 2), line('f2', 'tape', 5))
    const after = [itemFrame(item('Rope', 4, 8)), clubFrame(next)].reduce(applyFrame, board)
    expect(after.clubs[0]).toBe(next)
    expect(after.clubs[1]).toBe(drama)
    expect(after.items[0]).toMatchObject({ itemQuantity: 8, rev: 4 })
    expect(after.items[1]).toBe(tape)
  })

  test('that is not newer changes nothing', () => {
    for (const frame of [
      clubFrame(club('film', 5)),
      clubFrame(club('film', 4)),
      itemFrame(item('Rope', 3, 0)),
      itemFrame(item('Rope', 2, 0)),
    ])
      expect(applyFrame(board, frame)).toBe(board)
  })

  test('names the items of a complete board only', () => {
    expect(isComplete(board)).toBe(true)
    const unknown = clubFrame(club('art', 1, line('a1', 'glue', 9)))
    expect(isComplete(applyFrame(board, unknown))).toBe(false)
    expect(isComplete([itemFrame(item('Glue')), unknown].reduce(applyFrame, board))).toBe(true)
  })
})
