import { expect, test } from 'bun:test'
import { carryHistory, type Movement } from '#src/store/shared/carried.ts'

const edited = (itemId: string, itemChange: number): Movement => ({
  itemId,
  itemChange,
  lineId: null,
  lineChange: 0,
  reason: 'edited',
  actorId: 'an administrator',
  at: 1_000,
})

test('two changes of one row at one moment are two batches, so that each can be taken back', () => {
  const entries = carryHistory({
    movements: [edited('tape', 3), edited('glue', 1), edited('tape', -2)],
    items: [
      { id: 'tape', firstQuantity: 10 },
      { id: 'glue', firstQuantity: 0 },
    ],
    carts: [],
    lines: [],
  })
  const [tape, glue, again] = entries
  expect(glue?.batch).toBe(tape?.batch ?? '')
  expect(again?.batch).not.toBe(tape?.batch ?? '')
  expect(entries.map(({ changes }) => changes.itemQuantity)).toEqual([
    [10, 13],
    [0, 1],
    [13, 11],
  ])
  expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toSorted())
})
