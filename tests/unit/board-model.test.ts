import { describe, expect, test } from 'bun:test'
import type { Board } from '#src/contract/board.ts'
import { pasteBlock, toClipboard } from '#client/portal/board/copy-paste.ts'
import { readCells } from '#src/rules/cells.ts'
import { readGiven } from '#src/rules/quantity.ts'
import {
  applyBulk,
  applyNothing,
  type Bulk,
  leftText,
  planBulk,
  planNothing,
  stayText,
} from '#client/portal/board/model/bulk.ts'
import { setDraft } from '#client/portal/board/model/line-drafts.ts'
import {
  cellsShown,
  countLeft,
  filterBoard,
  readFilters,
  toQuery,
} from '#client/portal/board/model/filters.ts'
import { isUndecided } from '#src/rules/order-counts.ts'
import { indexBoard } from '#client/portal/board/model/index-board.ts'
import { blockOf, moveBy, nextCell } from '#client/portal/board/model/moves.ts'
import { nobodyText, noteWith, ruleText, shareItems } from '#client/portal/board/model/sharing.ts'
import { countChanges, totalsOfClub, totalsOfItem } from '#client/portal/board/model/totals.ts'
import { asideText, nameOfCell } from '#client/portal/board/model/words.ts'
import { toLineChanges } from '#client/portal/drafts/line-changes.ts'
import { boardOf } from '#tests/support/boards.ts'

const board = boardOf({
  'Brush Round 4': [
    5,
    { 'Drama Club': [8, 4], 'Music Club': [12, 3], 'Quiz Club': [3, 0, 'Rejected'] },
  ],
  'Chart Paper': [90, { 'Music Club': [90], 'Robotics Club': [20, 20, 'Ready'] }],
  'Gaffer Tape': [6, { 'Drama Club': [12, 4], 'Robotics Club': [10] }],
})
const index = indexBoard(board)
const lineAt = (id: string, of = index) => {
  const placed = of.placed.get(id)
  if (!placed) throw new Error(`There is no line ${id}.`)
  return placed.line
}
const music = lineAt('Brush Round 4/Music Club')
const tape = lineAt('Gaffer Tape/Drama Club')

/** The same board after somebody else gave a line another number. */
const givenElsewhere = (lineId: string, allotted_quantity: number): Board => ({
  ...board,
  clubs: board.clubs.map((club) => ({
    ...club,
    lines: club.lines.map((line) => (line._id === lineId ? { ...line, allotted_quantity } : line)),
  })),
})

describe('a draft of a line', () => {
  test('is saved by how much it changes, and only with what was typed', () => {
    const drafts = setDraft(setDraft({}, music, 'given', 6), tape, 'status', 'Ready')
    expect(toLineChanges(drafts)).toEqual([
      { _id: music._id, allotted_quantity: 3 },
      { _id: tape._id, status: 'Ready' },
    ])
  })

  test('has a line that was ready packed again while it gives more', () => {
    const packed = lineAt('Chart Paper/Robotics Club')
    const more = setDraft({}, packed, 'given', 21)
    expect(toLineChanges(more)).toEqual([
      { _id: packed._id, allotted_quantity: 1, status: 'Pending' },
    ])
    expect(setDraft(more, packed, 'given', 20)).toEqual({})
    expect(toLineChanges(setDraft({}, packed, 'given', 19))).toEqual([
      { _id: packed._id, allotted_quantity: -1 },
    ])
    const byHand = setDraft(more, packed, 'status', 'Ready')
    expect(toLineChanges(byHand)).toEqual([{ _id: packed._id, allotted_quantity: 1 }])
  })
})

