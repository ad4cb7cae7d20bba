import { describe, expect, test } from 'bun:test'
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
const isLinearizable = (history: Flag[]) => findOrder(register(0), history).linearizable

describe('a history of a value', () => {
  test('is linearizable if each read returns the last value written', () => {
    expect(isLinearizable([wrote(1, 0, 1), read(1, 2, 3), wrote(2, 4, 5), read(2, 6, 7)])).toBe(
      true,
    )
  })

  test('is rejected if a read misses a write that ended before it', () => {
    expect(isLinearizable([wrote(1, 0, 1), read(0, 2, 3)])).toBe(false)
  })

  test('is linearizable whether or not a read sees a concurrent write', () => {
    expect(isLinearizable([wrote(1, 0, 5), read(0, 1, 2), read(1, 3, 4)])).toBe(true)
  })

  test('is rejected if a read returns an older value than an earlier read did', () => {
    expect(isLinearizable([wrote(1, 0, 9), read(1, 1, 2), read(0, 3, 4)])).toBe(false)
  })

  test('is rejected if a read returns a value that was never written', () => {
    expect(isLinearizable([wrote(1, 0, 1), read(7, 0, 3)])).toBe(false)
  })

  test('is rejected if two reads contradict the order of two writes', () => {
    const writes = [wrote(1, 0, 1), wrote(2, 0, 1)]
    expect(isLinearizable([...writes, read(1, 2, 3), read(2, 4, 5)])).toBe(false)
    expect(isLinearizable([...writes, read(2, 2, 3), read(2, 4, 5)])).toBe(true)
  })

  test('lets an unanswered write take effect late or never, but not before its call', () => {
    const lost: Flag = { input: { write: 1 }, output: null, called: 2, returned: null }
    expect(isLinearizable([lost, read(0, 3, 4), read(1, 5, 6)])).toBe(true)
    expect(isLinearizable([lost, read(0, 3, 4), read(0, 5, 6)])).toBe(true)
    expect(isLinearizable([lost, read(1, 3, 4), read(0, 5, 6)])).toBe(false)
    expect(isLinearizable([lost, read(1, 0, 1)])).toBe(false)
  })

  test('that is rejected comes with the longest order that was found', () => {
    const { longest } = findOrder(register(0), [wrote(1, 0, 1), read(1, 2, 3), read(0, 4, 5)])
    expect(longest.map(({ called }) => called)).toEqual([0, 2])
  })
})

describe('a history of a shelf', () => {
  const call = (
    input: ShelfCall,
    output: ShelfAnswer,
    called: number,
    returned: number,
  ): Operation<ShelfCall, ShelfAnswer> => ({ input, output, called, returned })
  const isLinearizable = (units: number, history: Operation<ShelfCall, ShelfAnswer>[]) =>
    findOrder(shelf(units), history).linearizable

  test('is linearizable after units were given, read, refused and taken back', () => {
    expect(
      isLinearizable(3, [
        call({ give: 2, line: 'a' }, 'done', 0, 1),
        call('read', { left: 1, given: 2 }, 2, 3),
        call({ give: 2, line: 'b' }, { refused: 1 }, 4, 5),
        call({ give: -1, line: 'a' }, 'done', 6, 7),
        call({ give: 2, line: 'b' }, 'done', 8, 9),
        call('read', { left: 0, given: 3 }, 10, 11),
      ]),
    ).toBe(true)
  })

  test('is rejected if the last unit was given twice', () => {
    expect(
      isLinearizable(1, [
        call({ give: 1, line: 'a' }, 'done', 0, 5),
        call({ give: 1, line: 'b' }, 'done', 0, 5),
      ]),
    ).toBe(false)
  })

  test('is rejected if a read shows that a change was lost', () => {
    expect(
      isLinearizable(9, [
        call({ give: 1, line: 'a' }, 'done', 0, 5),
        call({ give: 1, line: 'b' }, 'done', 0, 5),
        call('read', { left: 8, given: 1 }, 6, 7),
      ]),
    ).toBe(false)
  })

  test('is rejected if a call was refused while enough units were left', () => {
    expect(isLinearizable(2, [call({ give: 1, line: 'a' }, { refused: 0 }, 0, 1)])).toBe(false)
  })

  test('is rejected if a read combines sums of different moments', () => {
    expect(
      isLinearizable(2, [
        call({ give: 1, line: 'a' }, 'done', 0, 5),
        call('read', { left: 2, given: 1 }, 1, 2),
      ]),
    ).toBe(false)
  })

  test('of three hundred calls, six at a time, is decided either way', () => {
    const history: Operation<ShelfCall, ShelfAnswer>[] = []
    for (let index = 0; index < 300; index++) {
      const give = index % 3 === 2 ? -1 : 1
      history.push(call({ give, line: 'a' }, 'done', index, index + 5.5))
    }
    const seen = (left: number, given: number) => call('read', { left, given }, 311, 312)
    expect(isLinearizable(400, [...history, seen(300, 100)])).toBe(true)
    expect(isLinearizable(400, [...history, seen(302, 98)])).toBe(false)
  })
})
