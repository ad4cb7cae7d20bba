/** Ids of clubs and of people. A club has the id of the person who founded it, so only the type tells which of both an id means. */

declare const meaning: unique symbol

/** The id of a club: what orders. */
export type ClubId = string & { readonly [meaning]: 'club' }

/** The id of a person: who signs in, writes and is written to. */
export type PersonId = string & { readonly [meaning]: 'person' }

/** A text from a border that is the id of a club: a stored row, a new id, a topic. */
export const asClubId = (text: string) => text as ClubId

/** A text from a border that is the id of a person: a stored row, a new id, a token. */
export const asPersonId = (text: string) => text as PersonId
