import { LINE_VALUES, type LineValues } from '#src/contract/line.ts'
import type { Ordering } from '#src/rules/window.ts'
import type { Account } from '../port.ts'

/** The fields of stored lines and items, with their columns. No column of these tables is named in another list. */

/** Fields, with their columns. */
type Fields = Readonly<Record<string, string>>

const LINE_VALUE_COLUMNS = Object.fromEntries(LINE_VALUES.map((name) => [name, name])) as {
  [Name in keyof LineValues]: Name
}

export const LINE_TABLE = {
  _id: 'id',
  cartId: 'cart_id',
  key: 'line_key',
  item_id: 'item_id',
  ownName: 'own_name',
  ...LINE_VALUE_COLUMNS,
  known: 'known',
  at: 'created_at',
  deleted: 'deleted',
} as const

export const CART_TABLE = {
  id: 'id',
  clubId: 'club_id',
  rev: 'rev',
  changedAt: 'changed_at',
  changedBatch: 'changed_batch',
  knownSince: 'known_since',
  usage: 'usage',
} as const

/** The fields of a line of an ended edition: those of a line, and the names of that day. */
const { known: _known, ...keptOfLine } = LINE_TABLE
export const PAST_LINE_TABLE = { ...keptOfLine, itemName: 'item_name', unit: 'unit' } as const

/** The switches and the times of ordering, in the table `portal`. */
export const ORDERING_TABLE = {
  isOpen: 'is_open',
  decisionsHeld: 'decisions_held',
  opensAt: 'opens_at',
  closesAt: 'closes_at',
  message: 'window_message',
  pickup: 'pickup',
  turnedAt: 'turned_at',
  turnedBy: 'turned_by',
} as const satisfies Record<keyof Ordering, string>

export const EDITION_TABLE = {
  id: 'id',
  name: 'name',
  key: 'name_key',
  beganAt: 'began_at',
  endedAt: 'ended_at',
  endedBatch: 'ended_batch',
} as const

export const PAST_CART_TABLE = {
  id: 'id',
  editionId: 'edition_id',
  clubId: 'club_id',
  clubName: 'club_name',
  cordName: 'cord_name',
} as const

export const CODE_TABLE = {
  id: 'id',
  email: 'email',
  purpose: 'purpose',
  clientKind: 'client_kind',
  client: 'client',
  requestedAt: 'requested_at',
  hash: 'hash',
  armedAt: 'armed_at',
  spent: 'spent',
} as const

export const MAIL_TABLE = {
  id: 'id',
  to: 'recipient',
  purpose: 'purpose',
  codeId: 'code_id',
  personId: 'person_id',
  invitationId: 'invitation_id',
  digest: 'digest',
  deliver: 'deliver',
  state: 'state',
  lost: 'lost',
  attempts: 'attempts',
  error: 'error',
  queuedAt: 'queued_at',
  dueAt: 'due_at',
  leased: 'leased',
} as const

export const ACCOUNT_TABLE = {
  id: 'id',
  email: 'email',
  clubId: 'club_id',
  joinedAt: 'joined_at',
  cordName: 'cord_name',
  mobile: 'mobile',
  access: 'access',
  disabled: 'disabled',
  ver: 'ver',
  passwordHash: 'password_hash',
  orderMails: 'order_mails',
  seen: 'seen',
} as const satisfies Record<keyof Omit<Account, 'clubName'>, string>

export const ITEM_TABLE = {
  _id: 'id',
  itemName: 'name',
  key: 'name_key',
  itemQuantity: 'quantity',
  firstQuantity: 'first_quantity',
  itemStatus: 'status',
  unit: 'unit',
  place: 'place',
  itemOrderedStatus: 'ordered_status',
  itemRemark: 'remark',
  rev: 'rev',
} as const

/** The columns of these fields for a SELECT, named as the fields. `alias` is what the query calls the table. */
export const columnsOf = <F extends Fields>(
  fields: F,
  names: readonly (keyof F & string)[] = Object.keys(fields),
  alias?: string,
): string =>
  names.map((name) => `${alias ? `${alias}.` : ''}${fields[name]} AS "${name}"`).join(', ')

/** The assignments of an UPDATE; each field is a parameter of its name. */
export const setTo = <F extends Fields>(
  fields: F,
  names: readonly (keyof F & string)[] = Object.keys(fields),
): string => names.map((name) => `${fields[name]} = $${name}`).join(', ')

/** Adds a row; each field is a parameter of its name. */
export const insertInto = (
  table: string,
  fields: Fields,
  names: readonly string[] = Object.keys(fields),
): string =>
  `INSERT INTO ${table} (${names.map((name) => fields[name]).join(', ')})
   VALUES (${names.map((name) => `$${name}`).join(', ')})`
