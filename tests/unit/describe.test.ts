import { describe as group, expect, test } from 'bun:test'
import { ENTRY_KINDS, type FieldValue, type HistoryEntry } from '#src/contract/history.ts'
import { dayName, dayText, shortDayText, whenText } from '#src/rules/day-text.ts'
import {
  describe,
  describeInStory,
  type Reader,
  resultText,
  type Sentence,
  sentenceText,
} from '#src/rules/describe.ts'
import { describeBatch, describeInBatch } from '#src/rules/describe-batch.ts'

const now = new Date(2026, 11, 1, 14, 20)
const lead: Reader = { id: 'lead', access: 'bosslevel', now }
const drama: Reader = { id: 'asha', access: 'user', now }
const byLead = { id: 'lead', name: 'Painting Lead', access: 'bosslevel' } as const
const byMedia = { id: 'media', name: 'Media Lead', access: 'bosslevel' } as const
const byDrama = { id: 'asha', name: 'Asha', access: 'user', club: 'drama' } as const
const byRavi = { ...byDrama, id: 'ravi', name: 'Ravi' } as const
/** What a club learns about an administrator. */
const somebody = { access: 'bosslevel' } as const

type Fields = Record<string, readonly [before: FieldValue, after: FieldValue]>
const changesOf = (fields: Fields) =>
  Object.entries(fields).map(([field, [before, after]]) => ({ field, before, after }))

function entry(kind: HistoryEntry['kind'], fields: Fields, rest: Partial<HistoryEntry> = {}) {
  return {
    _id: '0193',
    at: now.toISOString(),
    kind,
    batch: '0193',
    by: byLead,
    changes: changesOf(fields),
    ...rest,
  } satisfies HistoryEntry
}
const DRAMA = { user_id: 'drama', clubName: 'Drama Club' }
const ASHA = { id: 'asha', name: 'Asha', email: 'asha@campus.example' }
const MUSIC = { user_id: 'music', clubName: 'Music Club' }
const BRUSH = { _id: 'brush', itemName: 'Brush Round 4' }
const ofLine = (kind: HistoryEntry['kind'], fields: Fields, rest: Partial<HistoryEntry> = {}) =>
  entry(kind, fields, {
    club: DRAMA,
    item: BRUSH,
    line: { _id: 'l1', itemName: 'Brush Round 4', ordered_quantity: 8 },
    ...rest,
  })
const ofItem = (kind: HistoryEntry['kind'], fields: Fields, rest: Partial<HistoryEntry> = {}) =>
  entry(kind, fields, { item: BRUSH, ...rest })
const ofDrama = (kind: HistoryEntry['kind'], fields: Fields, rest: Partial<HistoryEntry> = {}) =>
  entry(kind, fields, { club: DRAMA, person: ASHA, ...rest })

/** The sentence, then what stands beside it. */
function read(sentence: Sentence): string {
  const { result, status, remark, note } = sentence
  const quotes = [remark, note].map((text) => text && `“${text}”`)
  const beside = [result && resultText(result), status, ...quotes].filter(Boolean)
  return [sentenceText(sentence), ...beside].join(' | ')
}
const give = (before: number, after: number, rest: Partial<HistoryEntry> = {}) =>
  ofLine('line_decided', { allotted_quantity: [before, after] }, { units: after - before, ...rest })

const asked = (before: number, after: number, by: HistoryEntry['by'] = byDrama) =>
  ofLine(before ? 'line_raised' : 'line_ordered', { ordered_quantity: [before, after] }, { by })
const edited = (fields: Fields, rest: Partial<HistoryEntry> = {}) =>
  ofItem('item_edited', fields, rest)
const noted = (fields: Fields) => ofItem('item_noted', fields)
const decided = (fields: Fields, units = 0) => ofLine('line_decided', fields, { units })
const turned = (isOff: boolean, by: HistoryEntry['by'] = byLead) =>
  entry('ordering_turned', { isConfirmDisabled: [!isOff, isOff] }, { by })
