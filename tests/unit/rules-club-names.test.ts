import { describe, expect, test } from 'bun:test'
import { alikeKey, nameInLabel, shortClubName, labelAlike } from '#src/rules/club-names.ts'

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
