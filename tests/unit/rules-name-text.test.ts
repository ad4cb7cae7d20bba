import { describe, expect, it, test } from 'bun:test'
import * as fc from 'fast-check'
import { readArguments } from '#src/cli/arguments.ts'
import { isEmail, isMobile, readMobile } from '#src/rules/account.ts'
import { readCode } from '#src/rules/code-text.ts'
import { lettersOf } from '#src/rules/club-names.ts'
import { stockStatusFault, readStockStatus } from '#src/rules/item.ts'
import { nameFault, readName } from '#src/rules/name-text.ts'
import { emailKey, nameKey, readEmail } from '#src/rules/names.ts'
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
    'दर्\u200dया',
    'র\u200d্যালি',
    'ශ්\u200dරී',
    'ರ\u200d್ಯಾಲಿ',
    'ಸಾಫ್ಟ್\u200cವೇರ್',
    'അവന്\u200d',
    'क्\u200cष',
    'می\u200cخواهم',
    'مي\u064e\u0651\u200cخواهم',
    '👩\u200d🎨',
    '👩🏽\u200d🚀 Club',
    '❤\ufe0f\u200d🔥',
  ])('%s may be given', (text) => expect(fault(text)).toBeNull())

  test.each([
    ['a space of no width', 'Brush\u200b Round'],
    ['a joiner', 'Brush\u200dRound'],
    ['a soft hyphen', 'Bru\u00adsh'],
    ['a byte order mark inside', 'Brush\ufeffRound'],
    ['an override of the direction', 'Brush \u202egnp'],
    ['an isolate', 'Brush \u2066Round\u2069 4'],
    ['a mark of the direction', 'Brush\u200fRound'],
    ['a joiner that no script spells here', 'Brush \u200c4'],
    ['two joiners where one is spelt', 'दर्\u200d\u200dया'],
    ['a joiner at the edge of an emoji', '👩\u200d!'],
    ['nothing but tags behind a flag', '🏴\u{e0067}\u{e007f}'],
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
    ['\u200eFilm Club\u200f', 'Film Club'],
    ['\u2068Film Club\u2069', 'Film Club'],
    ['\u202dFilm Club\u202c ', 'Film Club'],
    ['\ufeff Film Club\u200b', 'Film Club'],
    [' \u00adFilm\u2060', 'Film'],
    ['അവന്\u200d', 'അവന്\u200d'],
  ])('%j is stored as %j', (text, stored) => expect(readName(text)).toBe(stored))

  it('that is accepted is stored so that nothing changes it again, and its key stays short', () => {
    const parts =
      '\u200d|\u200c|\u200e|्|❤|\ufe0f|ی|a|A| |\u00a0|\u0301|\u0316|é|각|\u1100|\u1161|ﷺ|ΐ|\u0f71|\u0f72|ﬃ|क|\u093c|İ|ẞ'
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
    expect(readStockStatus('Ordered from \u200bArt\u200e')).toBe('Ordered from Art')
    for (const vendor of ['Art\u2800Shop', 'a\u0301\u0301\u0301\u0301', 'A\u202ert'])
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

  test.each([
    'Club@campus.example.',
    'club@campus.example\u200b',
    'mailto:club@campus.example',
    '\u202amailto:club@campus.example\u202c',
    'club＠campus.example',
    'cl\u00adub@campus.example .',
    ' MAILTO:club@campus.example..',
  ])('%j is read as it was meant', (text) => {
    expect(isEmail(readEmail(text))).toBe(true)
    expect(emailKey(text)).toBe('club@campus.example')
  })
})

describe('a code', () => {
  test.each([
    ['482916', '482916'],
    ['४८२९१६', '482916'],
    ['٤٨٢٩١٦', '482916'],
    ['４８２９１６', '482916'],
    ['২০২৬ ৪৮২৯১৬', '482916'],
    ['2026 482916', '482916'],
    ['Your code: 482916.', '482916'],
    ['482 916', '482916'],
    ['482–916', '482916'],
    ['4 8 2 9 1 6\u200b', '482916'],
    ['48', '48'],
    ['48a', '48a'],
    ['4829167', '4829167'],
    ['', ''],
  ])('%j is read as %j', (text, code) => expect(readCode(text)).toBe(code))
})

describe('a telephone number', () => {
  test.each([
    ['\u202a+91 98765 43210\u202c', '+91 98765 43210'],
    ['\u200e9876543210', '9876543210'],
    ['98765\u00a043210', '98765 43210'],
    ['98765\u201143210', '98765-43210'],
    ['0832–2580101', '0832-2580101'],
    ['0832 − 2580101', '0832 - 2580101'],
    ['(0832) 2580101', '0832 2580101'],
    ['[+91] 98765 43210', '+91 98765 43210'],
    ['98765.43210', '98765 43210'],
    ['0832/2580101', '0832 2580101'],
    ['tel:+91-98765-43210', '+91-98765-43210'],
    ['९८७६५ ४३२१०', '98765 43210'],
    ['＋９１ ９８７６５４３２１０', '+91 9876543210'],
    ['۹۸۷۶۵۴۳۲۱۰', '9876543210'],
  ])('%j is stored as %j', (text, stored) => {
    expect(readMobile(text)).toBe(stored)
    expect(isMobile(stored)).toBe(true)
  })

  test.each(['98765 4321x', '9876543210;ext=5', '9876543210, 9876543211', '12'])(
    '%j is none',
    (text) => expect(isMobile(readMobile(text))).toBe(false),
  )

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

test.each([
  ['Photo-graphy Club', 'photography club', true],
  ['A.D.P.', 'ADP', true],
  ['Rock\u2013etry', 'Rocketry', true],
  ['Drama Club', 'Dance Club', false],
])('%s and %s are alike: %p', (one, other, areAlike) => {
  expect(lettersOf(one) === lettersOf(other)).toBe(areAlike)
})
