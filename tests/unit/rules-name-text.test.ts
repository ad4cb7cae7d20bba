import { describe, expect, it, test } from 'bun:test'
import * as fc from 'fast-check'
import { readArguments } from '#src/cli/arguments.ts'
import { isEmail, isMobile } from '#src/rules/account.ts'
import { stockStatusFault, readStockStatus } from '#src/rules/item.ts'
import { nameFault, readName } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'
import { atDepth } from '#tests/support/random.ts'

const fault = (text: string) => nameFault('A name', text)

describe('a name', () => {
  test.each([
    'Brush Round 4',
    'Café (15 ml)',
    'Cafe\u0301',
    'नाटक मंडली',
    '演劇部',
    '연극부',
    'نادي',
    '🖌️ Art ❤️',
    '🇮🇳',
    'C++ & “friends”',
    '#1',
    'Nguyễn Thị Ánh',
    'שָׁלוֹם',
    'ज़िंदगी',
    'चीज़ें',
    'ยิ้มที่นี่',
    'མཁས་གྲུབ་སྒྲུབ',
    'မြို့',
    'ﷺ'.repeat(13),
    'q\u0316\u0301'.repeat(40),
  ])('%s may be given', (text) => expect(fault(text)).toBeNull())

  test.each([
    ['a space of no width', 'Brush\u200b Round'],
    ['a joiner', 'Brush\u200dRound'],
    ['a soft hyphen', 'Bru\u00adsh'],
    ['a byte order mark inside', 'Brush\ufeffRound'],
    ['an override of the direction', 'Brush \u202egnp'],
    ['an isolate', '\u2066Brush\u2069'],
    ['a mark of the direction', 'Brush\u200f'],
    ['a line separator', 'Brush\u2028Round'],
    ['a paragraph separator', 'Brush\u2029Round'],
    ['a control character', 'Brush\u0085Round'],
    ['tags', 'Brush\u{e0042}\u{e0052}'],
    ['a filler', 'Brush\u3164'],
    ['a joiner of graphemes', 'Bru\u034fsh'],
    ['a choice of style behind a letter', 'Brush\ufe0f'],
    ['half a character', 'Brush\ud800'],
    ['an empty Braille pattern', 'Film\u2800Club'],
    ['an empty note head', 'Film\u{1d159}Club'],
    ['the stand-in for an object', 'Film\ufffcClub'],
    ['a blank hieroglyph', 'Film\u{13441}Club'],
    ['a joiner of letters', 'Film\u{16fe4}Club'],
    ['nothing but blank signs', '\u2800\u00a0\u2800'],
    ['nothing but an empty note head', '\u{1d159}'],
  ])('with %s is refused', (_, text) =>
    expect(fault(text)).toBe('A name must not hold invisible characters.'),
  )

  test.each(['\u0301', ' \u3000\u0308 '])('%j looks blank', (text) =>
    expect(fault(text)).toBe('A name needs a character that can be seen.'),
  )

  it('has 1 to 120 characters after trimming', () => {
    for (const text of ['', '  ', 'x'.repeat(121)])
      expect(fault(text)).toBe('A name has 1 to 120 characters.')
    expect(fault(` ${'x'.repeat(120)}\n`)).toBeNull()
  })

  test.each([
    ['three accents', 'Cafe\u0301\u0316\u0302\u0323'],
    ['accents that lie over what stands beside the name', `a${'\u0301\u0316'.repeat(59)}`],
    ['a tower of a script’s own marks', `\u0e01${'\u0e49'.repeat(5)}`],
    ['a tower that is too high before it is composed', `a${'\u0316\u0301'.repeat(159)}`],
  ])('with %s on a letter is refused', (_, text) =>
    expect(fault(text)).toBe('A name has at most two accents on a letter.'),
  )

  it('whose ligatures stand for hundreds of characters is refused', () =>
    expect(fault('ﷺ'.repeat(14))).toBe(
      'A name has at most 240 characters when its ligatures are spelt out.',
    ))

  test.each([
    ['  Film \u00a0 Club\n', 'Film Club'],
    ['Film\u3000Club', 'Film Club'],
    ['Cafe\u0301', 'Café'],
    ['ज़', 'ज़'],
  ])('%j is stored as %j', (text, stored) => expect(readName(text)).toBe(stored))

  it('that is accepted is stored so that nothing changes it again, and its key stays short', () => {
    const parts = 'a|A| |\u00a0|\u0301|\u0316|é|각|\u1100|\u1161|ﷺ|ΐ|\u0f71|\u0f72|ﬃ|क|\u093c|İ|ẞ'
    const part = fc.constantFrom(...parts.split('|'))
    fc.assert(
      fc.property(fc.string({ unit: part, maxLength: 130 }), (text) => {
        if (fault(text) !== null) return
        const name = readName(text)
        expect(fault(name)).toBeNull()
        expect(readName(name)).toBe(name)
        expect(nameKey(name)).toBe(nameKey(text))
        expect(nameKey(name).length).toBeLessThanOrEqual(3 * 240)
      }),
    )
  })

  it('of a vendor is judged and stored as every name', () => {
    expect(readStockStatus('Ordered from  Cafe\u0301 Art')).toBe('Ordered from Café Art')
    for (const status of ['', 'Available', 'Ordered from Art Shop'])
      expect(stockStatusFault(status)).toBeNull()
    for (const vendor of ['Art\u2800Shop', 'a\u0301\u0301\u0301\u0301', '\u202eArt'])
      expect(stockStatusFault(`Ordered from ${vendor}`)).toStartWith('The name of a vendor ')
  })

  it('that is accepted is well-formed and has a visible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        if (fault(text) !== null) return
        expect(text.isWellFormed()).toBe(true)
        expect(text.trim()).not.toMatch(/^[\s\p{M}\p{C}]*$/u)
      }),
    )
  })
})

