/** Who may act for a club, and who speaks for it. */
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { type ClubState, DEPARTMENT, type RegistrationMode } from '#src/contract/people.ts'
import { limits } from '#src/contract/limits.ts'
import { ADMINISTRATOR } from '#src/contract/statuses.ts'
import type { Account, Club, Invitation, NewAccount } from '#src/store/port.ts'
import { isFromTheFuture } from './clock.ts'
import { refusalOf } from './faults.ts'
import { may } from './permissions.ts'
import { Refusal, tooMany, unauthorized } from './refusal.ts'

/** A person, as far as it says for which club they act. */
type Actor = Pick<Account, 'clubId' | 'disabled'>

/** Whether a person belongs to a club. Throws `unauthorized` for one who was disabled since the call came, which ends sessions. */
export function isOfClub(actor: Actor | null, clubId: ClubId): boolean {
  if (actor?.disabled) throw unauthorized()
  return actor?.clubId === clubId
}

/**
 * Whether somebody orders as this club, or for it as an administrator. Throws `unauthorized` for a person who was disabled, or moved to another
 * club, since the call came. `null` is nobody with an account.
 */
export function ordersAs(actor: Actor | null, clubId: ClubId): boolean {
  const isOwn = isOfClub(actor, clubId)
  if (!isOwn && actor && actor.clubId !== null) throw unauthorized()
  return isOwn
}

/** The club that a person means by an id in a call about their own club; `null` if the id is no name of it. */
export const ownClub = (actor: (Actor & { id: PersonId }) | null, id: string): ClubId | null =>
  actor && (id === actor.id || id === actor.clubId) ? actor.clubId : null

export const clubWaiting = () =>
  new Refusal(
    'club_waiting',
    'Your club waits for the department to approve it. Until then it cannot order.',
  )

/** Throws `club_waiting` for a club that no administrator has approved. */
export function checkApproved(state: ClubState): void {
  if (state === 'waiting') throw clubWaiting()
}

/** A club to join, or the name of one to found. */
export type Joining = { clubId?: ClubId | undefined; clubName?: string | undefined }

/** The club that somebody of a role belongs to: none, the one with this id, or a new one of this name. `present` is the club so far. */
export function clubToJoin(
  access: string,
  { clubId, clubName }: Joining,
  present: ClubId | null = null,
): { id: ClubId } | { name: string } | null {
  if (!may(access, 'orders.own')) return null
  const id = clubId ?? present
  if (id !== null) return { id }
  if (clubName === undefined) throw new Error('A coordinator needs a club.')
  return { name: clubName }
}

/** What a person has of their club. */
export const inClub = (club: { id: ClubId; name: string } | null, now: number) => ({
  clubId: club?.id ?? null,
  clubName: club?.name ?? DEPARTMENT,
  joinedAt: club && now,
})

const DAY_MS = 86_400_000
const OPEN_MS = limits.invitationDays * DAY_MS

export const isOpenInvitation = (
  { at, endedAt }: Pick<Invitation, 'at' | 'endedAt'>,
  now: number,
): boolean => endedAt === null && at > now - OPEN_MS

/** Since when invitations count towards the limits of a day. */
export const countedSince = (now: number): number => now - DAY_MS

/** Older invitations are over. */
export const invitationsSince = (now: number): number => now - OPEN_MS

/** The invitation by which somebody registers: an administrator's comes first, else the newest; `null` if none is open. */
export function invitationToSpend<I extends Invitation>(all: readonly I[], now: number): I | null {
  const open = all.filter((invitation) => isOpenInvitation(invitation, now))
  const newest = (some: readonly I[]) => some.toSorted((a, b) => b.at - a.at)[0]
  return newest(open.filter(({ isByAdministrator }) => isByAdministrator)) ?? newest(open) ?? null
}

/**
 * Throws `too_many_requests` if one more invitation would exceed what an address, a club or all administrators may send in a day. `recent` are those
 * of the last day to the address, to the club and by administrators, ended ones too.
 */