const changed = (fields: Fields, by: HistoryEntry['by'] = byLead) =>
  ofDrama('account_changed', fields, { by })
const tool = { access: 'tool' } as const
const deletion = { units: -5, reason: 'Ordered twice' }
const all = {
  allotted_quantity: [2, 5],
  status: ['', 'Ready'],
  remarks: ['', 'Counter 2'],
} as const
const times = {
  opensAt: ['', new Date(2026, 10, 27, 18).toISOString()],
  closesAt: ['', new Date(2026, 10, 30, 18).toISOString()],
  message: ['', 'Chart paper comes next week.'],
} as const
const noTimes = { opensAt: ['', ''], closesAt: ['2026-11-30T12:30:00.000Z', ''] } as const

const SENTENCES: [string, HistoryEntry][] = [
  ['Drama Club (Asha) ordered 6 Brush Round 4 | 6 asked', asked(0, 6)],
  ['Media Lead ordered 4 Brush Round 4 for Drama Club | 4 asked', asked(0, 4, byMedia)],
  ['Drama Club (Asha) asked for 2 more Brush Round 4 | 8 asked', asked(6, 8)],
  ['Media Lead asked for 2 more Brush Round 4 for Drama Club | 8 asked', asked(6, 8, byMedia)],
  [
    'Drama Club (Asha) asked for 6 Brush Round 4 instead of 60 | 2 put back',
    ofLine('line_corrected', { ordered_quantity: [60, 6] }, { by: byDrama, units: -2 }),
  ],
  [
    'Media Lead asked for 9 Brush Round 4 for Drama Club instead of 8',
    ofLine('line_corrected', { ordered_quantity: [8, 9] }, { by: byMedia, units: 0 }),
  ],
  [
    'Drama Club (Asha) changed the link of Brush Round 4',
    ofLine('line_corrected', { link: ['', 'https://shop.example'] }, { by: byDrama }),
  ],
  ['You gave Drama Club 2 Brush Round 4 | 2 of 8', give(0, 2)],
  ['Media Lead gave Drama Club 3 more Brush Round 4 | 5 of 8', give(2, 5, { by: byMedia })],
  ['You took 1 Brush Round 4 back from Drama Club | 4 of 8', give(5, 4)],
  ['You gave Drama Club 3 more Brush Round 4 | 5 of 8 | Ready | “Counter 2”', decided(all, 3)],
  [
    'You changed the status of Brush Round 4 for Drama Club | Rejected',
    decided({ status: ['Pending', 'Rejected'] }),
  ],
  [
    'You wrote a remark on Brush Round 4 for Drama Club | “Counter 2”',
    decided({ remarks: ['', 'Counter 2'] }),
  ],
  [
    'You removed the remark on Brush Round 4 for Drama Club',
    decided({ remarks: ['Counter 2', ''] }),
  ],
  [
    'Drama Club (Asha) withdrew 8 Brush Round 4 from the order of Drama Club | 5 put back',
    ofLine('line_deleted', { allotted_quantity: [5, 0] }, { units: -5, by: byDrama }),
  ],
  [
    'You deleted 8 Brush Round 4 from the order of Drama Club | 5 put back | “Ordered twice”',
    ofLine('line_deleted', { allotted_quantity: [5, 0] }, deletion),
  ],
  [
    'You brought 8 Brush Round 4 back into the order of Drama Club | 5 of 8',
    ofLine('line_restored', { allotted_quantity: [0, 5] }, { units: 5, undoes: '0193' }),
  ],
  [
    'You handed 3 Brush Round 4 of Drama Club to Asha | 5 handed over | Delivered',
    ofLine(
      'handed_over',
      { delivered_quantity: [2, 5], status: ['Ready', 'Delivered'] },
      { to: 'Asha' },
    ),
  ],
  [
    'You undid handing 3 Brush Round 4 of Drama Club to Asha | 2 handed over',
    ofLine('handed_over', { delivered_quantity: [5, 2] }, { to: 'Asha' }),
  ],
  [
    'You set the pick-up words. | “Store room.”',
    entry('pickup_set', { pickup: ['', 'Store room.'] }),
  ],
  ['You took the pick-up words away.', entry('pickup_set', { pickup: ['Store room.', ''] })],
  [
    'You made a new address for the screen in the store room.',
    entry('pickup_set', { pickupScreen: [true, true] }),
  ],
  [
    'You ended the address of the screen in the store room.',
    entry('pickup_set', { pickupScreen: [true, false] }),
  ],
  [
    'You added Brush Round 4 | 1,00,000 on the shelf',
    ofItem('item_added', { itemQuantity: [0, 1_00_000] }),
  ],
  [
    'You changed how many Brush Round 4 are on the shelf | 2 to 20',
    edited({ itemQuantity: [2, 20] }, { units: 18 }),
  ],
  ['You renamed Brush 4 to Brush Round 4', edited({ itemName: ['Brush 4', 'Brush Round 4'] })],
  ['You moved Brush Round 4 to Shelf A3', edited({ place: ['', 'Shelf A3'] })],
  ['You removed the place of Brush Round 4', edited({ place: ['Shelf A3', ''] })],
  ['You changed the unit of Brush Round 4 to tubes', edited({ unit: ['', 'tubes'] })],
  ['You removed the unit of Brush Round 4', edited({ unit: ['tubes', ''] })],
  [
    'You disabled Brush Round 4: clubs cannot order it',
    edited({ itemStatus: ['enabled', 'disabled'] }),
  ],
  [
    'You enabled Brush Round 4: clubs can order it',
    edited({ itemStatus: ['disabled', 'enabled'] }),
  ],
  [
    'You changed the status of Brush Round 4 | Available | “On Thursday”',
    noted({ itemOrderedStatus: ['', 'Available'], itemRemark: ['', 'On Thursday'] }),
  ],
  [
    'You wrote a remark on Brush Round 4 | “On Thursday”',
    noted({ itemRemark: ['', 'On Thursday'] }),
  ],
  ['You removed the remark on Brush Round 4', noted({ itemRemark: ['On Thursday', ''] })],
  ['You switched ordering on.', turned(false)],
  ['You switched ordering off.', turned(true)],
  ['Ordering opened by itself, at the time that was set.', turned(false, null)],
  ['Ordering closed by itself, at the time that was set.', turned(true, null)],
  [
    'You set the ordering times: opens Friday, 27 November, 18:00, closes Monday, 30 November, 18:00. | “Chart paper comes next week.”',
    entry('window_set', times),
  ],
  ['You took the ordering times away.', entry('window_set', noTimes)],
  ['You started to hold decisions back.', entry('hold_set', { decisionsHeld: [false, true] })],
  ['You stopped holding decisions back.', entry('hold_set', { decisionsHeld: [true, false] })],
  ['You announced 1 decision to 1 club.', ofLine('announced', { allotted_quantity: [0, 2] })],
  [
    'You gave Drama Club 2 Brush Round 4 | 2 of 8 | “Last ones” | “Equally: 4 for 9.”',
    ofLine(
      'line_decided',
      { allotted_quantity: [0, 2], remarks: ['', 'Last ones'] },
      { units: 2, note: 'Equally: 4 for 9.' },
    ),
  ],
  [
    'You ended OASIS 2026 and began APOGEE 2027.',
    entry('edition_ended', {
      edition: ['OASIS 2026', 'APOGEE 2027'],
      leftovers: ['', 'shelf'],
    }),
  ],
  [
    'You took the end of OASIS 2026 back.',
    entry('edition_ended', { edition: ['APOGEE 2027', 'OASIS 2026'] }, { undoes: '0192' }),
  ],
  [
    'You put 3 Brush Round 4 of Drama Club back on the shelf',
    ofLine('edition_ended', {}, { units: -3 }),
  ],
  [
    'You gave Drama Club 3 Brush Round 4 again',
    ofLine('edition_ended', {}, { units: 3, undoes: '0192' }),
  ],
  [
    'You counted all Brush Round 4 of Drama Club as handed over',
    ofLine('edition_ended', { delivered_quantity: [2, 5] }),
  ],
  [
    'You renamed OASIS 2025 to OASIS 2026.',
    entry('edition_renamed', { edition: ['OASIS 2025', 'OASIS 2026'] }),
  ],
  ['Asha registered.', ofDrama('account_made', {}, { by: byDrama })],
  ['Asha was registered, on the server.', ofDrama('account_made', {}, { by: tool })],
  ['You made Asha an administrator.', changed({ access: ['user', 'bosslevel'] })],
  ['You made Asha a club account.', changed({ access: ['bosslevel', 'user'] })],
  [
    'Asha was made an administrator, on the server.',
    changed({ access: ['user', 'bosslevel'] }, tool),
  ],
  ['You closed the account of Asha.', changed({ disabled: [false, true] })],
  ['You opened the account of Asha again.', changed({ disabled: [true, false] })],
  ['You moved Asha to Drama Club.', changed({ clubName: ['Music Club', 'Drama Club'] })],
  ['You approved Drama Club.', ofDrama('club_changed', { clubState: ['waiting', 'active'] })],
  [
    'You renamed Dram Club to Drama Club.',
    ofDrama('club_changed', { clubName: ['Dram Club', 'Drama Club'] }),
  ],
  [
    'You approved Drama Club and renamed it from Dram Club.',
    ofDrama('club_changed', {
      clubName: ['Dram Club', 'Drama Club'],
      clubState: ['waiting', 'active'],
    }),
  ],
  [
    'Drama Club (Asha) invited new@campus.example to Drama Club.',
    ofDrama('invitation_changed', { invitation: ['', 'new@campus.example'] }, { by: byDrama }),
  ],
  [
    'You ended the invitation of new@campus.example to the administrators.',
    entry('invitation_changed', { invitation: ['new@campus.example', ''] }),
  ],
  [
    'You let new clubs wait for approval.',
    entry('registration_set', { registration: ['open', 'approval'] }),
  ],
  ['You changed the phone number of Asha.', changed({ mobile: ['', ''] })],
  ['Asha set a new password for their account.', changed({ password: ['', ''] }, null)],
]

