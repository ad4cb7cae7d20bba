import { describe, expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import { Refusal } from '#src/rules/refusal.ts'
import {
  cannotUndo,
  type Present,
  type PresentItem,
  type PresentLine,
  undo,
  type UndoableEntry,
} from '#src/rules/undo.ts'

const line = (more: Partial<PresentLine> = {}): PresentLine => ({
  _id: 'line',
  item_id: 'item',
  itemName: 'Tape',
  unit: '',
  ordered_quantity: 8,
  allotted_quantity: 5,
  delivered_quantity: 0,
  status: 'Ready',
  remarks: '',
  link: '',
  announced: null,
  clubId: asClubId('club'),
  cartId: 'cart',
  isDeleted: false,
  isOrderedAgain: false,
  ...more,
})
const item = (more: Partial<PresentItem> = {}): PresentItem => ({
  _id: 'item',
  itemName: 'Tape',
  itemQuantity: 4,
  itemStatus: 'enabled',
  unit: '',
  place: '',
  itemOrderedStatus: '',
  itemRemark: '',
  rev: 1,
  ...more,
})
const entry = (more: Partial<UndoableEntry> = {}): UndoableEntry => ({
  id: 'entry',
  kind: 'line_decided',
  clubId: asClubId('club'),
  personId: null,
  lineId: 'line',
  itemId: 'item',
  units: 3,
  changes: { allotted_quantity: [2, 5] },
  told: null,
  reason: '',
  ...more,
})
const ofItem = (more: Partial<UndoableEntry>) =>
  entry({ kind: 'item_edited', clubId: null, lineId: null, ...more })

const present = (
  lines: PresentLine[] = [line()],
  items: PresentItem[] = [item()],
  more: Partial<Present> = {},
): Present => ({
  line: (id) => lines.find((found) => found._id === id) ?? null,
  item: (id) => items.find(({ _id }) => _id === id) ?? null,
  isNameTaken: () => false,
  cartSize: () => ({ lines: 1, custom: 0 }),
  isHeld: false,
  ...more,
})

function errorsOf(entries: UndoableEntry[], now: Present): [path: string, text: string][] {
  try {
    undo(entries, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).toBe('cannot_undo')
    return (error.details.errors ?? []).map(({ path, msg }) => [path, msg])
  }
  return []
}

describe('taking a decision back', () => {
  test('needs units where the decision took units back, over all rows of an item', () => {
    const back = (id: string) =>
      entry({ id, lineId: id, units: -3, changes: { allotted_quantity: [8, 5] } })
    const lines = [line({ _id: 'a' }), line({ _id: 'b' })]
    expect(errorsOf([back('a')], present(lines))).toEqual([])
    const text = '4 of Tape are on the shelf, 6 are needed.'
    expect(errorsOf([back('a'), back('b')], present(lines))).toEqual([
      ['entries.a', text],
      ['entries.b', text],
    ])
    const gave = entry({ id: 'gave', units: 2, changes: { allotted_quantity: [3, 5] } })
    expect(errorsOf([back('a'), back('b'), gave], present([...lines, line()]))).toEqual([])
  })

  test('names one obstacle of a number, and every changed field, in one error', () => {
    const changes = {
      allotted_quantity: [2, 5],
      status: ['', 'Delivered'],
      remarks: ['', 'a'],
    } as const
    expect(errorsOf([entry({ changes })], present())).toEqual([
      ['entries.entry', 'The status was changed since. The remark was changed since.'],
    ])
    expect(errorsOf([entry()], present([line({ allotted_quantity: 2 })]))).toEqual([
      ['entries.entry', 'Only 2 of Tape are given now, and this would take back 3.'],
    ])
    expect(errorsOf([entry()], present([line({ delivered_quantity: 3 })]))).toEqual([
      ['entries.entry', '3 of Tape are handed over.'],
    ])
    expect(errorsOf([entry({ changes })], present([line({ isDeleted: true })]))).toEqual([
      ['entries.entry', 'The line was deleted since.'],
    ])
  })

  test('of a correction that was undone leaves no line with fewer units than none, or than were handed over', () => {
    const again = entry({
      kind: 'line_corrected',
      changes: { ordered_quantity: [2, 5], allotted_quantity: [2, 5] },
    })
    const asked = { ordered_quantity: 5 }
    expect(errorsOf([again], present([line({ ...asked, allotted_quantity: 2 })]))).toEqual([
      ['entries.entry', 'Only 2 of Tape are given now, and this would take back 3.'],
    ])
    const handed = line({ ...asked, allotted_quantity: 4, delivered_quantity: 2 })
    expect(errorsOf([again], present([handed]))).toEqual([
      ['entries.entry', '2 of Tape are handed over.'],
    ])
    expect(errorsOf([again], present([{ ...handed, delivered_quantity: 1 }]))).toEqual([])
    expect(errorsOf([again], present([line({ ordered_quantity: 3 })]))).toEqual([
      ['entries.entry', 'The number asked for was changed since.'],
    ])
  })

  test('is refused where a sum would be too large', () => {
    const full = present([line()], [item({ itemQuantity: 999_999_997 })])
    expect(errorsOf([entry()], full)).toEqual([
      ['entries.entry', 'This would come to 1,000,000,000 or more.'],
    ])
    const given = entry({ itemId: null, units: -3, changes: { allotted_quantity: [3, 0] } })
    const own = line({ item_id: null, allotted_quantity: 999_999_997 })
    expect(errorsOf([given], present([own]))).toHaveLength(1)
  })
})

describe('taking a deletion back', () => {
  const deleted = entry({ kind: 'line_deleted', units: -3, changes: { allotted_quantity: [5, 2] } })
  const gone = line({ isDeleted: true, allotted_quantity: 2, delivered_quantity: 2 })

  test('is refused where the line stands in the order, or the club ordered it again', () => {
    expect(errorsOf([deleted], present([line()]))).toEqual([
      ['entries.entry', 'The line is in the order.'],
    ])
    expect(errorsOf([deleted], present([{ ...gone, isOrderedAgain: true }]))).toEqual([
      ['entries.entry', 'The club has ordered it again.'],
    ])
  })

  test('is refused where the cart would be too full', () => {
    const cartSize = () => ({ lines: 400, custom: 0 })
    expect(() => undo([deleted], present([gone], [item()], { cartSize }))).toThrow('400 lines')
    const decided = entry()
    expect(undo([decided], present([line()], [item()], { cartSize })).lines).toHaveLength(1)
  })
})

describe('taking a change of an item back', () => {
  test('is refused where the name is taken, or too few units are left: both in one error', () => {
    const changes = { itemName: ['Gaffer', 'Tape'], itemQuantity: [0, 9] } as const
    const now = present([], [item({ itemQuantity: 1 })], { isNameTaken: () => true })
    expect(errorsOf([ofItem({ changes, units: 9 })], now)).toEqual([
      [
        'entries.entry',
        'Another item is called Gaffer now. 1 of Tape is on the shelf, 9 are needed.',
      ],
    ])
  })
})

describe('taking back what can be, and leaving the rest', () => {
  const rest = (entries: UndoableEntry[], now: Present) => undo(entries, now, { isRest: true })
  const back = (id: string, more: Partial<UndoableEntry> = {}) =>
    entry({ id, lineId: id, units: -3, changes: { allotted_quantity: [8, 5] }, ...more })
  const idsOf = ({ lines, refused }: ReturnType<typeof undo>) => ({
    undone: lines.map(({ line: { _id: id } }) => id),
    refused: refused.map(({ path }) => path.replace('entries.', '')),
  })

  test('names the rows that stay, and writes nothing of them', () => {
    const changed = entry({ id: 'a', lineId: 'a', units: 0, changes: { remarks: ['', 'x'] } })
    const now = present([line({ _id: 'a', remarks: 'y' }), line()])
    const undone = rest([changed, entry()], now)
    expect(undone.refused).toEqual([{ path: 'entries.a', msg: 'The remark was changed since.' }])
    expect(undone.lines.map(({ line: { _id: id } }) => id)).toEqual(['line'])
    expect(undone.entries.map(({ lineId }) => lineId)).toEqual(['line'])
    expect([...undone.taken]).toEqual([['item', -3]])
  })

  test('judges the rows of one item together: all that need units stay when those are too few', () => {
    const lines = [line({ _id: 'a' }), line({ _id: 'b' }), line({ _id: 'c', item_id: 'other' })]
    const items = [item(), item({ _id: 'other', itemQuantity: 3 })]
    const batch = [back('a'), back('b'), back('c', { itemId: 'other' })]
    expect(idsOf(rest(batch, present(lines, items)))).toEqual({
      undone: ['c'],
      refused: ['a', 'b'],
    })
  })

  test('a row that stays takes no units from the others', () => {
    const lines = [line({ _id: 'a', isDeleted: true }), line({ _id: 'b' })]
    expect(idsOf(rest([back('a'), back('b')], present(lines)))).toEqual({
      undone: ['b'],
      refused: ['a'],
    })
  })

  test('a row that stays gives none back either: what counted on them stays too', () => {
    const gave = entry({
      id: 'gave',
      lineId: 'gave',
      units: 4,
      changes: { allotted_quantity: [1, 5] },
    })
    const lines = [line({ _id: 'gave', isDeleted: true }), line({ _id: 'a' }), line({ _id: 'b' })]
    const own = entry({ id: 'own', lineId: 'own', itemId: null, units: 1, changes: {} })
    const batch = [gave, back('a'), back('b'), own]
    const now = present([...lines, line({ _id: 'own', item_id: null })])
    expect(idsOf(rest(batch, now))).toEqual({ undone: ['own'], refused: ['gave', 'a', 'b'] })
    expect(errorsOf(batch, now).map(([path]) => path)).toEqual([
      'entries.gave',
      'entries.a',
      'entries.b',
    ])
  })

  test('a shelf that the others would have emptied may be too full without them', () => {
    const large = 800_000_000
    const lines = ['a', 'b', 'r', 'own'].map((id) =>
      line({
        _id: id,
        allotted_quantity: id === 'r' ? 600_000_000 : 0,
        item_id: id === 'own' ? null : 'item',
      }),
    )
    const now = present(lines, [item({ itemQuantity: 500_000_000 })])
    const batch = [
      back('a', { units: -large }),
      back('b', { units: -large }),
      back('r', { units: 600_000_000 }),
      back('own', { itemId: null, units: 0, changes: {} }),
    ]
    expect(idsOf(rest(batch, now))).toEqual({ undone: ['own'], refused: ['a', 'b', 'r'] })
  })

  test('is refused where nothing is left, or one call has a kind that stays', () => {
    const gone = present([line({ isDeleted: true })])
    expect(() => rest([entry()], gone)).toThrow('Nothing was undone. The line was deleted since.')
    const kept = entry({ id: 'kept', kind: 'line_ordered' })
    expect(() => rest([entry(), kept], present())).toThrow('A change of this kind stays.')
  })
})

test('a kind that stays, and a row that is gone, stand against it', () => {
  const stays = 'A change of this kind stays.'
  for (const kind of ['line_ordered', 'line_raised', 'line_restored'] as const)
    expect(errorsOf([entry({ kind })], present())).toEqual([['entries.entry', stays]])
  const gone: [string, string][] = [['entries.entry', 'It was not found.']]
  expect(errorsOf([entry()], present([]))).toEqual(gone)
  expect(errorsOf([ofItem({})], present([], []))).toEqual(gone)
})

test('a refusal says three reasons and how many more there are', () => {
  const errors = ['a', 'b', 'b', 'c', 'd', 'e'].map((msg) => ({ path: 'entries.x', msg }))
  expect(cannotUndo(errors).message).toBe('Nothing was undone. a b c (and 2 more)')
})
