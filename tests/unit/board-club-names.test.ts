import { expect, test } from 'bun:test'
import { tellApart } from '#client/portal/admin/board/model/club-names.ts'
import type { Board } from '#src/contract/board.ts'
import { boardOf } from '#tests/support/boards.ts'

/** A board of clubs with these names and coordinators. */
function boardWith(...people: [clubName: string, cordName: string][]): Board {
  const asked = Object.fromEntries(people.map((_, at) => [`Club ${at}`, [1] as [number]]))
  const board = boardOf({ 'Gaffer Tape': [6, asked] })
  return {
    ...board,
    clubs: board.clubs.map((club, at) => {
      const [clubName = '', cordName = ''] = people[at] ?? []
      return { ...club, clubName, cordName }
    }),
  }
}

const namesOf = (board: Board) => tellApart(board).clubs.map(({ clubName }) => clubName)

test('clubs of one name are told apart by their coordinators', () => {
  const board = boardWith(['Film Club', 'Asha'], ['Quiz Club', 'Asha'], ['Film Club', 'Ravi'])
  expect(namesOf(board)).toEqual(['Film Club (Asha)', 'Quiz Club', 'Film Club (Ravi)'])
})

test('clubs of one name with coordinators of one name are numbered', () => {
  const board = boardWith(['Film Club', 'Asha'], ['Film Club', 'Asha'], ['Film Club', 'Ravi'])
  expect(namesOf(board)).toEqual(['Film Club (Asha) 1', 'Film Club (Asha) 2', 'Film Club (Ravi)'])
})

test('a board whose names differ stays the same object', () => {
  const board = boardWith(['Film Club', 'Asha'], ['Quiz Club', 'Asha'])
  expect(tellApart(board)).toBe(board)
})

test('a renamed club stays the same object from one board to the next', () => {
  const board = boardWith(['Film Club', 'Asha'], ['Film Club', 'Ravi'])
  const [first] = tellApart(board).clubs
  expect(tellApart({ ...board, items: [] }).clubs[0]).toBe(first)
})
