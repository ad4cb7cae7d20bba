import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { Body } from '#src/http/body.ts'
import { BatchReply, Id, IntegerReply, OneOf, TextReply } from '#src/http/fields.ts'

export const LineStatus = OneOf(LINE_STATUSES, { error: 'This is not a status of a line.' })

export const DecisionsHeld = t.Object(
  {
    decisionsHeld: t.Boolean({
      description: 'Whether clubs see decisions only once they are announced.',
      examples: [false],
    }),
  },
  { title: 'DecisionsHeld' },
)

export const HoldChange = Body(
  t.Object(
    {
      held: t.Boolean({
        error: 'held is true or false.',
        description: 'True to hold decisions back. False announces all that is held.',
        examples: [true],
      }),
    },
    { title: 'HoldChange' },
  ),
)

export const HoldTurned = t.Object(
  { ...DecisionsHeld.properties, batch: BatchReply },
  { title: 'HoldTurned' },
)

export const Announcement = Body(
  t.Object(
    {
      user_ids: t.Optional(
        t.Array(Id('A club'), {
          maxItems: limits.changeRows,
          error: `user_ids is a list of ids, ${limits.changeRows} at most.`,
          description: 'The clubs that see their decisions. All, if absent.',
        }),
      ),
    },
    { title: 'Announcement' },
  ),
)

export const AnnouncementMade = t.Object(
  {
    message: TextReply('Announced 34 decisions to 9 clubs.'),
    clubs: IntegerReply(9, 'How many clubs see something new.'),
    lines: IntegerReply(34, 'How many lines changed for them.'),
    batch: BatchReply,
  },
  { title: 'AnnouncementMade' },
)

/** What the club sees of a line that is ahead. */
export const AnnouncedReply = t.Optional(
  t.Object(
    {
      allotted_quantity: IntegerReply(2, 'Units that the club was told last.'),
      status: LineStatus,
      remarks: TextReply('On the top shelf'),
    },
    {
      title: 'AnnouncedLine',
      description:
        'What the club sees while something newer is held back. Absent while it sees the line as it is, and in what a club reads.',
    },
  ),
)