export function checkInvitations(
  recent: readonly Pick<Invitation, 'email' | 'clubId' | 'isByAdministrator' | 'at'>[],
  invited: Pick<Invitation, 'email' | 'clubId' | 'isByAdministrator'>,
  now: number,
): void {
  const { email, clubId, isByAdministrator } = invited
  const today = recent.filter(({ at }) => at > countedSince(now) && !isFromTheFuture(at, now))
  const refuseFrom = (who: string, most: number, counts: (one: typeof invited) => boolean) => {
    const oldest = today.filter(counts).toSorted((a, b) => b.at - a.at)[most - 1]
    const seconds = oldest && (oldest.at + DAY_MS - now) / 1000
    if (seconds) throw tooMany(seconds, `${who} had ${most} invitation mails today.`)
  }
  refuseFrom('This address', limits.invitationsPerAddress, (one) => one.email === email)
  const [who, most] = isByAdministrator
    ? (['The administrators', limits.invitationsOfAdministrators] as const)
    : (['Your club', limits.invitationsPerClub] as const)
  const isOfSender = (one: typeof invited) =>
    one.isByAdministrator === isByAdministrator && (isByAdministrator || one.clubId === clubId)
  refuseFrom(who, most, isOfSender)
}

/** Throws `invalid` if a club with these people and open invitations has no room for one more person. */
export function checkRoom(
  people: readonly { disabled: unknown }[],
  open: readonly unknown[],
): void {
  if (people.filter(({ disabled }) => !disabled).length + open.length < limits.peoplePerClub) return
  const msg = `A club has at most ${limits.peoplePerClub} people and open invitations.`
  throw refusalOf('invalid', 'email', msg)
}

/** Whether a club has gone: it was never approved, and nobody and nothing is left of it. */
export const isGone = (club: Pick<Club, 'state'> & { people: unknown[]; lines: number }): boolean =>
  club.state === 'waiting' && club.people.length === 0 && club.lines === 0

/** Whether a role leads the administrators, so that it is told of new ones and one of it must stay. */
export const isLead = ({ access }: Pick<Account, 'access'>): boolean => may(access, 'people.manage')

export const lastAdministrator = (text: string) => new Refusal('last_administrator', text)

/** Throws `last_administrator` if a person who is disabled is the one who asks, or the last administrator who could sign in. */
export function checkDisabling(
  person: Pick<Account, 'id' | 'cordName' | 'access'>,
  actorId: PersonId,
  enabledLeads: readonly { id: PersonId }[],
): void {
  if (person.id === actorId)
    throw lastAdministrator('You cannot disable yourself. Another administrator can.')
  if (isLead(person) && enabledLeads.every(({ id }) => id === person.id))
    throw lastAdministrator(
      `${person.cordName} is the last administrator who can sign in. Invite another one first.`,
    )
}

/** What a person loses by a change. */
export function lossOf(
  before: Actor & Pick<Account, 'access'>,
  after: typeof before,
): { mails: 'none' | 'orders' | 'all'; invitations: boolean } {
  const isDisabled = after.disabled && !before.disabled
  const hasLeft = after.clubId !== before.clubId || after.access !== before.access
  return {
    mails: isDisabled ? 'all' : hasLeft ? 'orders' : 'none',
    invitations: isDisabled || hasLeft,
  }
}

/** What programs for mails make a link of, in any alphabet, or may. */
const LINK_LIKE = /[@/\\]|[\p{L}\p{M}\p{N}_-][.\u3002][\p{L}\p{N}]{2}|www/iu

/** A name as a mail to a stranger may hold it; `null` for one that looks like an address or a link. */
export const nameInMail = (name: string | null): string | null =>
  name === null || LINK_LIKE.test(name.normalize('NFKC')) ? null : name

/** The account of somebody who registers, with the club or the role that an invitation gives. */
export const registering = (account: NewAccount, invitation: Invitation | null): NewAccount => {
  if (invitation === null) return account
  return invitation.clubId === null
    ? { ...account, access: ADMINISTRATOR }
    : { ...account, clubId: invitation.clubId }
}

/** The state of a club that somebody founds by registering. */
export const stateOfNew = (mode: RegistrationMode): ClubState =>
  mode === 'approval' ? 'waiting' : 'active'

/**
 * Throws if somebody may not invite to a club, or to the administrators (`null`): `unauthorized` for a person who was disabled or moved since the
 * call came, `club_waiting` for a club that is not approved.
 */
export function checkInvitable(
  actor: Actor | null,
  clubId: ClubId | null,
  club: { state: ClubState } | null,
): void {
  if (!actor || actor.disabled) throw unauthorized()
  if (actor.clubId !== null && actor.clubId !== clubId) throw unauthorized()
  if (club) checkApproved(club.state)
}

/** Throws `invalid` for an administrator, who belongs to no club. */
export function checkMove({ clubId }: { clubId: ClubId | null }): void {
  if (clubId === null) throw refusalOf('invalid', 'club', 'An administrator belongs to no club.')
}
