import type { MailRow, NewMail } from '../tables.ts'

/** A mail that waits from now on. */
export const newMail = (mail: NewMail, now: number): MailRow => ({
  id: Bun.randomUUIDv7(),
  codeId: null,
  personId: null,
  invitationId: null,
  digest: null,
  deliver: true,
  ...mail,
  state: 'waiting',
  leased: false,
  lost: 0,
  attempts: 0,
  error: null,
  queuedAt: now,
  dueAt: now,
})
