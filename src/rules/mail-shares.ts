/** The kinds of mails that share an hour's number: codes to register with, codes for a new password, and all others. */
export type MailShare = 'register' | 'reset' | 'other'

/**
 * How many mails of each kind may be sent in an hour. Anybody can ask for codes, so codes cannot use up what notices and mails about orders
 * need, and codes to register with, which need no account, cannot use up what codes for a new password need.
 */
export function mailShares(mailsPerHour: number): Record<MailShare, number> {
  const register = Math.floor(mailsPerHour * 0.4)
  const reset = Math.floor(mailsPerHour * 0.2)
  return { register, reset, other: mailsPerHour - register - reset }
}
