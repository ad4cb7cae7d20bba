/** Who may act for a club, and who speaks for it. */
import { type ClubState, DEPARTMENT } from '#src/contract/people.ts'
import { may } from './permissions.ts'
import { Refusal, unauthorized } from './refusal.ts'

/** A person, as far as it says for which club they act. */
type Actor = { clubId: string | null; disabled: boolean }

/** Whether a person belongs to a club. Throws `unauthorized` for one who was disabled since the call came, which ends sessions. */
export function isOfClub(actor: Actor | null, clubId: string): boolean {
  if (actor?.disabled) throw unauthorized()
  return actor?.clubId === clubId
}

/**
 * Whether somebody orders as this club, or for it as an administrator. Throws `unauthorized` for a person who was disabled, or moved to another
 * club, since the call came. `null` is nobody with an account.
 */
export function ordersAs(actor: Actor | null, clubId: string): boolean {
  const isOwn = isOfClub(actor, clubId)
  if (!isOwn && actor && actor.clubId !== null) throw unauthorized()
  return isOwn
}

/** The club that a person means by an id in a call about their own club; `null` if the id is no name of it. */
export const ownClub = (actor: (Actor & { id: string }) | null, id: string): string | null =>
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
export type Joining = { clubId?: string | undefined; clubName?: string | undefined }

/** The club that somebody of a role belongs to: none, the one with this id, or a new one of this name. `present` is the club so far. */
export function clubToJoin(
  access: string,
  { clubId, clubName }: Joining,
  present: string | null = null,
): { id: string } | { name: string } | null {
  if (!may(access, 'orders.own')) return null
  const id = clubId ?? present
  if (id !== null) return { id }
  if (clubName === undefined) throw new Error('A coordinator needs a club.')
  return { name: clubName }
}

/** What a person has of their club. */
export const inClub = (club: { id: string; name: string } | null, now: number) => ({
  clubId: club?.id ?? null,
  clubName: club?.name ?? DEPARTMENT,
  joinedAt: club && now,
})
