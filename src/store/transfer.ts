import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { Line } from '#src/contract/line.ts'
import type { StockItem } from '#src/contract/records.ts'
import type { ItemNote } from '#src/rules/entries.ts'
import type { Ordering } from '#src/rules/window.ts'
import type { CountedClient } from '#src/rules/codes.ts'
import type { RegistrationMode } from '#src/contract/people.ts'
import type { Account, Club, CodePurpose, Entry, Invitation, Mail } from './port.ts'
import type { MailState } from '#src/contract/mails.ts'
import type { Since } from '#src/rules/digest.ts'
import type { Known } from '#src/rules/known.ts'

/**
 * The rows that backup, restore and move carry, independent of the adapter. `key` is what names are compared by. Revisions of lists are left
 * out: the receiving store computes them.
 */
export type Rows = {
  /** `installation` is a random id, which restore and move keep. */
  portal: { installation: string; registration: RegistrationMode } & Ordering
  clubs: Club
  accounts: Omit<Account, 'clubName'>
  invitations: Invitation
  items: StockItem & ItemNote & { key: string; firstQuantity: number }
  carts: {
    id: string
    clubId: ClubId
    rev: number
    changedAt: number | null
    /** The first batch of what others changed and no mail tells. */
    changedBatch: string | null
    knownSince: Since | null
  }
  lines: Omit<Line, 'itemName' | 'unit'> & {
    cartId: string
    key: string
    /** The name of a custom line; a stock line takes its item's, and its unit. */
    ownName: string | null
    at: number
    deleted: { at: number; by: PersonId; why: string } | null
    known: Known | null
  }
  /** The current one has no end, and no batch that ended it. */
  editions: {
    id: string
    name: string
    key: string
    beganAt: number
    endedAt: number | null
    endedBatch: string | null
  }
  /** The carts of ended editions, with the names of the day on which they ended. */
  pastCarts: { id: string; editionId: string; clubId: ClubId; clubName: string; cordName: string }
  /** Lines of ended editions. `itemName` and `unit` are those of that day; a line that was deleted by then has none. */
  pastLines: Omit<Line, 'itemName'> &
    Pick<Rows['lines'], 'cartId' | 'key' | 'ownName' | 'at' | 'deleted'> & {
      itemName: string | null
    }
  entries: Entry
  /** The sheets whose count was saved, and the change that did it. */
  sheets: { id: string; batch: string }
  answered: { personId: PersonId; key: string; bodyHash: string; body: string; at: number }
  endedTokens: { id: string; personId: PersonId; expiresAt: number }
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
  /** `lost`: how often a try ended and nobody knows how. `error` is the last fault of the mail server. */
  mails: Mail & { state: MailState; lost: number; error: string | null; dueAt: number }
}

export type Kind = keyof Rows

/** Each kind with the name of one row, for messages; in the order in which rows are carried: each refers only to rows before it. */
export const ROW_NAMES: Record<Kind, string> = {
  portal: 'portal',
  clubs: 'club',
  accounts: 'account',
  invitations: 'invitation',
  items: 'item',
  carts: 'cart',
  lines: 'line',
  editions: 'edition',
  pastCarts: 'cart of an ended edition',
  pastLines: 'line of an ended edition',
  entries: 'entry of the history',
  sheets: 'saved sheet',
  answered: 'kept answer',
  endedTokens: 'ended token',
  codes: 'code',
  codeTries: 'try of a code',
  mails: 'mail',
}
export const KINDS = Object.keys(ROW_NAMES) as readonly Kind[]

export type Batch = { [K in Kind]: { kind: K; rows: Rows[K][] } }[Kind]

export type Counts = Record<Kind, number>

export const BATCH_ROWS = 500

/** A store or a backup that rows are read from. */
export interface Source {
  /** Reads every row in one snapshot, in the order of `KINDS`, and waits until `give` has taken each batch. */
  read(give: (batch: Batch) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** A store that rows are written to. No server may use it meanwhile. */
export interface Target {
  /** Whether it holds no account and no item, or only the rest of an interrupted transfer. */
  isEmpty(): Promise<boolean>
  /** Begins a new store beside the present one, which stays as it is until `finish`. */
  begin(): Promise<void>
  write(batch: Batch): Promise<void>
  /** How many rows of each kind it holds. */
  count(): Promise<Counts>
  /** Checks every invariant over the written rows. */
  verify(): Promise<{ checked: string[]; broken: string[] }>
  /** Puts the written rows in use, with a new epoch. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** The row, where it is known, and its fault. */
export type Broken = { kind: Kind | null; id: string; text: string }
/** A broken rule. */
export type Finding = Broken & { rule: string }
export const sayFinding = ({ text, rule }: Finding): string => `${text} (${rule})`

/** A finding together with its row. */
export type BrokenRow = Finding & { row: unknown }

/** Gives rows of one kind in batches, and waits until each is taken. */
export async function giveRows<K extends Kind>(
  kind: K,
  rows: AsyncIterable<Rows[K]> | Iterable<Rows[K]>,
  give: (batch: Batch) => Promise<void>,
): Promise<void> {
  let some: Rows[K][] = []
  const giveSome = () => give({ kind, rows: some } as unknown as Batch)
  for await (const row of rows) {
    some.push(row)
    if (some.length < BATCH_ROWS) continue
    await giveSome()
    some = []
  }
  if (some.length > 0) await giveSome()
}

/** Copies every row; answers how many rows of each kind there were. */
export async function copyRows(
  source: Source,
  take: (batch: Batch) => Promise<void>,
): Promise<Counts> {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Counts
  await source.read(async (batch) => {
    await take(batch)
    counts[batch.kind] += batch.rows.length
  })
  return counts
}

/** Ends what a restored store must not bring back: tokens, codes that may be spent by now, and mails that may be sent by now. */
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
