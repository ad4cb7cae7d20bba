import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { nameKey } from '#src/rules/names.ts'
import { noticesOf } from '#src/rules/notices.ts'
import '#tests/support/random.ts'

describe('names', () => {
  const same: [string, string][] = [
    ['Neon Sign', 'Neon \t  Sign'],
    ['Neon Sign', 'Neon\u00a0Sign'],
    ['Tape', 'Ｔａｐｅ'],
    ['film', 'ﬁlm'],
    ['Paint (15 ml)', 'PAINT (15 ㎖)'],
    ['STRAẞE', 'strasse'],
    ['half \ud800', 'half \udc01'],
  ]
  test.each(same)('%j and %j have the same key', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b))
  })

  test('the key of a key is the same key, and its only white space is single inner spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const key = nameKey(name)
        expect(nameKey(key)).toBe(key)
        expect(key).not.toMatch(/^\s|\s$|\s\s|[^\S ]/)
      }),
    )
  })
})

test('an account is notified of a new password and of a new role only', () => {
  const before = { passwordHash: 'a', access: 'user' }
  expect(noticesOf(before, { ...before })).toEqual([])
  expect(noticesOf(before, { ...before, passwordHash: 'b' })).toEqual(['password_changed'])
  expect(noticesOf(before, { ...before, access: 'bosslevel' })).toEqual(['role_changed'])
  expect(noticesOf(before, { passwordHash: 'b', access: 'bosslevel' })).toHaveLength(2)
})
