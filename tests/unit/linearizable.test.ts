import { expect, test } from 'bun:test'
import {
  findOrder,
  register,
  shelf,
  type Operation,
  type ShelfAnswer,
  type ShelfCall,
} from '#tests/support/linearizable.ts'

type Flag = Operation<{ write: number } | 'read', number>
const wrote = (value: number, called: number, returned: number): Flag => ({
  input: { write: value },
  output: value,
  called,
  returned,
})
const read = (value: number, called: number, returned: number): Flag => ({
  input: 'read',
  output: value,
  called,
  returned,
})
const units = (
  input: ShelfCall,
  output: ShelfAnswer,
  called: number,
  returned: number,
): Operation<ShelfCall, ShelfAnswer> => ({ input, output, called, returned })
const lost: Flag = { input: { write: 1 }, output: null, called: 2, returned: null }
const given = (line: string) => units({ give: 1, line }, 'done', 0, 5)

test.each<[string, boolean, Flag[]]>([
  ['a read misses a write that ended before it', false, [wrote(1, 0, 1), read(0, 2, 3)]],
  ['reads do or do not see a write', true, [wrote(1, 0, 5), read(0, 1, 2), read(1, 3, 4)]],
  ['a read returns an older value', false, [wrote(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
  ['a read returns a value that was never written', false, [wrote(1, 0, 1), read(7, 0, 3)]],
  [
    'two reads contradict the order of two writes',
    false,
    [wrote(1, 0, 1), wrote(2, 0, 1), read(1, 2, 3), read(2, 4, 5)],
  ],
  ['an unanswered write takes effect late', true, [lost, read(0, 3, 4), read(1, 5, 6)]],
  ['an unanswered write loses its effect', false, [lost, read(1, 3, 4), read(0, 5, 6)]],
  ['an unanswered write takes effect before its call', false, [lost, read(1, 0, 1)]],
])('a value: %s: %p', (_, expected, history) => {
  expect(findOrder(register(0), history).linearizable).toBe(expected)
})

test.each<[string, boolean, number, Operation<ShelfCall, ShelfAnswer>[]]>([
  ['the last unit was given twice', false, 1, [given('a'), given('b')]],
  [
    'a read shows that a change was lost',
    false,
    9,
    [given('a'), given('b'), units('read', { left: 8, given: 1 }, 6, 7)],
  ],
  [
    'a call was refused while enough were left',
    false,
    2,
    [units({ give: 1, line: 'a' }, { refused: 0 }, 0, 1)],
  ],
  [
    'a read combines sums of different moments',
    false,
    2,
    [given('a'), units('read', { left: 2, given: 1 }, 1, 2)],
  ],
])('a shelf: %s: %p', (_, expected, onShelf, history) => {
  expect(findOrder(shelf(onShelf), history).linearizable).toBe(expected)
})

test('a shelf: three hundred calls, six at a time, are decided either way', () => {
  const history = Array.from({ length: 300 }, (_, index) =>
    units({ give: index % 3 === 2 ? -1 : 1, line: 'a' }, 'done', index, index + 5.5),
  )
  for (const [left, taken] of [
    [300, 100],
    [302, 98],
  ] as const) {
    const seen = units('read', { left, given: taken }, 311, 312)
    expect(findOrder(shelf(400), [...history, seen]).linearizable).toBe(left === 300)
  }
})
