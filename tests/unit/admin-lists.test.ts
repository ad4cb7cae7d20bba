import { describe, expect, test } from 'bun:test'
import { describeChange } from '#client/portal/lists/use-row-news.ts'
import { keepGone, pinRows } from '#client/portal/lists/pin-rows.ts'
import { type RowDraft, typeField } from '#client/portal/drafts/drafts.ts'
import {
  ORDER_LINE_FIELDS,
  isWrongLine,
  toLineChanges,
} from '#client/portal/drafts/line-changes.ts'
import { toRowErrors } from '#client/portal/drafts/row-errors.ts'
import { LINE_STATUS_OPTIONS, stockStatusOptions } from '#client/portal/orders/status-options.ts'
import { PAGE_SIZE, pageNumberOf, pageOf } from '#client/portal/lists/use-list-view.ts'
import { vendors } from '#client/content/vendors.ts'
import { toItemChange } from '#client/portal/stock/item-fields.ts'
import { STOCK_STATUS_PATTERN, LINE_STATUSES, type LineStatus } from '#src/contract/statuses.ts'
import type { OrderLine } from '#src/contract/records.ts'

const line: OrderLine = {
  _id: 'tape',
  itemName: 'Gaffer Tape',
  unit: '',
  ordered_quantity: 5,
  allotted_quantity: 3,
  delivered_quantity: 0,
  status: 'Pending',
  remarks: '',
  link: '',
}

type Row = { id: string; value?: number }
const idOf = ({ id }: Row) => id
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id }))

