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
const isFine = (history: Flag[]) => findOrder(register(0), history).linearizable

describe('a history of a value', () => {
  test('accepts sequential reads that return the latest write', () => {
    expect(isFine([wrote(1, 0, 1), read(1, 2, 3), wrote(2, 4, 5), read(2, 6, 7)])).toBe(true)
  })

  test('rejects a read that misses a write that ended before it', () => {
    expect(isFine([wrote(1, 0, 1), read(0, 2, 3)])).toBe(false)
  })

  test('lets a read concurrent with a write return the old or the new value', () => {
    expect(isFine([wrote(1, 0, 5), read(0, 1, 2), read(1, 3, 4)])).toBe(true)
  })

  test('rejects a read that returns an older value than an earlier read did', () => {
    expect(isFine([wrote(1, 0, 9), read(1, 1, 2), read(0, 3, 4)])).toBe(false)
  })

  test('rejects a read of a value that was never written', () => {
    expect(isFine([wrote(1, 0, 1), read(7, 0, 3)])).toBe(false)
  })

  test('rejects two reads that return two writes in an impossible order', () => {
    const writes = [wrote(1, 0, 1), wrote(2, 0, 1)]
    expect(isFine([...writes, read(1, 2, 3), read(2, 4, 5)])).toBe(false)
    expect(isFine([...writes, read(2, 2, 3), read(2, 4, 5)])).toBe(true)
  })

  test('lets an unanswered write take effect late or never, but not before its call', () => {
    const lost: Flag = { input: { write: 1 }, output: null, called: 2, returned: null }
    expect(isFine([lost, read(0, 3, 4), read(1, 5, 6)])).toBe(true)
    expect(isFine([lost, read(0, 3, 4), read(0, 5, 6)])).toBe(true)
    expect(isFine([lost, read(1, 3, 4), read(0, 5, 6)])).toBe(false)
    expect(isFine([lost, read(1, 0, 1)])).toBe(false)
  })

  test('shows the longest valid order of an invalid history', () => {
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
  const isFine = (units: number, history: Operation<ShelfCall, ShelfAnswer>[]) =>
    findOrder(shelf(units), history).linearizable

  test('accepts units that are given, read and taken back', () => {
    expect(
      isFine(3, [
        call({ give: 2, line: 'a' }, 'done', 0, 1),
        call('read', { left: 1, given: 2 }, 2, 3),
        call({ give: 2, line: 'b' }, { refused: 1 }, 4, 5),
        call({ give: -1, line: 'a' }, 'done', 6, 7),
        call({ give: 2, line: 'b' }, 'done', 8, 9),
        call('read', { left: 0, given: 3 }, 10, 11),
      ]),
    ).toBe(true)
  })

  test('rejects giving the last unit twice', () => {
    expect(
      isFine(1, [
        call({ give: 1, line: 'a' }, 'done', 0, 5),
        call({ give: 1, line: 'b' }, 'done', 0, 5),
      ]),
    ).toBe(false)
  })

  test('rejects a read that misses a change', () => {
    expect(
      isFine(9, [
        call({ give: 1, line: 'a' }, 'done', 0, 5),
        call({ give: 1, line: 'b' }, 'done', 0, 5),
        call('read', { left: 8, given: 1 }, 6, 7),
      ]),
    ).toBe(false)
  })

  test('rejects a refusal while enough units were left', () => {
    expect(isFine(2, [call({ give: 1, line: 'a' }, { refused: 0 }, 0, 1)])).toBe(false)
  })

  test('rejects a read whose sums come from different moments', () => {
    expect(
      isFine(2, [
        call({ give: 1, line: 'a' }, 'done', 0, 5),
        call('read', { left: 2, given: 1 }, 1, 2),
      ]),
    ).toBe(false)
  })

  test('judges three hundred calls, six at a time', () => {
    const history: Operation<ShelfCall, ShelfAnswer>[] = []
    for (let index = 0; index < 300; index++) {
      const give = index % 3 === 2 ? -1 : 1
      history.push(call({ give, line: 'a' }, 'done', index, index + 5.5))
    }
    const seen = (left: number, given: number) => call('read', { left, given }, 311, 312)
    expect(isFine(400, [...history, seen(300, 100)])).toBe(true)
    expect(isFine(400, [...history, seen(302, 98)])).toBe(false)
  })
})
