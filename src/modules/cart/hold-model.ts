import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { BodyOf } from '#src/http/body.ts'
import { Batched, Flag, Id, reply, ShortText, Titled } from '#src/http/fields.ts'
import { AnnouncedLine, DecisionsHeld, OrderLine } from './model.ts'

export const HoldChange = BodyOf('HoldChange', {
  held: Flag('held', true, 'True to hold decisions back. False announces all that is held.'),
})

export const HoldTurned = Batched('HoldTurned', DecisionsHeld.properties)

export const HeldClub = Titled('HeldClub', {
  user_id: reply.id(),
  clubName: reply.text('Film Club'),
  email: reply.address,
  lines: t.Array(Titled('HeldLine', { ...OrderLine.properties, announced: AnnouncedLine }), {
    description: 'The lines that are ahead, in list order.',
  }),
})

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

export const AnnouncementMade = Batched('AnnouncementMade', {
  message: reply.text('Announced 34 decisions to 9 clubs.'),
  clubs: reply.integer(9, 'How many clubs see something new.'),
  lines: reply.integer(34, 'How many lines changed for them.'),
})
