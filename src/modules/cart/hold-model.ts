import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { BodyOf } from '#src/http/body.ts'
import {
  BatchReply,
  Id,
  IntegerReply,
  OneOf,
  ShortText,
  TextReply,
  Titled,
} from '#src/http/fields.ts'

export const LineStatus = OneOf(LINE_STATUSES, { error: 'This is not a status of a line.' })

export const DecisionsHeld = Titled('DecisionsHeld', {
  decisionsHeld: t.Boolean({
    description: 'Whether clubs see decisions only once they are announced.',
    examples: [false],
  }),
})

export const HoldChange = BodyOf('HoldChange', {
  held: t.Boolean({
    error: 'held is true or false.',
    description: 'True to hold decisions back. False announces all that is held.',
    examples: [true],
  }),
})

export const HoldTurned = Titled('HoldTurned', { ...DecisionsHeld.properties, batch: BatchReply })

export const Announcement = BodyOf('Announcement', {
  user_ids: t.Optional(
    t.Array(Id('A club'), {
      maxItems: limits.changeRows,
      error: `user_ids is a list of ids, ${limits.changeRows} at most.`,
      description: 'The clubs that see their decisions. All, if absent.',
    }),
  ),
  message: t.Optional(
    ShortText('A message', limits.announcementLength, {
      example: 'Paint was short: every club got half.',
      description: 'For these clubs, on their pages and at the top of the mail.',
    }),
  ),
})

export const AnnouncementMade = Titled('AnnouncementMade', {
  message: TextReply('Announced 34 decisions to 9 clubs.'),
  clubs: IntegerReply(9, 'How many clubs see something new.'),
  lines: IntegerReply(34, 'How many lines changed for them.'),
  batch: BatchReply,
})

/** What the club sees of a line that is ahead. */
export const AnnouncedReply = t.Optional(
  Titled(
    'AnnouncedLine',
    {
      allotted_quantity: IntegerReply(2, 'Units that the club was told last.'),
      status: LineStatus,
      remarks: TextReply('On the top shelf'),
    },
    'What the club sees while something newer is held back. Absent while it sees the line as it is, and in what a club reads.',
  ),
)
