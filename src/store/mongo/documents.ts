import type { Collection, Db } from 'mongodb'
import type { AnnouncedLine } from '#src/contract/records.ts'
import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'
import type { Ordering } from '#src/rules/window.ts'
import type { CountedClient } from '#src/rules/codes.ts'
import type { Account, CodePurpose, Entry, MailPurpose } from '../port.ts'
import type { MailState } from '#src/contract/mails.ts'
import type { Digest, Since } from '#src/rules/digest.ts'
import type { Known } from '#src/rules/known.ts'
import type { Usage } from '#src/rules/quota.ts'

/** A document that the history follows. */
export type FollowedDoc = {
  /** The latest batch of entries about it. The next batch sorts after it. */
  batch?: string
}

export type AccountDoc = FollowedDoc & {
  _id: string
  email: string
  clubName: string
  cordName: string
  mobile: string
  access: string
  disabled: boolean
  ver: number
  passwordHash: string
  orderMails: boolean
}

/** An account as the port shows it. */
export function toAccount(document: AccountDoc): Account {
  const { _id, batch: _, ...account } = document
  return { id: _id, ...account }
}

/** A line inside its cart. The values have the names that they have on the wire. */
export type LineDoc = FollowedDoc & {
  _id: string
  key: string
  item_id: string | null
  /** The name of a custom line; a stock line shows its item's present name. */
  ownName: string | null
  ordered_quantity: number
  allotted_quantity: number
  delivered_quantity: number
  status: LineStatus
  remarks: string
  link: string
  announced: AnnouncedLine | null
  ordered_at: number
  /** What its club knows of it; `null` if that is what the club sees. */
  known: Known | null
}

export type CartDoc = FollowedDoc & {
  _id: string
  accountId: string
  /** The revision of the topic `orders:<account>`. */
  rev: number
  /** Counts in the topic `carts` only: it grows with each entry about the account. */
  detailsRev: number
  /** Counts changes of the switches, so that an order or a decision conflicts with them. */
  switches: number
  /** When the club last knew all of its order. */
  knownSince: Since | null
  /** What the club's orders used of its quota; absent until it orders. */
  usage?: Usage
  /** Since when others changed something that no mail tells; absent if nothing did. */
  changedAt?: number
  lines: LineDoc[]
}

export type RemovedLineDoc = LineDoc & {
  cartId: string
  deletedAt: number
  deletedBy: string
  deletedWhy: string
}

export type ItemDoc = FollowedDoc & {
  _id: string
  itemName: string
  nameKey: string
  itemQuantity: number
  firstQuantity: number
  itemStatus: ItemStatus
  itemOrderedStatus: string
  itemRemark: string
  rev: number
  /** Grows with what clubs see: the name, and whether the item is enabled. */
  catalogueRev: number
}

/** An entry inside its document. */
type HeldEntry = Omit<Entry, 'id' | 'batch' | 'at' | 'by' | 'undoes' | 'told'> & {
  /** The digits in which the entry's id differs from its batch's. */
  number: string
  /** Absent if the club reads what changed. */
  told?: Entry['told']
}

/**
 * Entries of the history: those of one batch, or a part of them, in their order. The id is that of the first one. Such documents are never changed
 * or deleted, and their ids give them their order.
 */
export type EntriesDoc = Pick<Entry, 'at' | 'by' | 'undoes'> & {
  _id: string
  entries: HeldEntry[]
}

export type AnsweredDoc = { _id: string; bodyHash: string; body: string; at: Date }
export type EndedTokenDoc = { _id: string; accountId: string; expiresAt: Date }

export type CodeDoc = CountedClient & {
  _id: string
  email: string
  purpose: CodePurpose
  requestedAt: number
  hash: string | null
  armedAt: number | null
  spent: boolean
}

/** One wrong try of a code. */
export type CodeTryDoc = CountedClient & { _id: string; codeId: string; email: string; at: number }

/** Makes two requests for one address, two from one network, and two tries for one address conflict. */
export type CodeGateDoc = { _id: string; asked: number; at: number }

export type MailDoc = {
  _id: string
  to: string
  purpose: MailPurpose
  codeId: string | null
  accountId: string | null
  digest: Digest | null
  deliver: boolean
  state: MailState
  /** Whether an instance sends it now. */
  leased: boolean
  /** How often a try ended and nobody knows how. */
  lost: number
  attempts: number
  error: string | null
  queuedAt: number
  dueAt: number
}

export type PortalDoc = {
  _id: 'portal'
  epoch: string
  schema: number
  /** A random id, which restore and move keep. */
  installation: string
  writtenAt: number
  /** A restore or a move is under way or was interrupted: no server may start. */
  isArriving?: boolean
  /** The lease of the instance that migrates the database. */
  migration?: { by: string; until: Date }
}

/** The switches and the window of ordering. */
export type OrderingDoc = FollowedDoc &
  Ordering & {
    _id: 'ordering'
    rev: number
    /** Counts new accounts, so that a new cart conflicts with a change of the switches. */
    accounts: number
  }

type Documents = {
  accounts: AccountDoc
  carts: CartDoc
  removedLines: RemovedLineDoc
  items: ItemDoc
  entries: EntriesDoc
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

export const collectionsOf = (db: Db): Collections => ({
  accounts: db.collection('accounts'),
  carts: db.collection('carts'),
  removedLines: db.collection('removedLines'),
  items: db.collection('items'),
  entries: db.collection('entries'),
  answered: db.collection('answered'),
  endedTokens: db.collection('endedTokens'),
  codes: db.collection('codes'),
  codeTries: db.collection('codeTries'),
  codeGates: db.collection('codeGates'),
  outbox: db.collection('outbox'),
  portal: db.collection('portal'),
  ordering: db.collection('ordering'),
})
