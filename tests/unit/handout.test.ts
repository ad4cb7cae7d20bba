import { expect, test } from 'bun:test'
import type { LineStatus } from '#src/contract/statuses.ts'
import type { HandoutLine } from '#src/contract/handout.ts'
import { handedText } from '#src/rules/club-status.ts'
import { countThings, groupByPlace, isToPack, toWalk } from '#client/portal/handout/model.ts'

const line = (itemName: string, place: string, status: LineStatus = 'Pending'): HandoutLine => ({
  _id: `${itemName} ${place}`,
  item_id: itemName,
  itemName,
  unit: '',
  place,
  ordered_quantity: 8,
  allotted_quantity: 5,
  delivered_quantity: 2,
  status,
})
const club = (clubName: string, ...lines: HandoutLine[]) => ({
  user_id: clubName,
  clubName,
  people: [],
  lines,
})

test('one walks from shelf to shelf as people count them, and to what has no place last', () => {
  const walk = toWalk([
    club('Music', line('Rope', ''), line('Tape', 'B10'), line('Brush', 'B2')),
    club('Drama', line('Brush', 'B2'), line('Ink', 'B2')),
  ])
  const places = groupByPlace(walk).map(({ place, items }) => [
    place,
    items.map(({ itemName, lines }) => [itemName, lines.map(({ clubName }) => clubName)]),
  ])
  expect(places).toEqual([
    [
      'B2',
      [
        ['Brush', ['Drama', 'Music']],
        ['Ink', ['Drama']],
      ],
    ],
    ['B10', [['Tape', ['Music']]]],
    ['', [['Rope', ['Music']]]],
  ])
  expect(countThings(walk)).toBe(15)
})

test.each<[LineStatus, boolean]>([
  ['', true],
  ['Pending', true],
  ['Ordered from online retailer', true],
  ['Delivered', true],
  ['Ready', false],
  ['Rejected', false],
])('what is given and %j is to be packed: %p', (status, isPacked) => {
  expect(isToPack(line('Rope', '', status))).toBe(isPacked)
})

test.each<[number, LineStatus, string]>([
  [0, 'Ready', ''],
  [2, 'Ready', '2 of 5 handed over'],
  [5, 'Pending', '5 of 5 handed over'],
  [3, 'Delivered', '3 of 5 handed over'],
  [5, 'Delivered', ''],
])('of 5 given %d are handed over, %s: %j', (delivered_quantity, status, words) => {
  expect(handedText({ allotted_quantity: 5, delivered_quantity, status })).toBe(words)
})
