import { expect, test } from 'bun:test'
import { withDistinctNames } from '#client/portal/board/model/club-names.ts'
import type { Board } from '#src/contract/board.ts'
import { boardOf } from '#tests/support/boards.ts'

/** A board of clubs with these names, whose addresses are numbered. */
function boardWith(...names: string[]): Board {
  const asked = Object.fromEntries(names.map((_, at) => [`Club ${at}`, [1] as [number]]))
  const board = boardOf({ 'Gaffer Tape': [6, asked] })
  return {
    ...board,
    clubs: board.clubs.map((club, at) => ({
      ...club,
      clubName: names[at] ?? '',
      email: `c${at}@x.example`,
    })),
  }
}

const namesOf = (board: Board) => withDistinctNames(board).clubs.map(({ clubName }) => clubName)

test('clubs with alike names are told apart by their verified address', () => {
  expect(namesOf(boardWith('Film Club', 'Quiz Club', 'film\u00a0club', 'Film'))).toEqual([
    'Film Club (c0@x.example)',
    'Quiz Club',
    'film\u00a0club (c2@x.example)',
    'Film (c3@x.example)',
  ])
})

test('a club that gets another name is told apart from then on', () => {
  const board = boardWith('Film Club', 'Quiz Club')
  expect(namesOf(board)).toEqual(['Film Club', 'Quiz Club'])
  expect(namesOf(boardWith('Film Club', 'Film Club'))).toEqual([
    'Film Club (c0@x.example)',
    'Film Club (c1@x.example)',
  ])
})

test('a board whose names differ stays the same object', () => {
  const board = boardWith('Film Club', 'Quiz Club')
  expect(withDistinctNames(board)).toBe(board)
})
