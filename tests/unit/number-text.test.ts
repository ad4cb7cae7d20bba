import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { grouped } from '#src/rules/number-text.ts'

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
