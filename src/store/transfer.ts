import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'
import type { CountedClient } from '#src/rules/codes.ts'
import type { Account, CodePurpose, MailPurpose } from './port.ts'

/**
 * A store as rows that belong to no adapter: what backup, restore and move carry. Keys that follow from names, and revisions
 * of lists, are left out: the store that takes the rows makes them anew.
 */
export type Rows = {
  /** `installation` is a random id: a store that is restored or moved stays the same installation. */
  portal: { installation: string; isConfirmDisabled: boolean }
  accounts: Account
  items: {
    id: string
    name: string
    quantity: number
    firstQuantity: number
    status: ItemStatus
    orderedStatus: string
    remark: string
    rev: number
    /** An older item bears the same name (`namesakeKey`). */
    isNamesake: boolean
  }
  carts: { id: string; accountId: string; rev: number }
  lines: {
    id: string
    cartId: string
    itemId: string | null
    ownName: string | null
    link: string
    ordered: number
    allotted: number
    delivered: number
    status: LineStatus
    remarks: string
    at: number
    deleted: { at: number; by: string; why: string } | null
    /** An older live line of the cart bears the same name (`namesakeKey`). */
    isNamesake: boolean
  }
  movements: {
    itemId: string | null
    itemChange: number
    lineId: string | null
    lineChange: number
    reason: 'allotted' | 'edited' | 'line removed' | 'cart removed'
    actorId: string
    at: number
  }
  answered: { accountId: string; key: string; bodyHash: string; body: string; at: number }
  endedTokens: { jti: string; accountId: string; expiresAt: number }
  codes: CountedClient & {
    id: string
    email: string
    purpose: CodePurpose
    requestedAt: number
    hash: string | null
    armedAt: number | null
    spent: boolean
  }
  codeTries: CountedClient & { codeId: string; email: string; at: number }
  mails: {
    id: string
    to: string
    purpose: MailPurpose
    codeId: string | null
    deliver: boolean
    state: 'waiting' | 'sent' | 'given_up'
    attempts: number
    queuedAt: number
    dueAt: number
  }
}

export type Kind = keyof Rows

/** In this order each row refers only to rows before it. */
export const KINDS = [
  'portal',
  'accounts',
  'items',
  'carts',
  'lines',
  'movements',
  'answered',
  'endedTokens',
  'codes',
  'codeTries',
  'mails',
] as const satisfies readonly Kind[]

export type Batch = { [K in Kind]: { kind: K; rows: Rows[K][] } }[Kind]

export type Counts = Record<Kind, number>

export const BATCH_ROWS = 500

/** Where rows come from. */
export interface Source {
  /** Gives every row of one moment, in the order of `KINDS`, waiting until each batch is taken. */
  read(give: (batch: Batch) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Where rows go: an installation that no server uses meanwhile. */
export interface Target {
  /** No account and no item stands there, or only what an interrupted transfer left. */
  isEmpty(): Promise<boolean>
  /** Makes room. An embedded store is not touched before `finish`; one in MongoDB takes no server until then. */
  begin(): Promise<void>
  write(batch: Batch): Promise<void>
  /** How many rows stand there of each kind. */
  count(): Promise<Counts>
  /** Every invariant, over what was written. */
  verify(): Promise<{ checked: string[]; broken: string[] }>
  /** Makes what was written the store, with a new epoch. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** What breaks a rule: the row, where it is known, and what is wrong with it. */
export type Finding = { kind: Kind | null; id: string; text: string; rule: string }
export const sayFinding = ({ text, rule }: Finding): string => `${text} (${rule})`

/** A row that breaks a rule, as it stood. */
export type BrokenRow = Finding & { row: unknown }

/** What one row of a kind is called. */
export const ROW_NAMES: Record<Kind, string> = {
  portal: 'portal',
  accounts: 'account',
  items: 'item',
  carts: 'cart',
  lines: 'line',
  movements: 'movement',
  answered: 'kept answer',
  endedTokens: 'ended token',
  codes: 'code',
  codeTries: 'try of a code',
  mails: 'mail',
}

/** Carries everything over, changed by `change`; answers how many rows went of each kind. */
export async function copyRows(
  source: Source,
  take: (batch: Batch) => Promise<void>,
  change: (batch: Batch) => Batch = (batch) => batch,
): Promise<Counts> {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Counts
  await source.read(async (batch) => {
    await take(change(batch))
    counts[batch.kind] += batch.rows.length
  })
  return counts
}

/**
 * What a restored store must not bring back: tokens of accounts as they were then, codes that may have been spent since, and
 * mails that may have been sent since.
 */
export function endSessions(batch: Batch): Batch {
  switch (batch.kind) {
    case 'accounts':
      return { kind: 'accounts', rows: batch.rows.map((row) => ({ ...row, ver: row.ver + 1 })) }
    case 'codes':
      return { kind: 'codes', rows: batch.rows.map((row) => ({ ...row, spent: true })) }
    case 'mails':
      return {
        kind: 'mails',
        rows: batch.rows.map((row) => ({
          ...row,
          state: row.state === 'waiting' ? 'given_up' : row.state,
        })),
      }
    default:
      return batch
  }
}
