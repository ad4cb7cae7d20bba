import { api, call, callEmpty } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { limits } from '#src/contract/limits.ts'
import type { Invitation } from '#src/contract/people.ts'
import type { ADMINISTRATOR } from '#src/contract/statuses.ts'
import { dateText } from '#src/rules/day-text.ts'

/** The last day of an invitation that was made at `at`. */
export function untilText(at: number, now: Date): string {
  const last = new Date(at)
  last.setDate(last.getDate() + limits.invitationDays)
  return dateText(last, now)
}

export const invite = (whom: { email: string; club?: string; access?: typeof ADMINISTRATOR }) =>
  write(call(api.users.invitations.post(whom), { _id: '', email: '' }))

export const removeInvitation = ({ _id: id }: Invitation) =>
  write(callEmpty(api.users.invitations({ id }).delete()))