group('an entry in words', () => {
  for (const [expected, given] of SENTENCES)
    test(expected, () => expect(read(describe(given, lead))).toBe(expected))

  test('every kind has a sentence', () => {
    expect(new Set(SENTENCES.map(([, { kind }]) => kind))).toEqual(new Set(ENTRY_KINDS))
  })
  test('the names of clubs and items lead somewhere', () => {
    expect(describe(give(0, 2), lead).parts).toEqual([
      'gave ',
      { club: 'Drama Club', id: 'drama' },
      ' ',
      { number: 2 },
      ' ',
      { item: 'Brush Round 4', id: 'brush' },
    ])
  })
  test('a custom item has a name and no stock item', () => {
    const line = { _id: 'l2', itemName: 'Fog machine', ordered_quantity: 1 }
    const { item: _, ...ordered } = { ...asked(0, 1), line }
    expect(read(describe(ordered, lead))).toBe('Drama Club (Asha) ordered 1 Fog machine | 1 asked')
    expect(describe(ordered, lead).parts).toContainEqual({ item: 'Fog machine', id: null })
  })
})

/** The id of a batch holds its time. */
const madeAt = (...time: [number, number, number, number, number]) => {
  const digits = new Date(...time).getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}
const told = (club: typeof DRAMA) => ofLine('announced', { remarks: ['', 'soon'] }, { club })
const ended = entry('invitation_changed', { invitation: ['new@campus.example', ''] })
const invited = entry('invitation_changed', { invitation: ['', 'new@campus.example'] })
const closed = changed({ disabled: [false, true] })
const renamed = ofDrama('club_changed', { clubName: ['Dram Club', 'Drama Club'] })
const set = (status: string, club = DRAMA) =>
  ofLine('line_decided', { status: ['Pending', status] }, { units: 0, club })