describe('a status or a remark for many lines', () => {
  const quiz = lineAt('Brush Round 4/Quiz Club')
  const chart = lineAt('Chart Paper/Robotics Club')
  const lines = [music, tape, quiz, chart]
  const bulk: Bulk = { status: 'Ready', remarks: '', isGivenOnly: true }

  test('changes what is given, and tells why the other lines stay', () => {
    const delivered = { ...tape, status: 'Delivered' as const }
    const plan = planBulk([music, delivered, quiz, chart], {}, bulk)
    expect(plan.changes).toEqual([{ line: music, given: 3, was: 'Pending', becomes: 'Ready' }])
    expect(stayText(plan.stay)).toBe(
      '3 lines stay as they are: 1 is delivered, 1 has nothing given, 1 has it already.',
    )
  })
  test('counts what is typed as given', () => {
    const typed = setDraft({}, quiz, 'given', 2)
    expect(planBulk(lines, typed, bulk).changes.map(({ line }) => line)).toContain(quiz)
  })
  test('sets only what was chosen, and is nothing new where it stands already', () => {
    const remark: Bulk = { status: null, remarks: 'Counter 2', isGivenOnly: false }
    const plan = planBulk(lines, {}, remark)
    const drafts = applyBulk({}, plan, remark)
    expect(drafts[quiz._id]).toEqual({ remarks: { mine: 'Counter 2', base: '' } })
    expect(planBulk(lines, drafts, remark)).toMatchObject({ changes: [], stay: { same: 4 } })
    expect(stayText(plan.stay)).toBe('')
  })
})

describe('nothing', () => {
  const gone = { ...tape, status: 'Delivered' as const, delivered_quantity: 4 }
  const partly = { ...music, delivered_quantity: 2 }
  test('rejects down to what was handed over, and leaves what was handed over whole', () => {
    const plan = planNothing([partly, gone, { ...tape, delivered_quantity: 12 }])
    expect(plan).toEqual({ lines: [partly], left: 2 })
    expect(leftText(plan.left)).toBe('2 lines are handed over and stay.')
    expect(toLineChanges(applyNothing({}, plan.lines, 'None left.'))).toEqual([
      { _id: music._id, allotted_quantity: -1, status: 'Rejected', remarks: 'None left.' },
    ])
  })
  test('without a remark, the remark stays', () => {
    const typed = applyNothing({}, [music], 'None left.')
    expect(applyNothing(typed, [music], '')[music._id]).not.toHaveProperty('remarks')
  })
})

describe('what sharing says', () => {
  const share = (method: 'asked' | 'equal') =>
    shareItems(method, index.items, { index, drafts: {}, keptBack: 0 })
  test('the rule in words, and who gets nothing', () => {
    expect(ruleText('equal', share('equal'))).toBe('Equally: 132 for 152 asked by 3 clubs.')
    expect(share('equal').nothing).toEqual([])
    const { nothing } = share('asked')
    const one = nothing.slice(0, 1)
    expect(nobodyText(one, index)).toBe('1 line gets nothing: Robotics Club.')
    const many = [one, one, one].flat()
    expect(nobodyText(many, index)).toBe('3 lines of 1 club get nothing.')
  })
  test('a rule joins that of another item, as far as it fits, and replaces its own', () => {
    const first = noteWith(null, 'Brush', 'Equally: 4 for 9.')
    expect(first.text).toBe('Equally: 4 for 9.')
    expect(noteWith(first, 'Brush', 'Oldest first.').text).toBe('Oldest first.')
    const both = noteWith(first, 'Tape', 'Oldest first.')
    expect(both.text).toBe('Equally: 4 for 9. Tape: Oldest first.')
    expect(noteWith(both, 'Tape', 'Equally.').text).toBe('Equally: 4 for 9. Tape: Equally.')
    expect(noteWith(first, 'Tape', 'x'.repeat(200)).text).toBe('Equally: 4 for 9.')
  })
})