describe('an address', () => {
  test.each([
    'me%gmail.com@campus.example',
    'a!b@campus.example',
    '-x@campus.example',
    'a..b@campus.example',
    '.a@campus.example',
    'a.@campus.example',
    'a@b..example',
    'a@-b.example',
    'a@b-.example',
    'club',
    '@campus.example',
    'club@',
    'a b@campus.example',
    'a@b.example, other@b.example',
    'a@b.example\r\nBcc: other@b.example',
    'a@b.example\nSubject: x',
    'a@b.example%0d%0aBcc: other@b.example',
    'a@b.example\u2028Bcc: other@b.example',
    'a@b.example\u0000',
    '"club"@campus.example',
    '<a@b.example>',
    'clüb@campus.example',
    `${'x'.repeat(250)}@campus.example`,
    `${'a'.repeat(65)}@campus.example`,
  ])('%j is refused', (address) => expect(isEmail(address)).toBe(false))

  test.each([
    'film.club+art@campus.example',
    "o'neill@a-b.example",
    'a-b_c@localhost',
    `${'a'.repeat(64)}@x.example`,
  ])('%s is one', (address) => expect(isEmail(` ${address} `)).toBe(true))
})

describe('a telephone number', () => {
  it('is accepted exactly when the earlier, slower pattern accepts it', () => {
    const before = /^\s*\+?(?:[ -]*\d){7,15}[ -]*\s*$/
    const part = fc.constantFrom(' ', '-', '+', '1', '234', '5550100', '\t', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const text = parts.join('').slice(0, 40)
        expect(isMobile(text)).toBe(before.test(text))
      }),
      { numRuns: atDepth(500, 5_000) },
    )
  })
})

it('a command-line option with a lone surrogate is refused by name', () => {
  expect(() => readArguments(['--name', 'A\ud800'], { named: ['name'], flags: [] })).toThrow(
    '--name must be well-formed Unicode.',
  )
})
