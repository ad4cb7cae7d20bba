import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { foldDigits, grouped, readWhole } from '#src/rules/number-text.ts'

test('numbers are grouped as in India', () => {
  expect([0, 999, 1_000, 99_999, 100_000, 1_000_000, -1_000_000].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '99,999',
    '1,00,000',
    '10,00,000',
    '-10,00,000',
  ])
})

test('the format is the one of en-IN', () => {
  const format = new Intl.NumberFormat('en-IN')
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => grouped(value) === format.format(value)))
})

test.each([
  ['7', 7],
  ['007', 7],
  [' 12 ', 12],
  ['-3', -3],
  ['−3', -3],
  ['12.0', 12],
  ['1,200', 1_200],
  ['1,200.0', 1_200],
  ['1,234,567', 1_234_567],
  ['1,00,000', 100_000],
  ['12,34,567', 1_234_567],
  ['1 000', 1_000],
  ['1\u00a0000\u00a0000', 1_000_000],
  ['12\u202f345', 12_345],
  ['१२', 12],
  ['१,००,०००', 100_000],
  ['４８', 48],
  ['٣', 3],
  ['\u{1d7d7}\u{1d7d8}', 90],
])('%j is the number %d', (text, value) => expect(readWhole(text)).toBe(value))

test.each([
  '',
  ' ',
  '-',
  ',',
  '1.5',
  '1,5',
  '2,50',
  '0,75',
  '0,750',
  '12.5',
  '12.50',
  '1.000',
  '1.000,0',
  '1,0000',
  '1,000,00',
  '1,000 000',
  '1,,000',
  '1, 000',
  ',5',
  '.5',
  '5.',
  '1e3',
  '0x10',
  '1/2',
  '½',
  '²',
  'Ⅷ',
  '+5',
  '--1',
  '5-',
  '12 pcs',
  '"12"',
  'Infinity',
])('%j is no number, and nothing is left out to make it one', (text) =>
  expect(readWhole(text)).toBeNull(),
)

test('every digit of every script is read as the digit that Unicode makes of it', () => {
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
    const written = digits.format(9_876_543_210)
    // Some systems count in letters, and those of hanidec are no digits to Unicode.
    if (/^\p{Nd}{10}$/u.test(written)) expect(foldDigits(written)).toBe('9876543210')
  }
})

test('what the portal writes is read as the same number', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => readWhole(grouped(value)) === value))
})
