import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ENTRY_KINDS } from '#src/contract/history.ts'
import { ROLES } from '#src/contract/statuses.ts'
import { Flag, Id, OneOf, reply, SAMPLE_ID, Titled } from '#src/http/fields.ts'
import { DESCRIBED_AS } from '#src/http/openapi-schema.ts'
import { toRange } from '#src/rules/number-text.ts'
import { shelfText } from '#src/rules/undo.ts'
import { TimeField } from '#src/http/times.ts'

/** How many entries end a page if a request names no number. */
export const USUAL_LIMIT = 50
const LIMIT = toRange('limit', 1, 200)
/** Text, because Elysia's conversion of numbers names no field in its faults and reads "0x10". */
const Limit = t.Optional(
  t.String({
    maxLength: 3,
    pattern: '^(?:[1-9][0-9]?|1[0-9][0-9]|200)$',
    error: LIMIT.text,
    description: `How many entries end the page, ${USUAL_LIMIT} if absent. The batch under way is completed, up to ${limits.listedOfChange} entries of it.`,
    examples: [USUAL_LIMIT],
    [DESCRIBED_AS]: { type: 'integer', minimum: LIMIT.minimum, maximum: LIMIT.maximum },
  }),
)

/** What both lists of changes ask for. */
const PAGE = {
  batch: t.Optional(Id('batch', 'The `batch` of a call. Goes on in a long one.')),
  edition: t.Optional(
    Id('edition', 'The `_id` of an edition: what changed from its beginning to its end.'),
  ),
  before: t.Optional(
    Id('before', 'The `next` of the page before. An unknown id starts at the newest entry.'),
  ),
  limit: Limit,
}

export const HistoryQuery = t.Object({
  club: t.Optional(Id('club', 'The `user_id` of a club.')),
  item: t.Optional(Id('item', 'The `_id` of an item.')),
  line: t.Optional(Id('line', 'The `_id` of a line, also of a deleted one.')),
  kind: t.Optional(OneOf(ENTRY_KINDS, { error: 'This is not a kind of change.' })),
  by: t.Optional(
    t.Union([Id('by'), t.Literal('clock'), t.Literal('tool')], {
      error: 'by must be an id, clock or tool.',
      description: 'The id of an account, `clock`, or `tool` for the command line.',
      examples: [SAMPLE_ID],
    }),
  ),
  ...PAGE,
})

export const ClubHistoryQuery = t.Object({
  line: t.Optional(
    Id('line', 'The `_id` of a line of this club. Turns of ordering are left out then.'),
  ),
  ...PAGE,
})

export const TurnsQuery = t.Object({
  from: t.Optional(TimeField('from', 'Turns from this time on. 30 days before `to` if absent.')),
  to: t.Optional(TimeField('to', 'Turns before this time. Now if absent.')),
})

export const By = t.Nullable(
  t.Object({
    id: t.Optional(reply.id()),
    name: t.Optional(reply.text('Materials office')),
    email: t.Optional(reply.address),
    access: OneOf([...ROLES, 'tool']),
    club: t.Optional(reply.id('The `user_id` of the club as which they acted.')),
  }),
  {
    description:
      'Who did it. `null` for what nobody did: the clock, or a password reset by mail. `access` is `tool` for the command line, which has neither id nor name. A club reads neither of those who did not act as this club, and no address.',
  },
)

const Value = t.Union([t.String(), t.Number(), t.Boolean()])

export const HistoryEntry = Titled(
  'HistoryEntry',
  {
    _id: reply.id(),
    at: reply.time(),
    kind: OneOf(ENTRY_KINDS),
    batch: reply.id('The call: all its entries have the same `batch`.'),
    by: By,
    club: t.Optional(
      t.Object({
        user_id: reply.id(),
        clubName: reply.text('Film Club'),
        email: t.Optional(reply.address),
      }),
    ),
    person: t.Optional(
      t.Object(
        { id: reply.id(), name: reply.text('Asha'), email: reply.address },
        { description: 'The person who was made or changed.' },
      ),
    ),
    line: t.Optional(
      t.Object({
        _id: reply.id(),
        itemName: reply.text('Brush Round 4'),
        ordered_quantity: reply.integer(8, 'Units that the club asks for now.'),
      }),
    ),
    item: t.Optional(t.Object({ _id: reply.id(), itemName: reply.text('Brush Round 4') })),
    units: t.Optional(
      reply.integer(
        3,
        'For a line, the units that it gained; for an item, those that its shelf gained.',
      ),
    ),
    changes: t.Optional(
      t.Array(t.Object({ field: reply.text('allotted_quantity'), before: Value, after: Value }), {
        examples: [[{ field: 'allotted_quantity', before: 0, after: 3 }]],
      }),
    ),
    reason: t.Optional(reply.text('Sold out at every shop', 'Why a line was deleted.')),
    to: t.Optional(reply.text('Asha', 'Who fetched what was handed over.')),
    note: t.Optional(
      reply.text(
        'In proportion: 22 for 44 asked by 12 clubs.',
        'Why it was decided so. In `announced` and `handed_over` the newest note of what was held back.',
      ),
    ),
    message: t.Optional(
      reply.text('Paint was short: every club got half.', 'What an announcement told its clubs.'),
    ),
    undoes: t.Optional(reply.id('The batch that this entry took back.')),
    undone: t.Optional(
      t.Object(
        { at: reply.time(), by: By, batch: reply.id() },
        {
          description:
            'When and by whom this entry was taken back, and in which batch. Absent for a row that an undo left as it was.',
        },
      ),
    ),
    more: t.Optional(
      reply.integer(
        4_800,
        'In the last entry that a page holds of a long change: how many older ones of it match. `batch` reads them, with this entry as `before`.',
      ),
    ),
  },
  'Fields that a kind has no use for are absent.',
)

export const HistoryPage = Titled('HistoryPage', {
  entries: t.Array(HistoryEntry, { description: 'Newest first, in whole batches.' }),
  next: t.Nullable(reply.id(), { description: 'The `before` of the next page, or `null`.' }),
})

export const UndoQuery = t.Object({
  rest: t.Optional(
    t.Literal('true', {
      error: 'rest must be true.',
      description: 'Take back the rows that nothing stands against, and leave the others.',
    }),
  ),
})

export const Undone = Titled('Undone', {
  message: reply.text('Undone.', 'Text for people. It may change.'),
  batch: reply.id('The batch of this undo. It can be undone as well, unless it restored lines.'),
  refused: t.Array(
    t.Object({
      path: reply.text(`entries.${SAMPLE_ID}`),
      msg: reply.text(shelfText(3, 'Brush Round 4', 5)),
    }),
    { description: 'The rows that `rest` left as they were, and why.' },
  ),
})

export const HistoryPerson = Titled('HistoryPerson', {
  id: reply.id(),
  name: reply.text('Materials office'),
  email: reply.address,
  access: OneOf(ROLES),
})

export const OrderingTurn = Titled('OrderingTurn', {
  at: reply.time(),
  isConfirmDisabled: Flag('isConfirmDisabled', false, 'True when ordering was switched off.'),
  by: By,
})