describe('totals', () => {
  const drafts = setDraft(setDraft({}, music, 'given', 9), tape, 'given', 9)
  test('drafts count in what is given and in what is left, not in what is short', () => {
    const [item] = index.items
    const lines = index.rows.get('Brush Round 4')!.values()
    expect(totalsOfItem(item!, lines, drafts)).toEqual({
      asked: 23,
      given: 13,
      left: -1,
      short: 8,
      aside: 3,
      online: 0,
    })
  })
  test('what is rejected or ordered online is set aside, but for the units that it has', () => {
    const [item] = index.items
    const lines = [...index.rows.get('Brush Round 4')!.values()]
    const rejected = setDraft({}, music, 'status', 'Rejected')
    expect(totalsOfItem(item!, lines, rejected)).toMatchObject({ asked: 23, aside: 3 + 12 - 3 })
    expect(asideText(totalsOfItem(item!, lines, rejected))).toBe('12 rejected')
    const bought = setDraft({}, music, 'status', 'Ordered from online retailer')
    expect(asideText(totalsOfItem(item!, lines, bought))).toBe('3 rejected, 9 online')
    const given = setDraft(rejected, music, 'given', 13)
    expect(totalsOfItem(item!, lines, given)).toMatchObject({ asked: 23, aside: 3 })
  })
  test('a club counts what is shown', () => {
    const { lines } = board.clubs.find(({ clubName }) => clubName === 'Music Club')!
    expect(totalsOfClub(lines, () => true, drafts)).toEqual({ asked: 102, given: 9 })
    expect(totalsOfClub(lines, (id) => id === 'Chart Paper', drafts)).toEqual({
      asked: 90,
      given: 0,
    })
  })
  test('the bar counts lines, items, clubs, and what is over its shelf or hidden', () => {
    const nothing = { rowAt: new Map(), columnAt: new Map() }
    expect(countChanges(index, drafts, nothing)).toEqual({
      lines: 2,
      items: 2,
      clubs: 2,
      overItems: 1,
      overUnits: 1,
      hidden: 2,
      waiting: 0,
    })
  })
})

describe('filters', () => {
  const shown = (query: string) => {
    const { items, clubs } = filterBoard(index, readFilters(new URLSearchParams(query)))
    return [items.map(({ itemName }) => itemName), clubs.map(({ clubName }) => clubName)]
  }
  test.each<[string, string[], string[]]>([
    [
      '',
      ['Brush Round 4', 'Chart Paper', 'Gaffer Tape'],
      ['Drama Club', 'Music Club', 'Quiz Club', 'Robotics Club'],
    ],
    [
      'short=1',
      ['Brush Round 4', 'Gaffer Tape'],
      ['Drama Club', 'Music Club', 'Quiz Club', 'Robotics Club'],
    ],
    ['undecided=1', ['Chart Paper', 'Gaffer Tape'], ['Music Club', 'Robotics Club']],
    ['q=tape', ['Gaffer Tape'], ['Drama Club', 'Robotics Club']],
    ['q=DRAMA', ['Brush Round 4', 'Gaffer Tape'], ['Drama Club']],
    ['q=robot&undecided=1', ['Gaffer Tape'], ['Robotics Club']],
    ['q=velvet', [], []],
  ])('%p shows items %j and clubs %j', (query, items, clubs) => {
    expect(shown(query)).toEqual([items, clubs])
  })
  test.each(['', 'q=tape', 'short=1', 'q=a+b&short=1&undecided=1'])(
    'the address %p says the same when it is written again',
    (query) => {
      expect(toQuery(readFilters(new URLSearchParams(query)))).toBe(query)
    },
  )
  test('each filter counts what it leaves beside the others; a draft is a decision', () => {
    const left = (query: string, drafts = {}) =>
      countLeft(index, readFilters(new URLSearchParams(query)), drafts)
    expect(left('')).toEqual({ isShortOnly: 2, isUndecidedOnly: 2 })
    expect(left('undecided=1')).toEqual({ isShortOnly: 1, isUndecidedOnly: 2 })
    expect(left('short=1')).toEqual({ isShortOnly: 2, isUndecidedOnly: 1 })
    expect(left('q=DRAMA')).toEqual({ isShortOnly: 2, isUndecidedOnly: 0 })
    const drafts = setDraft({}, lineAt('Chart Paper/Music Club'), 'given', 5)
    expect(left('', drafts).isUndecidedOnly).toBe(1)
  })
  test('cells that a filter hides take no part in sharing what is shown', () => {
    const columnAt = new Map(index.clubs.map(({ user_id }, at) => [user_id, at]))
    const shareShown = (isUndecidedOnly: boolean, at = columnAt) =>
      shareItems('equal', index.items, {
        index,
        drafts: {},
        keptBack: 0,
        isIncluded: cellsShown({ columnAt: at }, isUndecidedOnly),
      })
    const changed = ({ drafts }: { drafts: object }) => Object.keys(drafts).toSorted()
    const [one = ''] = columnAt.keys()
    const ofOne = changed(shareShown(false, new Map([[one, 0]])))
    expect(ofOne.length).toBeGreaterThan(0)
    expect(ofOne.every((id) => index.placed.get(id)?.club.user_id === one)).toBe(true)
    const undecided = shareShown(true)
    expect(undecided.losses).toEqual([])
    expect(changed(undecided).every((id) => isUndecided(lineAt(id)))).toBe(true)
    expect(changed(undecided).length).toBeGreaterThan(0)
  })
})

