import type { ADMINISTRATOR, Role } from './statuses.ts'

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

/** A person as administrators see one. */
export type Person = {
  _id: string
  cordName: string
  email: string
  mobile: string
  disabled: boolean
  /** The day of the last sign-in, YYYY-MM-DD; `""` before the first one. */
  seen: string
}

export type Club = { _id: string; name: string; state: ClubState; lines: number; people: Person[] }

/** An invited address. The person who registers with it joins the club, or the administrators. */
export type Invitation = {
  _id: string
  email: string
  /** ISO 8601. */
  at: string
  /** A club reads neither id nor name of an administrator. */
  by: { id?: string; name?: string; access: Role }
  /** Absent for an invitation to the administrators. */
  club?: { _id: string; name: string }
  access?: typeof ADMINISTRATOR
}

export type PeopleList = {
  clubs: Club[]
  administrators: Person[]
  invitations: Invitation[]
  mode: RegistrationMode
}

/** The person who reads it. Administrators have no club. */
export type Me = {
  _id: string
  email: string
  cordName: string
  mobile: string
  access: Role
  orderMails: boolean
  club?: {
    _id: string
    name: string
    state: ClubState
    cart_id: string
    people: Pick<Person, '_id' | 'cordName' | 'email'>[]
    invitations: Invitation[]
  }
}
