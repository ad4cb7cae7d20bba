import type { QueuedMail as Queued } from '#src/modules/users/mails-model.ts'

/** The subjects of mails that administrators see in the outbox. A mail with a code is its owner's alone. */
export const LISTED_PURPOSES = [
  'password_changed',
  'role_changed',
  'new_browser',
  'order_changed',
  'new_administrator',
  'invitation',
  'club_approved',
] as const
export type ListedPurpose = (typeof LISTED_PURPOSES)[number]

export const MAIL_STATES = ['waiting', 'sent', 'given_up', 'refused'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** What a browser sees of a queued mail. Times are ISO 8601. */
export type QueuedMail = typeof Queued.static