const remarked = ofLine('line_decided', { remarks: ['', 'Soon'] }, { units: 0 })
const handed = (was: number, is: number, undoes?: string) =>
  ofLine(
    'handed_over',
    { delivered_quantity: [was, is] },
    { to: 'Asha', ...(undoes && { undoes }) },
  )
const order = asked(0, 8, byLead)
const deleted = (units: number) => ofLine('line_deleted', {}, { units, reason: 'Ordered twice' })
const restored = (units: number) => ofLine('line_restored', {}, { units, undoes: '0193' })
const back = give(5, 2, { undoes: madeAt(2026, 11, 1, 13, 41) })

const CALLS: [string, Parameters<typeof describeBatch>[0]][] = [
  ['You announced 3 decisions to 2 clubs.', [told(DRAMA), told(DRAMA), told(MUSIC)]],
  [
    'You stopped holding decisions back and announced 3 to 2 clubs.',
    [told(DRAMA), told(DRAMA), told(MUSIC), entry('hold_set', { decisionsHeld: [true, false] })],
  ],
  ['You 2 decisions for 2 clubs | 6 given', [give(0, 2), give(0, 4, { club: MUSIC })]],
  ['You 2 decisions for Drama Club | 2 given, 1 put back', [give(0, 2), give(5, 4)]],
  ['You 2 lines ready for Drama Club', [set('Ready'), set('Ready')]],
  ['You 2 lines delivered for 2 clubs', [set('Delivered'), set('Delivered', MUSIC)]],
  ['You 2 decisions for Drama Club', [set('Ready'), set('Rejected')]],
  ['You 2 remarks for Drama Club', [remarked, remarked]],
  ['You 2 decisions for Drama Club', [remarked, set('Ready')]],
  ['Asha registered.', [{ ...ended, by: byDrama }, ofDrama('account_made', {}, { by: byDrama })]],
  ['You closed the account of Asha.', [closed, ended]],
  ['You renamed Dram Club to Drama Club.', [renamed, closed, closed]],
  ['You changed 2 accounts', [closed, closed, ended]],
  ['You invited new@campus.example to the administrators.', [ended, invited]],
  ['You handed 7 things of Drama Club to Asha', [handed(0, 3), handed(1, 5)]],
  [
    'You undid 2 hand-overs for Drama Club, made at 13:41',
    [handed(3, 0, back.undoes), handed(5, 1, back.undoes)],
  ],
  ['You ordered 8 Brush Round 4 for Drama Club | 8 asked, 2 given', [order, give(0, 2)]],
  ['You ordered 2 items for Drama Club | 16 asked, 2 given', [order, order, give(0, 2)]],
  ['Drama Club (Asha) ordered 3 items | 16 asked', [asked(6, 8), asked(0, 6), asked(0, 8)]],
  [
    'You deleted the order of Drama Club: 2 items, 16 pieces | 5 put back | “Ordered twice”',
    [deleted(-5), deleted(0)],
  ],
  [
    'You brought back the order of Drama Club: 2 items, 16 pieces | 5 given',
    [restored(5), restored(0)],
  ],
  ['You undid 3 decisions for Drama Club, made at 13:41 | 9 put back', [back, back, back]],
  [
    'You undid 1 decision for Drama Club, made yesterday at 09:05 | 3 given',
    [give(0, 3, { undoes: madeAt(2026, 10, 30, 9, 5) })],
  ],
  [
    'You undid 1 change of Brush Round 4, made on Fri 20 Nov at 09:05 | 20 to 2',
    [edited({ itemQuantity: [20, 2] }, { undoes: madeAt(2026, 10, 20, 9, 5) })],
  ],
]
group('a call in one row', () => {
  for (const [expected, entries] of CALLS)
    test(expected, () => expect(read(describeBatch(entries, lead))).toBe(expected))
})

