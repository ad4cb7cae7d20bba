import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Line } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { allot } from '#src/rules/allot.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { returnedByRemoval } from '#src/rules/remove.ts'
import '#tests/support/random.ts'

type World = { lines: Map<string, Line>; shelf: Map<string, number> }

const ITEMS = ['tape', 'glue']
const IDS = ['a', 'b', 'c', 'own']

const newLine = (id: string, itemId: string | null): Line => ({
  _id: id,
  item_id: itemId,
  itemName: itemId ?? 'Neon',
  unit: '',
  ordered_quantity: 9,
  allotted_quantity: 0,
  delivered_quantity: 0,
  status: 'Pending',
  remarks: '',
  link: '',
  announced: null,
})

function newWorld(): World {
  const lines = [
    newLine('a', 'tape'),
    newLine('b', 'tape'),
    newLine('c', 'glue'),
    newLine('own', null),
  ]
  return {
    lines: new Map(lines.map((line) => [line._id, line])),
    shelf: new Map(ITEMS.map((item) => [item, 20])),
  }
}

/** Applies a decision, or answers why it was refused. */
function apply({ lines, shelf }: World, changes: LineChange[]): Refusal | null {
  try {
    const { lines: decided, taken } = allot(
      changes,
      (id) => lines.get(id) ?? null,
      (item) => shelf.get(item) ?? 0,
    )
    for (const { line, after } of decided) Object.assign(line, after)
    for (const [item, units] of taken) shelf.set(item, (shelf.get(item) ?? 0) - units)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const given = ({ lines }: World, item: string) =>
  [...lines.values()]
    .filter(({ item_id: itemId }) => itemId === item)
    .reduce((sum, line) => sum + line.allotted_quantity, 0)

const change: fc.Arbitrary<LineChange> = fc.record(
  {
    _id: fc.constantFrom(...IDS),
    allotted_quantity: fc.integer({ min: -12, max: 12 }),
    status: fc.constantFrom(...LINE_STATUSES),
    remarks: fc.string({ maxLength: 5 }),
  },
  { requiredKeys: ['_id'] },
)
const calls = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { maxLength: 25 })

/** What is wrong with an error of a refusal: it points at a row that moves units, and gives the number left. */
function faultsOf(refusal: Refusal | null, changes: LineChange[], { lines, shelf }: World) {
  return (refusal?.details.errors ?? []).flatMap(({ path, msg }) => {
    const row = changes[Number(path.split('.')[1])]
    const line = lines.get(row?._id ?? '')
    if (!row || !line || !path.endsWith('.allotted_quantity')) return [path]
    const isGiving = (row.allotted_quantity ?? 0) > 0
    const number = isGiving ? shelf.get(line.item_id ?? '') : line.allotted_quantity
    const expected = `Only ${number} ${isGiving ? 'left' : 'given'} of ${line.itemName}.`
    return msg === expected ? [] : [msg]
  })
}

describe('allotting', () => {
  test('is refused, without any change, exactly when a line or a shelf would fall below zero; no unit appears or is lost', () => {
    fc.assert(
      fc.property(calls, (history) => {
        const world = newWorld()
        for (const changes of history) {
          const before = structuredClone(world)
          const net = (isOf: (line: Line) => boolean) =>
            changes
              .filter(({ _id: lineId }) => isOf(world.lines.get(lineId) ?? newLine('', null)))
              .reduce((sum, { allotted_quantity: units = 0 }) => sum + units, 0)
          const isTooMuch =
            ITEMS.some(
              (item) =>
                net(({ item_id: itemId }) => itemId === item) > (world.shelf.get(item) ?? 0),
            ) ||
            [...world.lines.values()].some(
              (line) => line.allotted_quantity + net(({ _id }) => _id === line._id) < 0,
            )
          const refusal = apply(world, changes)
          expect(refusal !== null).toBe(isTooMuch)
          expect(faultsOf(refusal, changes, before)).toEqual([])
          if (refusal) expect(world).toEqual(before)
          for (const item of ITEMS)
            expect((world.shelf.get(item) ?? 0) + given(world, item)).toBe(20)
          for (const line of world.lines.values())
            expect(line.delivered_quantity).toBeWithin(0, line.allotted_quantity + 1)
        }
      }),
    )
  })

  test('an unknown line is named in the refusal, and nothing changes', () => {
    const world = newWorld()
    const refusal = apply(world, [{ _id: 'a', status: 'Ready' }, { _id: 'gone' }])
    expect(refusal?.code).toBe('not_found')
    expect(refusal?.details.errors).toMatchObject([{ path: 'items.1._id' }])
    expect(world).toEqual(newWorld())
  })
})

describe('removing', () => {
  test('a custom item returns no units to a shelf', () => {
    expect(returnedByRemoval({ ...newLine('own', null), allotted_quantity: 9 }, 0)).toBe(0)
  })

  test('a line never raises a shelf above its limit', () => {
    const line = { ...newLine('a', 'tape'), allotted_quantity: 2 }
    expect(returnedByRemoval(line, 999_999_997)).toBe(2)
    expect(() => returnedByRemoval(line, 999_999_998)).toThrow(Refusal)
  })
})