describe('a list that the pointer or the focus is on', () => {
  const hold = (shown: Row[], next: Row[]) => pinRows(shown, next, idOf)

  test.each([
    ['adds rows that sort after all others at the end', 'ab', 'abcd', 'abcd', 0, ''],
    ['holds back a row that would move others, and counts it', 'ac', 'abc', 'ac', 1, ''],
    ['keeps the place of a deleted row and marks it', 'abc', 'ac', 'abc', 0, 'b'],
    ['keeps the place of a row that moved to the end', 'abc', 'bca', 'abc', 0, ''],
    ['shows all rows when none was shown before', '', 'ab', 'ab', 0, ''],
  ])('%s', (_, shown, next, rows, waiting, gone) => {
    const held = hold(rowsOf(...shown), rowsOf(...next))
    const told = { rows: held.rows.map(idOf).join(''), waiting: held.waiting, gone: [...held.gone] }
    expect(told).toEqual({ rows, waiting, gone: [...gone] })
  })
  test('shows new values in their places', () => {
    const { rows: held } = hold(rowsOf('a', 'b'), [{ id: 'a', value: 1 }, { id: 'b' }])
    expect(held).toEqual([{ id: 'a', value: 1 }, { id: 'b' }])
  })
  test('shows no row twice', () => {
    const once = hold(rowsOf('a', 'b', 'c'), rowsOf('a', 'c', 'd'))
    const twice = hold(once.rows, rowsOf('a', 'c', 'd'))
    expect(twice.rows.map(idOf)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a list that keeps deleted rows', () => {
  const keep = (shown: Row[], next: Row[]) => keepGone(shown, next, idOf)

  test('keeps each behind its neighbour and marks it', () => {
    const kept = keep(rowsOf('a', 'b', 'c', 'd'), rowsOf('0', 'c', 'a'))
    expect(kept.rows.map(idOf)).toEqual(['0', 'c', 'd', 'a', 'b'])
    expect([...kept.gone]).toEqual(['b', 'd'])
  })
  test('keeps a deleted first row first', () => {
    expect(keep(rowsOf('a', 'b'), rowsOf('b')).rows.map(idOf)).toEqual(['a', 'b'])
  })
  test('shows a row that came back once, in its new place', () => {
    const kept = keep(keep(rowsOf('a', 'b'), rowsOf('b')).rows, rowsOf('b', 'a'))
    expect(kept.rows.map(idOf)).toEqual(['b', 'a'])
    expect(kept.gone.size).toBe(0)
  })
})

describe('a change by someone else', () => {
  const watched = [
    { word: 'given', read: (row: OrderLine) => row.allotted_quantity },
    { word: 'remarks', read: (row: OrderLine) => row.remarks },
  ]
  test('is described with both values', () => {
    expect(describeChange(line, { ...line, allotted_quantity: 5 }, watched)).toBe(
      'given changed 3 to 5',
    )
  })
  test('is described without empty or long values', () => {
    expect(describeChange(line, { ...line, remarks: 'Counter 2' }, watched)).toBe('remarks changed')
    const long = { ...line, remarks: 'x'.repeat(200) }
    expect(describeChange({ ...line, remarks: 'Counter 2' }, long, watched)).toBe('remarks changed')
  })
  test('is described for each watched value and for no other', () => {
    const both = { ...line, allotted_quantity: 5, remarks: 'Counter 2' }
    expect(describeChange(line, both, watched)).toBe('given changed 3 to 5, remarks changed')
    expect(describeChange(line, { ...line, link: 'https://shop.example/' }, watched)).toBeNull()
  })
})

describe('the drafts of an order, as they are sent', () => {
  type Values = { add: string; status: LineStatus; remarks: string }
  const typed = (values: Partial<Values>, row = line) => {
    const draft = Object.entries(values).reduce<RowDraft<Values> | undefined>(
      (before, [field, mine]) =>
        typeField(ORDER_LINE_FIELDS, row, before, {
          field: field as keyof Values,
          mine: mine as LineStatus,
        }),
      undefined,
    )
    return toLineChanges(draft ? { [line._id]: draft } : {})
  }

  test.each<[string, Partial<Values>, object[]]>([
    ['name only what was edited', { status: 'Ready' }, [{ status: 'Ready' }]],
    [
      'carry the quantity as a change, below zero too',
      { add: '-3', remarks: 'Late' },
      [{ allotted_quantity: -3, remarks: 'Late' }],
    ],
    ['leave out a row that adds no units', { add: '-0' }, []],
    ['can clear a status', { status: '' }, [{ status: '' }]],
  ])('%s', (_, values, changes) => {
    expect<object[]>(typed(values)).toEqual(changes.map((change) => ({ _id: 'tape', ...change })))
  })

  test.each<[string, LineStatus, Partial<Values>, object[]]>([
    ['more', 'Ready', { add: '2' }, [{ allotted_quantity: 2, status: 'Pending' }]],
    ['more', 'Delivered', { add: '2' }, [{ allotted_quantity: 2, status: 'Pending' }]],
    ['more', 'Rejected', { add: '2' }, [{ allotted_quantity: 2 }]],
    ['fewer', 'Ready', { add: '-2' }, [{ allotted_quantity: -2 }]],
    [
      'more, and a status by hand',
      'Ready',
      { add: '2', status: 'Rejected' },
      [{ allotted_quantity: 2, status: 'Rejected' }],
    ],
    [
      'more, but the status stays',
      'Ready',
      { add: '2', status: 'Ready' },
      [{ allotted_quantity: 2 }],
    ],
  ])('that give %s to a line that was %s', (_, status, values, changes) => {
    const sent = typed(values, { ...line, status })
    expect<object[]>(sent).toEqual(changes.map((change) => ({ _id: 'tape', ...change })))
  })
})

test.each([
  ['', true],
  ['1.5', true],
  ['1,00,00', true],
  ['-2', false],
])('%j as units to add: the row waits until it is a number: %p', (mine, isWrong) => {
  expect(isWrongLine({ add: { mine, base: '3' } })).toBe(isWrong)
})

describe('errors of single rows', () => {
  const sent = [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }]

  test('go to the row at that place of the request', () => {
    const problems = [
      { path: 'items.1.allotted_quantity', msg: 'Only 3 left of Gaffer Tape.' },
      { path: '2.itemRemark', msg: 'Too long.' },
    ]
    expect([...toRowErrors(problems, sent)]).toEqual([
      ['b', 'Only 3 left of Gaffer Tape.'],
      ['c', 'Too long.'],
    ])
  })
  test('keep the first of several, and leave out errors without a row', () => {
    const problems = [
      { path: 'items.0.status', msg: 'First.' },
      { path: 'items.0.remarks', msg: 'Second.' },
      { path: 'items', msg: 'Too many.' },
      { path: 'items.7.status', msg: 'Nobody.' },
    ]
    expect([...toRowErrors(problems, sent)]).toEqual([['a', 'First.']])
  })
})

describe('search and pages', () => {
  const rows = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => index)

  test('show a hundred rows each, and the last page for one beyond it', () => {
    expect(pageOf(rows, 2).rows).toEqual(rows.slice(PAGE_SIZE, 2 * PAGE_SIZE))
    expect(pageOf(rows, 9)).toEqual({ rows: [2 * PAGE_SIZE], page: 3 })
    expect(pageOf([], 3)).toEqual({ rows: [], page: 1 })
  })
  test('agree on the page of a row', () => {
    for (const index of [0, PAGE_SIZE - 1, PAGE_SIZE, 2 * PAGE_SIZE])
      expect(pageOf(rows, pageNumberOf(index)).rows).toContain(index)
  })
})

describe('statuses to choose from', () => {
  test('of a line are those of the contract, in its order and its words', () => {
    expect(LINE_STATUS_OPTIONS.map(({ value }) => value)).toEqual([...LINE_STATUSES])
    expect(LINE_STATUS_OPTIONS.find(({ value }) => value === 'Ready')?.label).toBe(
      'Ready for Pickup',
    )
  })
  test('of stock are all taken by the server, with the vendors of the content', () => {
    const values = stockStatusOptions(vendors, '').map(({ value }) => value)
    expect(values).toContain(`Ordered from ${vendors[0]}`)
    expect(values.filter((value) => !new RegExp(STOCK_STATUS_PATTERN).test(value))).toEqual([])
  })
  test('of stock include the present one, even when its vendor is no longer in the list', () => {
    const values = stockStatusOptions([], 'Ordered from Old shop').map(({ value }) => value)
    expect(values).toContain('Ordered from Old shop')
  })
})

describe('an item that is added or edited', () => {
  test('sends a text that is no number as none', () => {
    for (const mine of ['', ' ', '1.5', '1e3', 'ten'])
      expect(toItemChange({ itemQuantity: { mine, base: '37' } })).toEqual({ itemQuantity: NaN })
  })
  test('is sent with what was edited only', () => {
    expect(toItemChange({ itemName: { mine: ' Tape ', base: 'Tap' } })).toEqual({
      itemName: 'Tape',
    })
    expect(toItemChange({ itemStatus: { mine: 'disabled', base: 'enabled' } })).toEqual({
      itemStatus: 'disabled',
    })
  })
})
