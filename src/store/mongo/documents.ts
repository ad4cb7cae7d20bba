import type { Collection, Db } from 'mongodb'
import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'
import type { CountedClient } from '#src/rules/codes.ts'
import type { CodePurpose, MailPurpose } from '../port.ts'

export type AccountDoc = {
  _id: string
  email: string
  clubName: string
  cordName: string
  mobile: string
  access: string
  disabled: boolean
  ver: number
  passwordHash: string
}

/** A line lives in its cart. A stock line shows its item's present name, so only a club's own word is kept. */
export type LineDoc = {
  _id: string
  key: string
  itemId: string | null
  ownName: string | null
  link: string
  ordered: number
  allotted: number
  delivered: number
  status: LineStatus
  remarks: string
  at: number
}

export type CartDoc = {
  _id: string
  accountId: string
  /** Of the topic `orders:<account>`. */
  rev: number
  /** Moves `carts` alone: the club has another name or number. */
  detailsRev: number
  /** A copy of the ordering flag, so that an order and the switch meet in one document. */
  open: boolean
  lines: LineDoc[]
}

export type RemovedLineDoc = LineDoc & {
  cartId: string
  deletedAt: number
  deletedBy: string
  deletedWhy: string
}

export type ItemDoc = {
  _id: string
  name: string
  nameKey: string
  quantity: number
  firstQuantity: number
  status: ItemStatus
  orderedStatus: string
  remark: string
  rev: number
  /** Moves what clubs see: a name, or an enabled state. */
  catalogueRev: number
}

export type MovementDoc = {
  _id: string
  itemId: string | null
  itemChange: number
  lineId: string | null
  lineChange: number
  reason: 'allotted' | 'edited' | 'line removed' | 'cart removed'
  actorId: string
  at: number
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

/** A wrong try of a code. */
export type CodeTryDoc = CountedClient & { _id: string; codeId: string; email: string; at: number }

/** Two requests for one address, or from one network, meet in these, and two tries for one address. */
export type CodeGateDoc = { _id: string; asked: number; at: number }

export type MailDoc = {
  _id: string
  to: string
  purpose: MailPurpose
  codeId: string | null
  deliver: boolean
  state: 'waiting' | 'sent' | 'given_up'
  attempts: number
  queuedAt: number
  dueAt: number
}

export type PortalDoc = {
  _id: 'portal'
  epoch: string
  schema: number
  /** A random id. Restore and move carry it over, so that a store stays the same installation. */
  installation: string
  writtenAt: number
  /** A restore or a move is under way, or was interrupted: no server may use what stands there. */
  isArriving?: boolean
  /** The instance that brings the database to a newer schema; it has until then to say that it is alive. */
  migration?: { by: string; until: Date }
}

export type OrderingDoc = {
  _id: 'ordering'
  isConfirmDisabled: boolean
  rev: number
  /** Written with every new cart, so that none is made open while the switch is turned off. */
  carts: number
}

export type Collections = {
  accounts: Collection<AccountDoc>
  carts: Collection<CartDoc>
  removedLines: Collection<RemovedLineDoc>
  items: Collection<ItemDoc>
  movements: Collection<MovementDoc>
  answered: Collection<AnsweredDoc>
  endedTokens: Collection<EndedTokenDoc>
  codes: Collection<CodeDoc>
  codeTries: Collection<CodeTryDoc>
  codeGates: Collection<CodeGateDoc>
  outbox: Collection<MailDoc>
  portal: Collection<PortalDoc>
  ordering: Collection<OrderingDoc>
}

export const COLLECTION_NAMES = [
  'accounts',
  'carts',
  'removedLines',
  'items',
  'movements',
  'answered',
  'endedTokens',
  'codes',
  'codeTries',
  'codeGates',
  'outbox',
  'portal',
  'ordering',
] as const satisfies (keyof Collections)[]

export const collectionsOf = (db: Db): Collections => ({
  accounts: db.collection('accounts'),
  carts: db.collection('carts'),
  removedLines: db.collection('removedLines'),
  items: db.collection('items'),
  movements: db.collection('movements'),
  answered: db.collection('answered'),
  endedTokens: db.collection('endedTokens'),
  codes: db.collection('codes'),
  codeTries: db.collection('codeTries'),
  codeGates: db.collection('codeGates'),
  outbox: db.collection('outbox'),
  portal: db.collection('portal'),
  ordering: db.collection('ordering'),
})
