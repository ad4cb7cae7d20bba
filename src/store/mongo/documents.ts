import type { Collection, Db } from 'mongodb'
import type { Ordering } from '#src/rules/window.ts'
import type { Since } from '#src/rules/digest.ts'
import type { Usage } from '#src/rules/quota.ts'
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { RegistrationMode } from '#src/contract/people.ts'
import type { Account, Club, Entry } from '../port.ts'
import type { Rows } from '../transfer.ts'

/** A row of a backup as a document. */
type Doc<Row extends { id: string }> = Omit<Row, 'id'> & { _id: Row['id'] }

export type ClubDoc = Doc<Club>

export type AccountDoc = Doc<Omit<Account, 'clubName'>>

/** A line inside its cart. */
export type LineDoc = Omit<Rows['lines'], 'cartId' | 'deleted'>

/**
 * How many whole carts a list asks for at once. The driver reads what comes at once in one block of the event loop: 200 carts of 100 lines
 * blocked it for 100 ms, in twenties for 30 ms.
 */
export const CARTS_AT_ONCE = 20

export type CartDoc = {
  _id: string
  clubId: ClubId
  /** The revision of the topic `orders:<club>`. It grows with the order, and with the names of the club and its people. */
  rev: number
  /** Counts changes of the switches, so that an order or a decision conflicts with them. */
  switches: number
  /** The latest batch of entries about the club. */
  batch?: string
  /** When the club last knew all of its order. */
  knownSince: Since | null
  /** What the club's orders used of its quota; absent until it orders. */
  usage?: Usage
  /** Since when others changed something that no mail tells; absent if nothing did. */
  changedAt?: number
  /** The first batch of that. */
  changedBatch?: string
  lines: LineDoc[]
}

export type RemovedLineDoc = Rows['lines'] & { deleted: object }

export type ItemDoc = Rows['items'] & {
  /** Grows with what clubs see: the name, and whether the item is enabled. */
  catalogueRev: number
}

/** An entry inside its document. */
type HeldEntry = Omit<
  Entry,
  'id' | 'batch' | 'at' | 'by' | 'asClub' | 'undoes' | 'told' | 'personId'
> & {
  /** The digits in which the entry's id differs from its batch's. */
  number: string
  /** Absent if the club reads what changed. */
  told?: Entry['told']
  /** Absent if the entry is about nobody. */
  personId?: PersonId
}

/**
 * Entries of the history: those of one batch, or a part of them, in their order. The id is that of the first one. Such documents are never changed
 * or deleted, and their ids give them their order.
 */
export type EntriesDoc = Pick<Entry, 'at' | 'by' | 'asClub' | 'undoes'> & {
  _id: string
  entries: HeldEntry[]
}

/** A sheet whose count was saved, with its latest batch. */
export type SheetDoc = Doc<Rows['sheets']>

export type InvitationDoc = Doc<Rows['invitations']>

export type AnsweredDoc = Rows['answered'] & { _id: string }
/** The id of the answer that is kept under a key of a person. */
export const answerId = ({ personId, key }: Pick<Rows['answered'], 'personId' | 'key'>): string =>
  `${personId} ${key}`

export type EndedTokenDoc = Doc<Rows['endedTokens']>

export type CodeDoc = Doc<Rows['codes']>

/** One wrong try of a code. */
export type CodeTryDoc = Rows['codeTries'] & { _id: string }

/** Makes two requests for one address, two from one network, and two tries for one address conflict. */
export type CodeGateDoc = { _id: string; asked: number; at: number }

/** `leased`: whether an instance sends it now. */
export type MailDoc = Doc<Rows['mails']> & { leased: boolean }

export type EditionDoc = Doc<Rows['editions']>

/** A line of an ended edition, with the name and the unit that its stock item had that day. */
export type PastLineDoc = Omit<Rows['pastLines'], 'cartId' | 'deleted'>

/**
 * The cart of a club in an ended edition, with the names of that day. Its deleted lines stay among the removed ones, which name it. `count` is how
 * many lines it has, so that a list need not read them.
 */
export type PastCartDoc = Doc<Rows['pastCarts']> & { count: number; lines: PastLineDoc[] }

export type PortalDoc = {
  _id: 'portal'
  epoch: string
  schema: number
  /** A random id, which restore and move keep. */
  installation: string
  writtenAt: number
  /** How people register. */
  registration: RegistrationMode
  /** The revision of the topic `people`. Two writes about people at once conflict in it. */
  peopleRev: number
  /** A restore or a move is under way or was interrupted: no server may start. */
  isArriving?: boolean
}

/** The switches and the window of ordering. */
export type OrderingDoc = Ordering & {
  _id: 'ordering'
  rev: number
  /** The hash of the key of the screen in the store room. */
  pickupKeyHash?: string | null
  /** Counts new clubs, so that a new cart conflicts with a change of the switches. */
  clubs: number
}

type Documents = {
  clubs: ClubDoc
  invitations: InvitationDoc
  accounts: AccountDoc
  carts: CartDoc
  removedLines: RemovedLineDoc
  editions: EditionDoc
  pastCarts: PastCartDoc
  items: ItemDoc
  entries: EntriesDoc
  sheets: SheetDoc
  answered: AnsweredDoc
  endedTokens: EndedTokenDoc
  codes: CodeDoc
  codeTries: CodeTryDoc
  codeGates: CodeGateDoc
  outbox: MailDoc
  portal: PortalDoc
  ordering: OrderingDoc
}

export type Collections = { [Name in keyof Documents]: Collection<Documents[Name]> }

/** The collections of a store. `prefix` stands before each name: a restore and a move build a store beside the present one. */
export const collectionsOf = (db: Db, prefix = ''): Collections => ({
  clubs: db.collection(`${prefix}clubs`),
  invitations: db.collection(`${prefix}invitations`),
  accounts: db.collection(`${prefix}accounts`),
  carts: db.collection(`${prefix}carts`),
  removedLines: db.collection(`${prefix}removedLines`),
  editions: db.collection(`${prefix}editions`),
  pastCarts: db.collection(`${prefix}pastCarts`),
  items: db.collection(`${prefix}items`),
  entries: db.collection(`${prefix}entries`),
  sheets: db.collection(`${prefix}sheets`),
  answered: db.collection(`${prefix}answered`),
  endedTokens: db.collection(`${prefix}endedTokens`),
  codes: db.collection(`${prefix}codes`),
  codeTries: db.collection(`${prefix}codeTries`),
  codeGates: db.collection(`${prefix}codeGates`),
  outbox: db.collection(`${prefix}outbox`),
  portal: db.collection(`${prefix}portal`),
  ordering: db.collection(`${prefix}ordering`),
})
