/** What a name costs that is as long as it may be, in ordinary names of that length. */
import { expect, test } from 'bun:test'
import { inListOrder } from '#src/contract/list-order.ts'
import { nameFault } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'

const NAMES = 1_000
const ROUNDS = 5

/** So many names of 120 letters that differ in their ends only. */
const namesOf = (part: string) =>
  Array.from({ length: NAMES }, (_, at) => {
    const end = String((at * 7_919) % NAMES).padStart(4, '0')
    return part.repeat(Math.floor((120 - end.length) / part.length)) + end
  })

/** The shortest of several rounds of judging, keying and ordering the names, in ms. What the rule refuses is only judged. */
function costOf(names: readonly string[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now()
    const accepted = names.filter((name) => nameFault('A name', name) === null)
    for (const name of accepted) nameKey(name)
    inListOrder(accepted.map((itemName) => ({ itemName })))
    return performance.now() - begun
  })
  return Math.min(...times)
}

test.each([
  ['marks in the wrong order', 'a\u0301\u0316'.padEnd(110, '\u0301\u0316')],
  ['two marks on each letter', 'q\u0316\u0301'],
  ['composed letters with two marks', '\u1e69\u0316\u0301'],
  ['vowels of Tibetan', '\u0f40\u0f71\u0f72\u0f74\u0f80'],
  ['consonants of Burmese', '\u1000\u103c\u102d\u102f\u1037'],
  ['ligatures for a sentence', '\ufdfa'],
  ['ligatures', 'ﬃ'],
  ['syllables of Korean', '각'],
  ['digits', '1'],
  ['digits and letters', 'a1'],
])('a name of %s costs at most 50 times as much as one of letters', (_, part) => {
  expect(costOf(namesOf(part)) / costOf(namesOf('x'))).toBeLessThan(50)
})