describe('keys', () => {
  const size = { rows: 50, columns: 10, page: 14 }
  test.each<
    [string, { shiftKey?: boolean; ctrlKey?: boolean }, [number, number], [number, number] | null]
  >([
    ['ArrowUp', {}, [20, 4], [19, 4]],
    ['ArrowUp', {}, [0, 4], [0, 4]],
    ['ArrowDown', {}, [20, 4], [21, 4]],
    ['ArrowDown', { ctrlKey: true }, [20, 4], [49, 4]],
    ['ArrowLeft', {}, [20, 4], [20, 3]],
    ['ArrowRight', {}, [20, 9], [20, 9]],
    ['Home', {}, [20, 4], [20, 0]],
    ['End', {}, [20, 4], [20, 9]],
    ['Home', { ctrlKey: true }, [20, 4], [0, 0]],
    ['End', { ctrlKey: true }, [20, 4], [49, 9]],
    ['PageDown', {}, [20, 4], [34, 4]],
    ['PageUp', {}, [20, 4], [6, 4]],
    ['Enter', {}, [20, 4], [21, 4]],
    ['Enter', { shiftKey: true }, [20, 4], [19, 4]],
    ['Tab', {}, [20, 4], [20, 5]],
    ['Tab', {}, [20, 9], [21, 0]],
    ['Tab', { shiftKey: true }, [20, 0], [19, 9]],
    ['Tab', {}, [49, 9], null],
    ['Tab', { shiftKey: true }, [0, 0], null],
    ['x', {}, [20, 4], null],
  ])('%s with %j leads from %j to %j', (key, held, [row, column], to) => {
    const cell = moveBy({ key, shiftKey: false, ctrlKey: false, ...held }, { row, column }, size)
    expect(cell).toEqual(to && { row: to[0], column: to[1] })
  })
  test('the next wanted cell is found round the end, and the cell itself comes last', () => {
    const wanted = [
      { row: 0, column: 1 },
      { row: 1, column: 2 },
    ]
    const find = (row: number, column: number) =>
      nextCell({ row, column }, { rows: 2, columns: 3 }, (cell) =>
        wanted.some((one) => one.row === cell.row && one.column === cell.column),
      )
    expect(find(0, 1)).toEqual({ row: 1, column: 2 })
    expect(find(1, 2)).toEqual({ row: 0, column: 1 })
    expect(nextCell({ row: 0, column: 0 }, { rows: 2, columns: 3 }, () => false)).toBeNull()
  })
})

