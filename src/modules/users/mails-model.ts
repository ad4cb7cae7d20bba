import { t } from 'elysia'
import { MAILS_OFF_TOKEN_LENGTH, MAILS_OFF_TOKEN_PATTERN } from '#src/identity/mails-off.ts'
import { BodyOf } from '#src/http/body.ts'
import { Flag, OneOf, reply, Titled } from '#src/http/fields.ts'
import { MAIL_STATES, LISTED_PURPOSES } from '#src/contract/mails.ts'

const OrderMails = Flag(
  'orderMails',
  true,
  'Whether mails tell this account what others changed in its order.',
)

export const Preferences = Titled('Preferences', {
  email: reply.text('club@campus.example', 'Where the mails go.'),
  orderMails: OrderMails,
  digestMinutes: t.Number({
    description:
      'Minutes from the first change of an order to the mail about it. 0: the portal sends no such mails.',
    examples: [10],
  }),
})

export const PreferencesChange = BodyOf('PreferencesChange', { orderMails: OrderMails })

/** The wording of the page that the link opens. */
export const BAD_LINK = 'This link does not work. It may be incomplete.'

export const MailsOffQuery = t.Object({
  t: t.String({
    maxLength: MAILS_OFF_TOKEN_LENGTH,
    pattern: MAILS_OFF_TOKEN_PATTERN,
    error: BAD_LINK,
    description: 'From the last link of a mail about an order. It never expires.',
    examples: ['019373a0-7c4e-7000-8000-3f1d2a6b9c10.c2FtcGxlc2FtcGxlc2FtcGxlc2FtcGxlc2FtcGxlc2E'],
  }),
})

export const MailsOffAccount = Titled('MailsOffAccount', {
  clubName: reply.text('Film Club'),
  email: reply.text('club@campus.example'),
  orderMails: OrderMails,
})

export const QueuedMail = Titled('QueuedMail', {
  _id: reply.id(),
  to: reply.text('club@campus.example'),
  clubName: t.Nullable(reply.text('Film Club'), {
    description: '`null` if no account has the address.',
  }),
  purpose: OneOf(LISTED_PURPOSES),
  state: OneOf(MAIL_STATES, {
    description: '`refused`: the mail server does not take mail for the address.',
  }),
  attempts: reply.integer(2, 'How many tries failed.'),
  queuedAt: reply.time(),
  dueAt: reply.time('When a waiting mail is tried next.'),
  error: t.Nullable(reply.text('The mail server could not be reached.'), {
    description: 'What went wrong last, without any address.',
  }),
})
