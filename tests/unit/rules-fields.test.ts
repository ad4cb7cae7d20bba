import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { isStoredLink, readLink } from '#src/rules/link.ts'
import { emailKey, lineKey, nameKey } from '#src/rules/names.ts'
import { isWithin } from '#src/rules/number-text.ts'
import { createSearch } from '#src/rules/search.ts'
import { clampQuantity, isSum, ORDERED_QUANTITY, readChange } from '#src/rules/quantity.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { returnedByRemoval } from '#src/rules/remove.ts'
import { atDepth } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

describe('names', () => {
  const same: [string, string][] = [
    ['Brush Round 4', ' brush ROUND 4\n'],
    ['Café', 'Cafe\u0301'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['Neon Sign', 'Neon \t  Sign'],
    ['Neon Sign', 'Neon\u00a0Sign'],
    ['Tape', 'Ｔａｐｅ'],
    ['film', 'ﬁlm'],
    ['Paint (15 ml)', 'PAINT (15 ㎖)'],
    ['half \ud800', 'half \udc01'],
    ['ΟΔΟΣ', 'οδος'],
    ['दर्\u200dया', 'दर्या'],
    ['می\u200cخواهم', 'میخواهم'],
    ['❤\ufe0f Art', '❤ art'],
    ['👩\u200d🎨', '👩🎨'],
  ]
  test.each(same)('%j and %j have the same key', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b))
  })

  test('the key of a key is the same key, and its only white space is single inner spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const key = nameKey(name)
        expect(nameKey(key)).toBe(key)
        expect(nameKey(` ${name}\t`)).toBe(key)
        expect(key).not.toMatch(/^\s|\s$|\s\s|[^\S ]/)
      }),
    )
  })

  test('names that differ in inner spaces or signs have different keys', () => {
    expect(nameKey('Paint (15 ml)')).not.toBe(nameKey('Paint (15ml)'))
    expect(nameKey('Tape')).not.toBe(nameKey('Tapé'))
  })

  test('a custom item named like a stock item’s id is a different line', () => {
    expect(lineKey(stockRow('x', 1))).not.toBe(lineKey(customRow('x')))
    expect(lineKey(customRow(' Neon'))).toBe(lineKey(customRow('NEON')))
  })

  test('an address keeps its + tag', () => {
    expect(emailKey(' Film.Club+Art@Campus.example ')).toBe('film.club+art@campus.example')
  })
})

describe('a search', () => {
  test.each([
    ['cafe', 'Café Art'],
    ['café', 'Cafe\u0301 Art'],
    ['Cafe\u0301', 'Café Art'],
    ['led', 'ＬＥＤ strip'],
    ['strasse', 'Straße'],
    ['straße', 'STRASSE'],
    ['istanbul', 'İstanbul'],
    ["painter's", 'Painter’s tape'],
    ['painter’s', "Painter's tape"],
    ['societe', 'Société'],
    ['ao dai', 'Áo dài'],
    ['ﬁlm', 'Film Club'],
    ['दर्या', 'दर्\u200dया'],
    ['art  club', 'Art\u00a0Club'],
    [' ', 'Anything'],
  ])('for %j finds %j', (query, name) => expect(createSearch(query)(name)).toBe(true))

  test.each([
    ['tape', 'Brush'],
    ['कि', 'की'],
    ['cafés', 'Café'],
  ])('for %j does not find %j', (query, name) => expect(createSearch(query)(name)).toBe(false))
})

describe('links', () => {
  test.each([
    'https://shop.example/item?id=1&x=%20#top',
    'HTTP://shop.example',
    'https://xn--caf-dma.example/',
    'https://shop.example:8443/ä',
    'https://shop.example/@maker/felt',
    'https://shop.example?to=a@b.example',
  ])('%s may be kept', (link) => {
    expect(readLink(` ${link} `)).toBe(link)
  })

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'blob:https://shop.example/1',
    '/\\shop.example',
    'java\nscript:alert(1)',
    'ht\ttps://shop.example',
    'data:text/html,x',
    '//shop.example',
    'shop.example',
    'https:shop.example',
    'https:///',
    'https://',
    'https://shop example/',
    'ftp://shop.example',
    'file:///etc/passwd',
    '\u0001https://shop.example',
    'https://accounts.example@evil.example/',
    'https://user:pw@shop.example/',
    'https://@shop.example/',
    'https://%40@evil.example',
  ])('%j may not', (link) => {
    expect(readLink(link)).toBeNull()
  })

  test('a link of 2,048 characters is accepted, a longer one is refused', () => {
    const link = 'https://shop.example/'.padEnd(2_048, 'x')
    expect(readLink(link)).toBe(link)
    expect(readLink(`${link}x`)).toBeNull()
  })

  test('an empty text means no link', () => {
    expect(readLink('')).toBe('')
    expect(readLink('  ')).toBe('')
  })

  test('every accepted link is a web address that names no user', () => {
    const scheme = fc.constantFrom('', 'https://', 'http://a.example/', 'javascript:', '//')
    const words = ['a', '@', '/', '\\', ':', '?', '#', '%40', '.example', 'https://']
    const unit = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 1 }))
    fc.assert(
      fc.property(scheme, fc.string({ unit, maxLength: 12 }), (start, rest) => {
        const link = readLink(start + rest)
        if (!link) return
        const { protocol, username, password } = new URL(link)
        expect(protocol).toMatch(/^https?:$/)
        expect([username, password]).toEqual(['', ''])
        expect(isStoredLink(link)).toBe(true)
      }),
      { numRuns: atDepth(500, 5_000) },
    )
  })
})

describe('quantities', () => {
  test('a card’s quantity is a whole number from 0 to the limit of an order row', () => {
    const clamped: [number, number][] = [
      [Number.NaN, 0],
      [-3, 0],
      [7, 7],
      [2.9, 2],
      [10_001, 10_000],
      [Number.POSITIVE_INFINITY, 10_000],
    ]
    for (const [value, quantity] of clamped) expect(clampQuantity(value)).toBe(quantity)
    fc.assert(
      fc.property(fc.double(), (value) => {
        const quantity = clampQuantity(value)
        expect(quantity === 0 || isWithin(quantity, ORDERED_QUANTITY)).toBe(true)
      }),
    )
  })

  test('an Add Quantity field is read as a change of at most a million', () => {
    const typed: [string, number | null][] = [
      ['', null],
      ['-', null],
      ['-0', 0],
      ['-002', -2],
      ['-1,200', -1_200],
      ['1000000', 1_000_000],
      ['1000001', null],
      ['-1000001', null],
      ['5x', null],
    ]
    for (const [text, change] of typed) expect(readChange(text)).toBe(change)
  })

  test('a sum stays below 10⁹', () => {
    expect([0, 999_999_999].every(isSum)).toBe(true)
    expect([-1, 1_000_000_000, 0.5, Number.NaN].some(isSum)).toBe(false)
  })

  test('a deleted line never raises a shelf above its limit', () => {
    const line = { item_id: 'tape', allotted_quantity: 2, delivered_quantity: 0 }
    expect(returnedByRemoval(line, 999_999_997)).toBe(2)
    expect(() => returnedByRemoval(line, 999_999_998)).toThrow(Refusal)
  })
})
