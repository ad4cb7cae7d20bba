import { api, type ApiError, call, readList, unlessAt } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import type { LiveOptions } from '#client/portal/data/create-live-queries.ts'
import { liveQuery, write } from '#client/portal/data/live-query.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import type { Club, Invitation, PeopleList, Person } from '#src/contract/people.ts'
import type { ADMINISTRATOR } from '#src/contract/statuses.ts'
import { dateText, daysBefore } from '#src/rules/day-text.ts'
import { counted } from '#src/rules/number-text.ts'

const PERSON = { _id: '', cordName: '', email: '', mobile: '', disabled: false }

const PEOPLE: LiveOptions<PeopleList> = {
  key: ['people'],
  topics: ['people', 'carts'],
  read: (known) =>
    readList(api.users.people.get(unlessAt(known)), {
      clubs: [{ _id: '', name: '', lines: 0, people: [PERSON] }],
      administrators: [PERSON],
      invitations: [{ _id: '', email: '', at: '' }],
    }),
}

export const peopleList = liveQuery(PEOPLE)

/** The same for a page that shows no lines: orders do not make it read again. */
export const clubStates = liveQuery({
  ...PEOPLE,
  key: ['club states'],
  topics: ['people'],
  hasOwnRevision: true,
})

export const changeClub = (
  { _id: id }: Club,
  change: { name?: string; state?: 'active'; disabled?: boolean },
): Promise<unknown> => write(call(api.users.clubs({ id }).patch(change), { _id: '' }))

export const changePerson = (
  { _id: id }: Person,
  change: { club?: string; disabled?: boolean },
): Promise<unknown> => write(call(api.users.people({ id }).patch(change), { _id: '' }))

/** Why a change of a club or a person was refused. */
export const refusalText = ({ status, code, message }: ApiError): string =>
  status === 404 || code === 'changed_meanwhile'
    ? 'Not saved: somebody changed this just now. It is shown as it is now.'
    : message

/** Makes a change that needs no question, and says that it is done, or why not. */
export async function make(send: () => Promise<unknown>, done: string): Promise<boolean> {
  const isDone = await attempt(send, refusalText)
  if (isDone) showToast(done)
  return isDone
}

export const enableClub = (club: Club): Promise<boolean> =>
  make(() => changeClub(club, { disabled: false }), `${club.name} is enabled`)

export const enabledOf = ({ people }: Club): Person[] => people.filter(({ disabled }) => !disabled)

export const isDisabled = (club: Club): boolean =>
  club.people.length > 0 && enabledOf(club).length === 0

/** `3 people, 14 lines`. */
export function sizeText({ people, lines }: Club): string {
  const who =
    people.length === 0 ? 'nobody' : people.length === 1 ? '1 person' : `${people.length} people`
  return `${who}, ${counted(lines, 'line')}`
}

/** `Seen today`, `Seen 20 October`. */
export function seenText(seen: string, now: Date): string {
  if (!seen) return 'Not seen yet'
  const day = new Date(`${seen}T00:00`)
  return daysBefore(day, now) <= 0 ? 'Seen today' : `Seen ${dateText(day, now)}`
}

/** The last day of an invitation that was made at `at`. */
export function untilText(at: number, now: Date): string {
  const last = new Date(at)
  last.setDate(last.getDate() + limits.invitationDays)
  return dateText(last, now)
}

export const invite = (whom: { email: string; club?: string; access?: typeof ADMINISTRATOR }) =>
  write(call(api.users.invitations.post(whom), { _id: '', email: '' }))

export const removeInvitation = ({ _id: id }: Invitation) =>
  write(call(api.users.invitations({ id }).delete(), undefined))
