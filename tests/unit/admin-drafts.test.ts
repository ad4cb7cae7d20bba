import { describe, expect, test } from 'bun:test'
import {
  type DraftFields,
  type Drafts,
  editDraft,
  keepMine,
  mergeDrafts,
  clearSavedDrafts,
  shownValue,
  takeTheirs,
} from '#client/portal/editing/merge-drafts.ts'

type Row = { _id: string; status: string; given: number }
const FIELDS: DraftFields<Row> = {
  status: { read: (row) => row.status },
  add: { read: (row) => String(row.given), isIdle: (mine) => mine === '' || mine === '0' },
}
const idOf = ({ _id }: Row) => _id
const tape: Row = { _id: 'tape', status: 'Pending', given: 3 }
const brush: Row = { _id: 'brush', status: 'Pending', given: 0 }

const edit = (drafts: Drafts, row: Row, field: string, mine: string) =>
  editDraft(drafts, FIELDS, { id: row._id, field, mine, row })
const merge = (drafts: Drafts, rows: Row[]) => mergeDrafts(drafts, FIELDS, rows, idOf)

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

  test('shows in place of the saved value', () => {
    const drafts = edit({}, tape, 'status', 'Ready')
    expect(shownValue(drafts, 'tape', 'status', 'Pending')).toBe('Ready')
    expect(shownValue(drafts, 'brush', 'status', 'Pending')).toBe('Pending')
  })
})

describe('when others change the rows meanwhile', () => {
  const drafts = edit(edit({}, tape, 'status', 'Ready'), tape, 'add', '2')

  test('unchanged rows return the same edits object', () => {
    const merged = merge(drafts, [tape, brush])
    expect(merged.drafts).toBe(drafts)
    expect(merged.conflicts).toEqual([])
  })

  test('a change of another field is no conflict', () => {
    const onlyStatus = edit({}, tape, 'status', 'Ready')
    expect(merge(onlyStatus, [{ ...tape, given: 5 }]).conflicts).toEqual([])
  })

  test('a changed value is a conflict that names both values, and the edit stays', () => {
    const merged = merge(drafts, [{ ...tape, status: 'Rejected' }])
    expect(merged.drafts).toBe(drafts)
    expect(merged.conflicts).toEqual([
      { id: 'tape', field: 'status', was: 'Pending', now: 'Rejected', mine: 'Ready' },
    ])
  })

  test('a change of what is given is a conflict with units to be added, even of the same number', () => {
    const merged = merge(edit({}, tape, 'add', '2'), [{ ...tape, given: 2 }])
    expect(merged.conflicts).toEqual([{ id: 'tape', field: 'add', was: '3', now: '2', mine: '2' }])
  })

  test('the same edit by someone else ends the edit', () => {
    const merged = merge(edit({}, tape, 'status', 'Ready'), [{ ...tape, status: 'Ready' }])
    expect(merged).toEqual({ drafts: {}, conflicts: [], gone: [] })
  })

  test('a deleted row drops its edits and is reported', () => {
    const both = edit(drafts, brush, 'status', 'Ready')
    const merged = merge(both, [brush])
    expect(merged.gone).toEqual(['tape'])
    expect(Object.keys(merged.drafts)).toEqual(['brush'])
  })

  test('a stored edit of a field that is no longer edited is dropped', () => {
    const stored: Drafts = { tape: { colour: { mine: 'red', base: 'blue' } } }
    expect(merge(stored, [tape]).drafts).toEqual({})
  })
})

describe('the choice between two values', () => {
  const theirs: Row = { ...tape, status: 'Rejected' }
  const drafts = edit({}, tape, 'status', 'Ready')
  const [conflict] = merge(drafts, [theirs]).conflicts
  if (!conflict) throw new Error('There is no conflict.')

  test('"Keep mine" keeps the edit, and the conflict is over until the value changes again', () => {
    const kept = keepMine(drafts, conflict)
    expect(shownValue(kept, 'tape', 'status', theirs.status)).toBe('Ready')
    expect(merge(kept, [theirs]).conflicts).toEqual([])
    expect(merge(kept, [{ ...tape, status: 'Delivered' }]).conflicts).toHaveLength(1)
  })

  test('"Take theirs" drops the edit', () => {
    expect(takeTheirs(drafts, conflict)).toEqual({})
  })
})

describe('after a save', () => {
  const sent = edit(edit({}, tape, 'status', 'Ready'), brush, 'status', 'Rejected')

  test('a saved edit is dropped', () => {
    expect(clearSavedDrafts(sent, sent)).toEqual({})
  })

  test('what was typed before the answer stays, based on the saved value', () => {
    const since = edit(sent, tape, 'status', 'Delivered')
    const left = clearSavedDrafts(since, sent)
    expect(left).toEqual({ tape: { status: { mine: 'Delivered', base: 'Ready' } } })
    expect(merge(left, [{ ...tape, status: 'Ready' }]).conflicts).toEqual([])
  })
})
