import { describe, expect, test } from 'bun:test'
import { withDistinctNames } from '#client/portal/board/model/index-board.ts'
import type { Board } from '#src/contract/board.ts'
import { alikeKey, nameInLabel, shortClubName, labelAlike } from '#src/rules/club-names.ts'
import { boardOf } from '#tests/support/boards.ts'

const isAlike = (one: string, other: string) => alikeKey(one) === alikeKey(other)

describe('names are alike', () => {
  test.each([
    ['Film Club', 'FILM CLUB'],
    ['Film Club', 'Film  Club'],
    ['Film Club', 'Film\u00a0Club'],
    ['Film Club', 'Film\u2003Club'],
    ['Film Club', 'Filmclub'],
    ['Film Club', 'Film-Club'],
    ['Film Club', 'Film\u2014Club'],
    ['Film Club', 'F.I.L.M. Club'],
    ['Film Club', 'Ｆｉｌｍ Club'],
    ['Film Club', 'Film'],
    ['Film Club', 'Film Society'],
    ['Film Club', 'Society for Film'],
  ])('%p and %p', (one, other) => {
    expect(isAlike(one, other)).toBe(true)
  })

  test.each([
    ['Film Club', 'Quiz Club'],
    ['Film Club', 'Film Club 2'],
    ['Club', 'Team'],
    ['Dance Club', 'Danceworks'],
  ])('but not %p and %p', (one, other) => {
    expect(isAlike(one, other)).toBe(false)
  })
})

test('a short name leaves out what kind of body a club is', () => {
  const names = ['Drama Club', 'Society for Regional Folk Theatre', 'Rocketry Team', 'Clubhouse']
  expect(names.map(shortClubName)).toEqual([
    'Drama',
    'Regional Folk Theatre',
    'Rocketry',
    'Clubhouse',
  ])
})

describe('labels', () => {
  const labels = (...names: string[]) =>
    [
      ...labelAlike(names.map((name, at) => ({ id: `${at}`, name, email: `c${at}@x.example` }))),
    ].map(([, label]) => label)

  test('are for alike names only, and hold the address', () => {
    expect(labels('Film Club', 'Quiz Club', 'Film')).toEqual([
      'Film Club (c0@x.example)',
      'Film (c2@x.example)',
    ])
    expect(labels('Film Club', 'Quiz Club')).toEqual([])
  })

  test('are not for one account that is named twice', () => {
    const club = { id: 'a', name: 'Film Club', email: 'a@x.example' }
    expect(labelAlike([club, club]).size).toBe(0)
  })

  test('are for a name that looks like a label', () => {
    expect(labels('Film Club (c1@x.example)', 'Quiz Club')).toEqual([
      'Film Club (c1@x.example) (c0@x.example)',
    ])
    expect(labels('Film Club (c1＠x.example)')).toHaveLength(1)
  })

  test('give the name back, also when it ends like one', () => {
    expect(nameInLabel('Film Club (a@x.example)', 'a@x.example')).toBe('Film Club')
    expect(nameInLabel('Film Club', 'a@x.example')).toBeNull()
    const own = 'Film Club (a@x.example)'
    expect(nameInLabel(`${own} (a@x.example)`, 'a@x.example')).toBe(own)
  })
})

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

test('a board whose names differ stays the same object', () => {
  const board = boardWith('Film Club', 'Quiz Club')
  expect(withDistinctNames(board)).toBe(board)
})