const OPENED: [string, HistoryEntry][] = [
  ['Drama Club: 2 Brush Round 4 | 2 of 8', give(0, 2)],
  ['Drama Club: Brush Round 4 | Ready', ofLine('line_decided', { status: ['', 'Ready'] })],
  ['Drama Club: 4 Brush Round 4 | 5 handed over', handed(1, 5)],
  ['6 Brush Round 4', ofLine('line_ordered', { ordered_quantity: [0, 6] })],
]
group('an entry of a call that is opened names club, units and item', () => {
  for (const [expected, given] of OPENED)
    test(expected, () => expect(read(describeInBatch(given, lead))).toBe(expected))
})

group('the story of a line', () => {
  const STORY: [HistoryEntry, club: string, administrator: string][] = [
    [asked(0, 6), 'You ordered 6.', 'Asha ordered 6.'],
    [asked(6, 8), 'You asked for 2 more: 8 in all.', 'Asha asked for 2 more: 8 in all.'],
    [asked(6, 8, byRavi), 'Ravi asked for 2 more: 8 in all.', 'Ravi asked for 2 more: 8 in all.'],
    [asked(0, 4, byLead), 'The department added 4 for you.', 'You ordered 4.'],
    [give(0, 2), 'The department gave you 2. | 2 of 8', 'You gave 2. | 2 of 8'],
    [give(2, 5), 'The department gave you 3 more. | 5 of 8', 'You gave 3 more. | 5 of 8'],
    [give(5, 4), 'The department took 1 back. | 4 of 8', 'You took 1 back. | 4 of 8'],
    [
      ofLine(
        'handed_over',
        { delivered_quantity: [0, 3], status: ['Ready', 'Delivered'] },
        { to: 'Asha' },
      ),
      'The department handed 3 to Asha. | 3 handed over | Delivered',
      'You handed 3 to Asha. | 3 handed over | Delivered',
    ],
    [
      ofLine('line_deleted', {}, { by: byDrama }),
      'You withdrew this line.',
      'Asha withdrew this line.',
    ],
    [
      deleted(0),
      'The department deleted this line. | “Ordered twice”',
      'You deleted this line. | “Ordered twice”',
    ],
    [
      ofLine('line_restored', {}),
      'The department brought this line back.',
      'You brought this line back.',
    ],
  ]
  for (const [given, club, administrator] of STORY)
    test(`${club} · ${administrator}`, () => {
      const by = given.by?.access === 'user' ? given.by : somebody
      expect(read(describeInStory({ ...given, by }, drama))).toBe(club)
      expect(read(describeInStory(given, lead))).toBe(administrator)
    })
})

