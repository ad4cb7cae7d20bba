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
export type QueuedMail = {
  _id: string
  to: string
  clubName: string | null
  purpose: ListedPurpose
  state: MailState
  attempts: number
  queuedAt: string
  dueAt: string
  error: string | null
}
