import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { inListOrder, inNameOrder } from '#src/contract/list-order.ts'
import '#tests/support/random.ts'

const orderOf = (names: readonly string[]) =>
  inListOrder(names.map((itemName) => ({ itemName }))).map(({ itemName }) => itemName)

describe('the order of a list', () => {
  test.each([
    [
      'the groups of brushes and paints come first',
      [
        'brush round 2',
        'Brush Round 10',
        'Brush Flat 3',
        'PAINT (15 ml) Red',
        'Paint (500 ml) Blue',
        'Apron',
      ],
    ],
    ['a greater number comes later', ['Felt 2', 'Felt 10', 'Felt 100', 'Felt 100 m']],
    ['zeros before a number do not count', ['Glue 007', 'Glue 7', 'Glue 08', 'Glue 9']],
    ['numbers of other scripts have values too', ['रंग', 'रंग २', 'रंग १०']],
    ['case does not count', ['apple', 'Apple 1', 'apple 2', 'Banana']],
    ['accents do not count', ['Äpfel', 'Apfel 2', 'Éclair', 'eclair 2']],
    [
      'signs come before numbers, and numbers before letters',
      ['(a)', 'A 4', 'A-4', 'A3', 'A4', 'AB'],
    ],
    ['compatible forms count as one', ['Ｔａｐｅ', 'Tape 1', 'tape ２', 'Tape 3']],
    ['a name comes before a longer one', ['C', 'C & D', 'Ca', 'Cab']],
    ['vowels of other scripts count', ['का ख', 'कि अ']],
  ])('%s', (_, names) => {
    expect(orderOf(names)).toEqual(names)
    expect(orderOf(names.toReversed())).toEqual(names)
  })

  test('does not depend on the order before', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'B', 'é', ' ', '0', '1', '10', '٣', '-', 'ß'),
    })
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        expect(orderOf(names.toReversed())).toEqual(orderOf(names))
      }),
    )
  })

  test('looks at each name as often in a long list as in a short one', () => {
    const looksIn = (length: number) => {
      let looks = 0
      const rows = Array.from({ length }, (_, at) => ({
        get itemName() {
          looks++
          return `Felt ${(at * 7_919) % length}`
        },
      }))
      inListOrder(rows)
      return looks / length
    }
    expect(looksIn(4_096)).toBe(looksIn(4))
  })

  test('of clubs is natural too', () => {
    const clubs = ['dance club', 'Drama Club 2', 'Drama Club 10', 'Élan']
    expect(inNameOrder(clubs.toReversed(), (name) => name)).toEqual(clubs)
  })
})