test('days and times have the words of the list', () => {
  expect(dayName(now, now)).toEqual({ name: 'Today', rest: 'Tuesday, 1 December' })
  expect(dayName(new Date(2026, 10, 30, 23, 59), now).name).toBe('Yesterday')
  expect(dayName(new Date(2026, 10, 29), now)).toEqual({ name: 'Sunday', rest: '29 November' })
  expect(dayName(new Date(2026, 10, 24), now)).toEqual({ name: 'Tuesday, 24 November', rest: '' })
  expect(dayText(new Date(2025, 11, 31), now)).toBe('Wednesday, 31 December 2025')
  expect(shortDayText(new Date(2026, 10, 30), now)).toBe('Mon 30 Nov')
  expect(whenText(new Date(2026, 11, 1, 9, 5), now)).toBe('at 09:05')
})

test.each([
  ['Drama Club', 'Brush', 'Media Lead gave Drama Club 5 Brush'],
  ['نادي المسرح', 'فرشاة', 'Media Lead gave \u2068نادي المسرح\u2069 5 \u2068فرشاة\u2069'],
  ['מועדון', 'Tape', 'Media Lead gave \u2068מועדון\u2069 5 Tape'],
  ['Art اردو', 'ދިވެހި', 'Media Lead gave \u2068Art اردو\u2069 5 \u2068ދިވެހި\u2069'],
  ['नाटक मंडली', '演劇', 'Media Lead gave नाटक मंडली 5 演劇'],
])(
  'names that are written from right to left keep their places: %s, %s',
  (clubName, itemName, words) => {
    const named = { club: { ...DRAMA, clubName }, item: { ...BRUSH, itemName }, by: byMedia }
    expect(sentenceText(describe(give(0, 5, named), lead))).toBe(words)
  },
)
