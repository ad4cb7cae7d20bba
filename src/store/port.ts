import type {
  CartSummary,
  CatalogueItem,
  LineChange,
  OrderLine,
  OrderRow,
  StockItem,
  StockNote,
  StockSummary,
} from '#src/contract/records.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import type { CountedTopic, StoreTopic } from '#src/contract/topics.ts'

export type { CountedTopic, StoreTopic }

/** Says that a topic has moved to `rev`; carries no data. */
export type Nudge = { topic: StoreTopic; rev: number }

/** What a write answers: its value, and every topic that it moved, to be told after the commit. */
export type Written<T> = { value: T; moved: Nudge[] }

/** A list and the revision of its topic, read at one moment. */
export type Listed<T> = { epoch: string; rev: number; rows: T }

export type Account = {
  id: string
  email: string
  clubName: string
  cordName: string
  mobile: string
  /** `user` or `bosslevel`; any other value that stands in the store is refused everywhere. */
  access: string
  disabled: boolean
  /** Raised by a new password, a changed role and by disabling: older tokens end. */
  ver: number
  passwordHash: string
}

export type NewAccount = Pick<
  Account,
  'email' | 'clubName' | 'cordName' | 'mobile' | 'access' | 'passwordHash'
>
export type AccountChange = Partial<
  Pick<Account, 'clubName' | 'cordName' | 'mobile' | 'access' | 'disabled' | 'passwordHash'>
>

export type CodePurpose = 'register' | 'reset'

/** The first answer to an idempotency key, word for word. */
export type Answered = { body: string; replayed: boolean }

/** Who asked, and under which key: `bodyHash` tells a repeat from another request with the same key. */
export type Idempotency = { key: string; bodyHash: string }

/**
 * What a queued mail is about. `reset` brings a code; the others tell an account of a change: a new password, another role, an
 * administrator's sign-in from a browser that was not seen before.
 */
export type MailPurpose = 'reset' | 'password_changed' | 'role_changed' | 'new_browser'

/** A mail that waits; `attempts` counts the tries that failed, `queuedAt` is in milliseconds since 1970. */
export type Mail = {
  id: string
  to: string
  purpose: MailPurpose
  /** The code that a `reset` arms at each sending; `null` for every other purpose. */
  codeId: string | null
  /** False for an address without an account: its mail takes the same steps and is not handed over, so that nobody can tell. */
  deliver: boolean
  attempts: number
  queuedAt: number
}

/**
 * Who asks for a code or tries one: the client network, and the device when the browser proved that it has signed in to this
 * account before. A known device is counted on its own and never hindered by what strangers did.
 */
export type CodeClient = { network: string; device: string | null }

/** A code that somebody typed: its hash under each key that is accepted, and who typed it. */
export type TriedCode = { hashes: readonly string[]; client: CodeClient; now: number }

/** Accounts, their sessions and ended tokens. */
export interface AccountStore {
  /** Makes the account and its cart; `null` when the address has one already. `email` is trimmed and lower-cased. */
  create(account: NewAccount): Promise<Account | null>
  /** False on a store that was just made. */
  hasAny(): Promise<boolean>
  find(by: { id: string } | { email: string }): Promise<Account | null>
  /**
   * Writes only what is given; raises `ver` if password, role or disabled state were given with another value, and queues a mail that
   * tells the account of a new password or role. `null`: no such account.
   */
  change(email: string, change: AccountChange, now: number): Promise<Written<Account> | null>
  /** Replaces the hash of an unchanged password by a stronger one, if `before` is still stored. Sessions go on. */
  renewPasswordHash(accountId: string, before: string, after: string): Promise<void>
  /** Account and ended state of a token, in one read; asked on every request. */
  readSession(accountId: string, jti: string): Promise<{ account: Account; ended: boolean } | null>
  /** Ends one token. Kept until `expiresAt`. */
  endToken(jti: string, accountId: string, expiresAt: number): Promise<void>
}

/** Mailed codes of registration and password reset. */
export interface CodeStore {
  /**
   * Counts a request for a code against the limits of `rules/codes.ts` and throws `too_many_requests` when one is reached. With
   * `codeHash` the code is valid at once for ten minutes. Without it a `reset` mail is queued in the same write; `deliver: false` writes
   * the same rows for a mail that is not handed over.
   */
  request(request: {
    email: string
    purpose: CodePurpose
    client: CodeClient
    now: number
    codeHash?: string
    deliver?: boolean
  }): Promise<{ codeId: string }>
  /** Takes back a request whose mail could not be sent: it does not count, and the code before it is valid again. */
  withdraw(codeId: string): Promise<void>
  /** Spends a register code and makes the account in one step. Throws `invalid_code`; a wrong code costs a try. */
  register(account: NewAccount, tried: TriedCode): Promise<Account>
  /**
   * Spends a reset code, sets the password, ends older tokens and queues the mail that tells of it, in one step. Throws `invalid_code`;
   * a wrong code costs a try. Without a password the code is only judged: the right one stays as it is.
   */
  resetPassword(email: string, passwordHash: string | null, tried: TriedCode): Promise<void>
  /** Gives a queued mail its code, made anew at each sending; ten minutes from `now`. Tries that were made stay counted. */
  arm(codeId: string, codeHash: string, now: number): Promise<void>
}

