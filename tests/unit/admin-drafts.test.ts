import { describe, expect, test } from 'bun:test'
import {
  clearSaved,
  conflictsOf,
  type Drafts,
  dropField,
  editDrafts,
  type Fields,
  keepMine,
  followRows,
  lostText,
  takeTheirs,
  typeField,
} from '#client/portal/drafts/drafts.ts'

type Row = { _id: string; status: string; given: number }
type Values = { status: string; add: string; given: number }
const FIELDS: Fields<Row, Values> = {
  status: { read: (row) => row.status },
  add: { read: (row) => String(row.given), isIdle: (mine) => mine === '' || mine === '0' },
  given: { read: (row) => row.given },
}
const tape: Row = { _id: 'tape', status: 'Pending', given: 3 }
const brush: Row = { _id: 'brush', status: 'Pending', given: 0 }

function edit<F extends keyof Values>(
  drafts: Drafts<Values>,
  row: Row,
  field: F,
  mine: Values[F],
): Drafts<Values> {
  return editDrafts(drafts, [row], (draft) => typeField(FIELDS, row, draft, { field, mine }))
}
const merge = (drafts: Drafts<Values>, ...rows: Row[]) =>
  followRows({ drafts, lost: {} }, FIELDS, (id) => rows.find(({ _id }) => _id === id))
const conflicts = (drafts: Drafts<Values>, row: Row) => conflictsOf(FIELDS, row, drafts[row._id])

describe('an unsaved edit', () => {
  test('keeps the saved value from when it began, through further typing', () => {
    const first = edit({}, tape, 'status', 'Ready')
    const second = edit(first, { ...tape, status: 'Rejected' }, 'status', 'Delivered')
    expect(second).toEqual({ tape: { status: { mine: 'Delivered', base: 'Pending' } } })
  })

  test('ends when the saved value is typed again', () => {
    const drafts = edit(edit({}, tape, 'status', 'Ready'), brush, 'status', 'Ready')
    expect(edit(drafts, tape, 'status', 'Pending')).toEqual({
      brush: { status: { mine: 'Ready', base: 'Pending' } },
    })
  })

  test('that adds no units is not an edit', () => {
    const drafts = edit({}, tape, 'add', '3')
    expect(drafts).toEqual({ tape: { add: { mine: '3', base: '3' } } })
    expect(edit(drafts, tape, 'add', '0')).toEqual({})
  })

  test('is dropped field by field, or whole', () => {
    const drafts = edit(edit({}, tape, 'status', 'Ready'), tape, 'given', 6)
    expect(editDrafts(drafts, [tape], (draft) => dropField(draft, 'given'))).toEqual({
      tape: { status: { mine: 'Ready', base: 'Pending' } },
    })
    expect(editDrafts(drafts, [tape], () => undefined)).toEqual({})
  })
})

describe('when others change the rows meanwhile', () => {
  const drafts = edit(edit({}, tape, 'status', 'Ready'), tape, 'add', '2')

  test('unchanged rows return the same edits object', () => {
    expect(merge(drafts, tape, brush)).toEqual({ drafts, lost: {} })
    expect(merge(drafts, tape, brush).drafts).toBe(drafts)
    expect(conflicts(drafts, tape)).toEqual([])
  })

  test('a change of another field is no conflict', () => {
    const onlyStatus = edit({}, tape, 'status', 'Ready')
    expect(conflicts(onlyStatus, { ...tape, given: 5 })).toEqual([])
  })

  test('a changed value is a conflict that names both values, and the edit stays', () => {
    const now = { ...tape, status: 'Rejected' }
    expect(merge(drafts, now).drafts).toBe(drafts)
    expect(conflicts(drafts, now)).toEqual([
      { id: 'tape', field: 'status', was: 'Pending', now: 'Rejected', mine: 'Ready' },
    ])
  })

  test('a change of what is given is a conflict with units to be added, even of the same number', () => {
    const adding = edit({}, tape, 'add', '2')
    expect(conflicts(adding, { ...tape, given: 2 })).toEqual([
      { id: 'tape', field: 'add', was: '3', now: '2', mine: '2' },
    ])
  })

  test('the same edit by someone else ends the edit', () => {
    const now = { ...tape, status: 'Ready', given: 6 }
    const both = edit(edit({}, tape, 'status', 'Ready'), tape, 'given', 7)
    expect(merge(both, now).drafts).toEqual({ tape: { given: { mine: 7, base: 3 } } })
    expect(merge(edit({}, tape, 'given', 6), now).drafts).toEqual({})
  })

  test('what was typed into a row that is gone is kept, and stands there again when the row is back', () => {
    const find = (rows: Row[]) => (id: string) => rows.find(({ _id }) => _id === id)
    const start = { drafts: edit(drafts, brush, 'status', 'Ready'), lost: {} }
    const gone = followRows(start, FIELDS, find([brush]))
    expect(gone).toEqual({
      drafts: { brush: { status: { mine: 'Ready', base: 'Pending' } } },
      lost: drafts,
    })
    expect(lostText(gone.lost)).toStartWith('1 row you edited is gone')
    expect(lostText(start.drafts)).toStartWith('2 rows you edited are gone')
    expect(followRows(gone, FIELDS, find([brush]))).toBe(gone)
    expect(followRows(gone, FIELDS, find([tape, brush]))).toEqual(start)
    expect(lostText(start.lost)).toBeNull()
  })

  test('a stored edit of a field that is no longer edited is dropped', () => {
    const stored: unknown = { tape: { colour: { mine: 'red', base: 'blue' } } }
    expect(merge(stored as Drafts<Values>, tape).drafts).toEqual({})
  })
})

describe('the choice between two values', () => {
  const theirs: Row = { ...tape, status: 'Rejected' }
  const drafts = edit({}, tape, 'status', 'Ready')
  const [conflict] = conflicts(drafts, theirs)
  if (!conflict) throw new Error('There is no conflict.')

  test('"Keep mine" keeps the edit, and the conflict is over until the value changes again', () => {
    const kept = { tape: keepMine(drafts.tape, conflict) }
    expect(kept).toEqual({ tape: { status: { mine: 'Ready', base: 'Rejected' } } })
    expect(conflicts(kept, theirs)).toEqual([])
    expect(conflicts(kept, { ...tape, status: 'Delivered' })).toHaveLength(1)
  })

  test('"Take theirs" drops the edit', () => {
    expect(takeTheirs(drafts.tape, conflict)).toBeUndefined()
  })
})

describe('after a save', () => {
  const sent = edit(edit({}, tape, 'status', 'Ready'), brush, 'status', 'Rejected')

  test('a saved edit is dropped', () => {
    expect(clearSaved(sent, sent)).toEqual({})
  })

  test('what was typed before the answer stays, based on the saved value', () => {
    const since = edit(sent, tape, 'status', 'Delivered')
    const left = clearSaved(since, sent)
    expect(left).toEqual({ tape: { status: { mine: 'Delivered', base: 'Ready' } } })
    expect(conflicts(left, { ...tape, status: 'Ready' })).toEqual([])
  })
})