describe('the clipboard', () => {
  const columns = board.clubs.map(({ user_id: id }) => ({ id, name: id, label: id, address: null }))
  const [rowAt, columnAt] = [new Map<string, number>(), new Map<string, number>()]
  const view = { items: index.items, shortCount: 0, columns, rowAt, columnAt }
  const state = { index, view, drafts: {} }
  const cell = (row: number, column: number) => blockOf({ row, column }, { row, column })
  test('a block is copied with tabs, and read back', () => {
    const text = toClipboard([
      [4, null, 3],
      [0, 12, null],
    ])
    expect(text).toBe('4\t\t3\n0\t12\t')
    expect(readCells(`${text}\r\n`)).toEqual([
      ['4', '', '3'],
      ['0', '12', ''],
    ])
  })
  test('what is given is a number of at most nine digits, and not below 0', () => {
    const given = ['1,200', '0', '-1', '2.5', '999999999', '1000000000'].map(readGiven)
    expect(given).toEqual([1_200, 0, null, null, 999_999_999, null])
  })
  test.each<[string, string, string[][]]>([
    ['quotes', '"a ""b"" c"\t2', [['a "b" c', '2']]],
    [
      'tabs and line breaks inside a cell',
      '"two\r\nlines"\t"a\tb"\r\n3\t4\r\n',
      [
        ['two\r\nlines', 'a\tb'],
        ['3', '4'],
      ],
    ],
    ['a quoted number', '"12"\t""', [['12', '']]],
    [
      'a quote that begins a text and does not end it',
      '"6 inch\t2\n5\t1',
      [
        ['"6 inch', '2'],
        ['5', '1'],
      ],
    ],
    ['empty lines between rows', '1\n\n2', [['1'], [''], ['2']]],
    [
      'line ends of an old Mac',
      '1\t2\r3\t4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
  ])('%s are read as a spreadsheet wrote them', (_, text, cells) => {
    expect(readCells(text)).toEqual(cells)
  })
  test('numbers become drafts, and what is none is told and changes nothing else', () => {
    const { drafts, ...told } = pasteBlock(state, '5\t7\nsix\t8', cell(0, 0))
    expect(Object.entries(drafts).map(([id, { given }]) => [id, given?.mine])).toEqual([
      ['Brush Round 4/Drama Club', 5],
      ['Brush Round 4/Music Club', 7],
      ['Chart Paper/Music Club', 8],
    ])
    const notTaken = new Map([['Chart Paper Drama Club', 'six']])
    expect(told).toEqual({ notTaken, taken: 3, outside: 0 })
  })
  test('one number fills the block, without the cells where nothing was asked', () => {
    const block = blockOf({ row: 0, column: 0 }, { row: 2, column: 0 })
    const { drafts, notTaken } = pasteBlock(state, '2', block)
    expect(Object.keys(drafts)).toEqual(['Brush Round 4/Drama Club', 'Gaffer Tape/Drama Club'])
    expect(notTaken.size).toBe(0)
  })
  test('what hangs over the edge is counted', () => {
    expect(pasteBlock(state, '1\t1\n1\t1', cell(2, 3)).outside).toBe(3)
  })
})

describe('what others change meanwhile', () => {
  test('rows and lines that did not change stay the same objects', () => {
    const now = indexBoard(structuredClone(givenElsewhere(music._id, 5)), index)
    expect(now.rows.get('Gaffer Tape')).toBe(index.rows.get('Gaffer Tape')!)
    expect(now.rows.get('Brush Round 4')).not.toBe(index.rows.get('Brush Round 4')!)
    expect(lineAt(tape._id, now)).toBe(tape)
  })
  test('a line that is held back loses its mark when it is announced', () => {
    const announced = { allotted_quantity: 0, status: 'Pending', remarks: '' } as const
    const held = structuredClone(board)
    for (const club of held.clubs)
      for (const line of club.lines) if (line._id === music._id) line.announced = announced
    const before = indexBoard(held, index)
    expect(lineAt(music._id, before).announced).toEqual(announced)
    expect(lineAt(music._id, indexBoard(board, before)).announced).toBeUndefined()
  })
})

describe('words', () => {
  const base = {
    club: { name: 'Music Club' },
    item: { itemName: 'Brush Round 4' },
    line: music,
    draft: undefined,
    left: 2,
  }
  const typed = setDraft({}, music, 'given', 6)[music._id]
  test.each([
    [base, 'Music Club, Brush Round 4: 3 of 12 given, 2 on the shelf'],
    [
      { ...base, draft: typed },
      'Music Club, Brush Round 4: 6 of 12, not saved, was 3, 2 on the shelf',
    ],
    [
      { ...base, draft: typed, left: -4 },
      'Music Club, Brush Round 4: 6 of 12, not saved, was 3, 4 more than there are',
    ],
    [
      { ...base, line: { ...music, status: 'Ready' as const }, was: 1 },
      'Music Club, Brush Round 4: 3 of 12 given, 2 on the shelf, Ready for Pickup, changed from 1 just now',
    ],
    [
      { ...base, draft: typed, line: { ...music, allotted_quantity: 5 } },
      'Music Club, Brush Round 4: 6 of 12, not saved, was 5, 2 on the shelf, someone else saved 5',
    ],
    [{ ...base, line: undefined }, 'Music Club, Brush Round 4: nothing asked'],
    [
      { ...base, notTaken: 'six' },
      'Music Club, Brush Round 4: 3 of 12 given, 2 on the shelf, “six” was not taken',
    ],
  ])('%j is read %p', (facts, name) => {
    expect(nameOfCell(facts)).toBe(name)
  })
})