/** The queue of mails that wait to be sent. */
export interface MailStore {
  /** Queues a mail that tells an account of a change. */
  queue(to: string, purpose: Exclude<MailPurpose, 'reset'>, now: number): Promise<void>
  /** The next mail that is due, leased to the caller until `now + leaseMs`; `null` when none is. */
  claim(now: number, leaseMs: number): Promise<Mail | null>
  /** When the next mail is due, or `null`. */
  nextAt(): Promise<number | null>
  markSent(id: string): Promise<void>
  /** `null` gives the mail up. */
  markFailed(id: string, retryAt: number | null): Promise<void>
}

/** The items on the shelf. */
export interface StockStore {
  /** Enabled items in list order. Topic `catalogue`. */
  listCatalogue(): Promise<Listed<CatalogueItem[]>>
  /** Every item in list order. Topic `inventory`. */
  list(): Promise<Listed<StockItem[]>>
  /** Every item with sums over live lines, all of one moment. `rev` is that of `inventory` plus that of `carts`: it grows with either. */
  listSummary(): Promise<Listed<StockSummary[]>>
  /** Throws `name_taken`. */
  add(
    item: { itemName: string; itemQuantity: number; itemStatus: ItemStatus },
    actorId: string,
  ): Promise<Written<StockItem>>
  /** Throws `not_found`, `name_taken`, or `changed_meanwhile` with the row in `current` when `rev` is not the stored one. */
  edit(
    id: string,
    change: { rev: number; itemName?: string; itemQuantity?: number; itemStatus?: ItemStatus },
    actorId: string,
  ): Promise<Written<StockItem>>
  /** All or nothing; throws `not_found`. The value is the number of rows named. */
  note(notes: StockNote[]): Promise<Written<number>>
}

/** The switch that opens and closes ordering for every club. */
export interface OrderingStore {
  read(): Promise<Listed<{ isConfirmDisabled: boolean }>>
  set(isConfirmDisabled: boolean): Promise<Written<{ isConfirmDisabled: boolean }>>
}

/** Clubs' orders and what administrators decide about them. */
export interface OrderStore {
  /**
   * Places rows on an account's order: `rules/place.ts` decides, the flag is read in the same transaction.
   * The answer is the JSON text of `{message, items}`, or of `{message}` for `replyWith: 'message'`, kept under the key for 24 h. Throws
   * `ordering_disabled`, `item_unavailable`, `in_stock`, `cart_full`, `invalid`, `key_reused`, `not_found` (no `user` account of that id).
   */
  place(order: {
    accountId: string
    actorId: string
    rows: OrderRow[]
    idempotency?: Idempotency
    replyWith: 'order' | 'message'
    now: number
  }): Promise<Written<Answered>>
  /**
   * Gives and takes units, sets statuses and remarks: all or nothing. Rows of one item, and of one line, are summed before the check.
   * Throws `not_found`, `insufficient_stock`, `insufficient_allotment`, `invalid` (a sum of 10⁹), `key_reused`.
   */
  allot(decision: {
    changes: LineChange[]
    actorId: string
    idempotency?: Idempotency
    now: number
  }): Promise<Written<Answered>>
  /** The first answer to a key of this account, or `null`. Throws `key_reused`. */
  findAnswer(actorId: string, idempotency: Idempotency, now: number): Promise<string | null>
  /** An account's live lines in list order; `null` when there is no such account. Topic `orders:<id>`. */
  read(accountId: string): Promise<Listed<OrderLine[]> | null>
  /** Carts with a live line, by the time of the first live line. Topic `carts`. */
  listCarts(): Promise<Listed<CartSummary[]>>
  /** Every live custom line. Topic `carts`. */
  listCustomLines(): Promise<Listed<OrderLine[]>>
  /** Deletes a cart's live lines softly; what was given and not delivered returns to the shelf. Repeating it changes nothing. Throws `not_found`. */
  removeCart(cartId: string, actorId: string, now: number): Promise<Written<void>>
  /** The same for one line, named by its `_id` or its item name. Throws `not_found`. */
  removeLine(cartId: string, line: string, actorId: string, now: number): Promise<Written<void>>
}

/** What the live channel compares with what it has told. */
export interface LiveStore {
  /** The revision of one topic; cheap. 0 for an unknown account. */
  readRev(topic: StoreTopic): Promise<number>
  /** Revisions, account versions and ended tokens in one read, for anti-entropy. Accounts that are gone are left out. */
  pulse(held: { accountIds: string[]; jtis: string[] }): Promise<{
    revs: Record<CountedTopic, number>
    accounts: { id: string; ver: number; access: string; disabled: boolean; ordersRev: number }[]
    endedJtis: string[]
  }>
}

/** Health, cleaning and verification. */
export interface UpkeepStore {
  /** Throws `store_unavailable` when the store cannot take a write. */
  ping(): Promise<void>
  /** Drops answered keys, codes, ended tokens and sent mails that have outlived their purpose. */
  purge(now: number): Promise<void>
  /** Checks every invariant; each entry of `broken` names the row and the rule. */
  verify(): Promise<{ checked: string[]; broken: string[] }>
}

/**
 * The durable store, in areas. One method is one atomic change: it decides, writes and records together, or throws a `Refusal`
 * and has written nothing. Only when a write has answered is it durable. `now` is in milliseconds since 1970. Ids are UUIDv7.
 * Nobody but an adapter knows how it is done; both adapters pass `tests/contract/store.contract.ts`.
 */
export interface Store {
  readonly epoch: string
  readonly accounts: AccountStore
  readonly codes: CodeStore
  readonly mail: MailStore
  readonly stock: StockStore
  readonly ordering: OrderingStore
  readonly orders: OrderStore
  readonly live: LiveStore
  readonly upkeep: UpkeepStore
  close(): Promise<void>
}
