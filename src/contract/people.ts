/** A club that waits for an administrator to approve it, or one that orders. */
export const CLUB_STATES = ['waiting', 'active'] as const
export type ClubState = (typeof CLUB_STATES)[number]

/** What an administrator has in place of a club's name. */
export const DEPARTMENT = 'Department'

/** A person as the lists of orders name one. */
export type ListedPerson = { cordName: string; contact: string; email: string }
