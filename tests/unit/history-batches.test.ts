import { describe, expect, test } from 'bun:test'
import { groupByDay, mayUndo, undoneIn } from '#client/portal/history/batches.ts'
import { readAll } from '#client/portal/history/entries.ts'
import { withLabels } from '#client/portal/history/with-labels.ts'
import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'

const AT = '2026-11-22T14:03:11.482Z'
const OFFICE = {
  id: 'office',
  name: 'Office',
  email: 'office@x.example',
  access: 'bosslevel',
} as const

const decision = (line: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  _id: `${more.batch ?? 'saved'} ${line}`,
  at: AT,
  kind: 'line_decided',
  batch: 'saved',
  by: OFFICE,
  line: { _id: line, itemName: 'Brush Round 4', ordered_quantity: 5 },
  ...more,
})
const batchOf = (entries: readonly HistoryEntry[], id: string) =>
  groupByDay(entries, undoneIn(entries), false)[0]?.batches.find((batch) => batch.id === id)

describe('a call that was taken back in part', () => {
  const undoing = (line: string) => decision(line, { batch: 'undoing', undoes: 'saved' })

  test('knows which of its rows stayed, by what took the others back', () => {
    const saved = ['a', 'b', 'c'].map((line) => decision(line))
    const batch = batchOf([undoing('a'), undoing('c'), ...saved], 'saved')
    expect(batch?.undone).toMatchObject({ batch: 'undoing', at: AT })
    expect([...(batch?.left ?? [])]).toEqual(['saved b'])
    expect(batch && mayUndo(batch)).toBe(false)
  })

  test('knows it by its own rows too', () => {
    const undone = { at: AT, by: OFFICE, batch: 'undoing' }
    const batch = batchOf([decision('a', { undone }), decision('b')], 'saved')
    expect(batch?.undone).toEqual(undone)
    expect([...(batch?.left ?? [])]).toEqual(['saved b'])
  })

  test('nothing stayed of one that was taken back as a whole', () => {
    const batch = batchOf([undoing('a'), decision('a')], 'saved')
    expect(batch?.undone).toMatchObject({ batch: 'undoing' })
    expect(batch?.left.size).toBe(0)
  })

  test('one that was not taken back can be', () => {
    const batch = batchOf([decision('a'), decision('b')], 'saved')
    expect([batch?.undone, batch?.left.size]).toEqual([null, 0])
    expect(batch && mayUndo(batch)).toBe(true)
  })

  test('the end of an edition can be, and taking it back cannot', () => {
    const ending = decision('a', { kind: 'edition_ended' })
    const ended = batchOf([ending], 'saved')
    const back = batchOf([{ ...ending, undoes: 'other' }], 'saved')
    expect([ended && mayUndo(ended), back && mayUndo(back)]).toEqual([true, false])
  })
})

test('all entries are read, also those of a change that a page holds in part', async () => {
  const long = ['1', '2', '3', '4'].map((line) => decision(line, { batch: 'long' }))
  const other = decision('5')
  const [first, second, third, last] = long
  const pages: Record<string, HistoryPage> = {
    '': { entries: [first, { ...second, more: 2 }], next: 'long 2' },
    'long 2': { entries: [other], next: null },
    'long, long 2': { entries: [third], next: 'long 3' },
    'long, long 3': { entries: [last], next: null },
  } as Record<string, HistoryPage>
  const read = await readAll(({ batch, before = '' }) =>
    Promise.resolve(pages[batch ? `${batch}, ${before}` : before] ?? { entries: [], next: null }),
  )
  expect(read.map(({ _id }) => _id)).toEqual([...long, other].map(({ _id }) => _id))
})

describe('who has a name like another', () => {
  const film = { user_id: 'film', clubName: 'Film Club', email: 'film@x.example' }
  const other = { user_id: 'other', clubName: 'film\u00a0club', email: 'other@x.example' }
  const namesIn = (entries: readonly HistoryEntry[]) =>
    entries.map(({ by, club }) => [by?.name, club?.clubName])

  test('stands with the verified address, as a club and as an author', () => {
    const { user_id: id, clubName: name, email } = other
    const ordered = decision('b', { club: other, by: { id, name, email, access: 'user' } })
    expect(namesIn(withLabels([decision('a', { club: film }), ordered]))).toEqual([
      ['Office', 'Film Club (film@x.example)'],
      ['film\u00a0club (other@x.example)', 'film\u00a0club (other@x.example)'],
    ])
  })

  test('also when the other has no entry in the list', () => {
    const entries = [decision('a', { club: film })]
    const { user_id: id, clubName: name, email } = other
    expect(namesIn(withLabels(entries, [{ id, name, email }]))).toEqual([
      ['Office', 'Film Club (film@x.example)'],
    ])
    expect(withLabels(entries)).toBe(entries)
  })

  test('is not taken for the club that they founded', () => {
    const by = { id: 'film', name: 'Asha', email: 'asha@x.example', access: 'user' } as const
    const twin = { ...by, id: 'twin', email: 'twin@x.example' }
    const entries = [decision('a', { club: film, by }), decision('b', { club: film, by: twin })]
    expect(namesIn(withLabels(entries))).toEqual([
      ['Asha (asha@x.example)', 'Film Club'],
      ['Asha (twin@x.example)', 'Film Club'],
    ])
  })

  test('is an administrator, when a club is called so', () => {
    const club = { ...film, clubName: 'OFFICE' }
    expect(namesIn(withLabels([decision('a', { club })]))).toEqual([
      ['Office (office@x.example)', 'OFFICE (film@x.example)'],
    ])
  })
})
