/** A club that waits for an administrator to approve it, or one that orders. */
export const CLUB_STATES = ['waiting', 'active'] as const
export type ClubState = (typeof CLUB_STATES)[number]

/** Whether a new club orders at once, or waits until an administrator approves it. */
export const REGISTRATION_MODES = ['open', 'approval'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** What an administrator has in place of a club's name. */
export const DEPARTMENT = 'Department'

/** A person as the lists of orders name one. */
export type ListedPerson = { cordName: string; contact: string; email: string }
