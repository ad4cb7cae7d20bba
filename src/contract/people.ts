import type * as people from '#src/modules/users/people-model.ts'

/** A club that waits for an administrator to approve it, or one that orders. */
export const CLUB_STATES = ['waiting', 'active'] as const
export type ClubState = (typeof CLUB_STATES)[number]

/** Whether a new club orders at once, or waits until an administrator approves it. */
export const REGISTRATION_MODES = ['open', 'approval'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** What an administrator has in place of a club's name. */
export const DEPARTMENT = 'Department'

/** A person as administrators see one. */
export type Person = typeof people.Person.static
export type Club = typeof people.Club.static
/** An invited address. The person who registers with it joins the club, or the administrators. */
export type Invitation = typeof people.Invitation.static
export type PeopleList = typeof people.People.static
/** The person who reads it. */
export type Me = typeof people.Me.static
