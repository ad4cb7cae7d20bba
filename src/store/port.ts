import type { CodeClient } from '#src/rules/codes.ts'
import type { OrderingWindow, PresentOrdering } from '#src/rules/window.ts'
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { Board } from '#src/contract/board.ts'
import type { Handout, HandOverRow, Pickup } from '#src/contract/handout.ts'
import type {
  Club as PeopledClub,
  ClubState,
  Person,
  RegistrationMode,
} from '#src/contract/people.ts'
import type { ListedPurpose, MailState } from '#src/contract/mails.ts'
import type { EntryKind, HistoryPerson } from '#src/contract/history.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import type { Demand, EditionName, Ended, Leftovers } from '#src/contract/editions.ts'
import type { Line, LineRequest } from '#src/contract/line.ts'
import type {
  CartSummary,
  CatalogueItem,
  ItemValues,
  LineChange,
  OrderLine,
  StockItem,
  StockNote,
  StockSummary,
  WhoAsks,
} from '#src/contract/records.ts'
import type { CountedTopic, StoreTopic } from '#src/contract/topics.ts'
import type { Correction } from '#src/rules/correct.ts'
import type { Digest } from '#src/rules/digest.ts'
import type { Maker, NewEntry } from '#src/rules/entries.ts'
import type { NewItem } from '#src/rules/item.ts'
import type { SheetMode, SheetRow } from '#src/rules/stock-sheet.ts'

/** Announces that a topic moved to `rev`; carries no data. */
export type Nudge = { topic: StoreTopic; rev: number }

/** The result of a write: its value, and the topics that it moved, which `published.ts` publishes. */
export type Written<T> = {
  value: T
  moved: Nudge[]
  /** The batch of its entries in the history; absent if the write changed nothing. */
  batch?: string | undefined
}

/** What a write answers. */
type Writing<T> = Promise<Written<T>>

/** A change as the history keeps it. `id` and `batch` are UUIDv7 and sort by time. */
export type Entry = NewEntry & {
  id: string
  batch: string
  at: number
  by: Maker
  /** The club as which the author acted; `null` for everybody else. */
  asClub: ClubId | null
  /** The batch that this entry took back. */
  undoes: string | null
}

/** A person as the author of an entry. */
export type Author = { id: PersonId; name: string; email: string; access: string }

/** An entry with the present names of everything in it. An author without an account has no name. */
export type ListedEntry = Entry & {
  author: Author | null
  /** The person who was made or changed. */
  person: Author | null
  clubName: string | null
  /** The verified address of the club's longest-standing enabled person. */
  clubEmail: string | null
  itemName: string | null
  /** How many units of the line the club asks for now; of a deleted line, what it asked for last. */
  ordered: number | null
  undone: {
    at: number
    by: Maker
    asClub: ClubId | null
    author: Author | null
    batch: string
    /** Whether the club of the line reads nothing of it. */
    isHidden: boolean
  } | null
  /** How many older entries of its batch the page leaves out. */
  more?: number
}

/** Which entries to list; absent filters let everything through. */
export type HistoryFilter = {
  /** The lines and the people of a club. */
  club?: ClubId
  item?: string
  line?: string
  kinds?: readonly EntryKind[]
  by?: NonNullable<Maker> | 'clock'
  batch?: string
  /** From the change after the end of the edition before until the change that ended this one. */
  edition?: string
  /** What this club may read: entries of its lines without decisions that are hidden from it, and turns of ordering. */
  readableBy?: ClubId
}

/** The revision of each club and each item that a reader of the board has. */
export type BoardRevs = { clubs: ReadonlyMap<string, number>; items: ReadonlyMap<string, number> }

/** Data and the revision of its topic, read in one snapshot. */
export type Listed<T> = { rev: number; rows: T }

export type Club = { id: ClubId; name: string; state: ClubState }

export type Account = {
  id: PersonId
  email: string
  /** The club of a coordinator; `null` for an administrator. */
  clubId: ClubId | null
  /** The present name of the club; an administrator's is `DEPARTMENT`. */
  clubName: string
  /** Since when the person belongs to the club, in milliseconds since 1970. */
  joinedAt: number | null
  cordName: string
  mobile: string
  /** `user` or `bosslevel`; the portal refuses any other stored value everywhere. */
  access: string
  disabled: boolean
  /** A change of the password, the role or the disabled state raises this number; tokens with a lower one end. */
  ver: number
  passwordHash: string
  /** Whether mails tell the account what others changed in its order. */
  orderMails: boolean
  /** The day of the last sign-in, YYYY-MM-DD; `""` before the first one. */
  seen: string
}

/** An invitation to a club, or to the administrators if `clubId` is `null`. Ended ones are kept for a while, because they count. */
export type Invitation = {
  id: string
  email: string
  clubId: ClubId | null
  by: PersonId
  isByAdministrator: boolean
  at: number
  endedAt: number | null
}

/** An open invitation with the present names in it. */
export type ListedInvitation = Invitation & { clubName: string | null; author: Author | null }

/** A new coordinator joins the club `clubId`, or founds one of the name `clubName`; a new administrator does neither. */
export type NewAccount = Pick<
  Account,
  'email' | 'clubName' | 'cordName' | 'mobile' | 'access' | 'passwordHash'
> & { clubId?: ClubId | undefined }
/** Who becomes a coordinator joins the club `clubId`, or founds one of the name `clubName`; who becomes an administrator leaves the club. */
export type AccountChange = Partial<
  Pick<Account, 'cordName' | 'mobile' | 'access' | 'disabled' | 'passwordHash' | 'clubName'>
> & { clubId?: ClubId | undefined }

export type CodePurpose = 'register' | 'reset'

/** The reply as JSON text. `replayed`: the store kept it from the first request with this key. */
export type Answered = { body: string; replayed: boolean }

/** A key that the client chose; `bodyHash` tells a repeated request from another one with the same key. */
export type Idempotency = { key: string; bodyHash: string }

/**
 * A call whose reply, which its `toAnswer` makes, is kept under the key for 24 hours. Each throws `key_reused` for a key of another request.
 */
export type KeyedCall = { actorId: PersonId; idempotency?: Idempotency; now: number }
/** `toAnswer` gets the changed and new lines, unsorted, and the batch of the write, `undefined` if nothing changed. */
type LinesCall = KeyedCall & { toAnswer: (lines: Line[], batch: string | undefined) => string }

/**
 * The subject of a queued mail. `reset` carries a code; `order_changed` tells a club what others changed in its order; the others notify an
 * account of a new password, another role, or an administrator's sign-in from an unknown browser.
 */
export type MailPurpose = ListedPurpose | 'reset'
export type NoticePurpose = Exclude<
  ListedPurpose,
  'order_changed' | 'new_administrator' | 'invitation'
>

/** A waiting mail. `attempts` counts failed tries; `queuedAt` is in milliseconds since 1970. */
export type Mail = {
  id: string
  to: string
  purpose: MailPurpose
  /** The id of the code in a `reset` mail; `arm` makes that code new for each delivery. `null` for every other purpose. */
  codeId: string | null
  /** The reader of an `order_changed` mail, or the administrator whom a `new_administrator` mail is about. `null` for every other purpose. */
  personId: PersonId | null
  /** The invitation of an `invitation` mail. `null` for every other purpose. */
  invitationId: string | null
  /** What an `order_changed` mail tells. `null` for every other purpose. */
  digest: Digest | null
  /** False for an address without an account: its mail takes the same steps but is never sent, so that timing reveals nothing. */
  deliver: boolean
  attempts: number
  queuedAt: number
}

/** A mail as administrators see it. `error` is the last fault of the mail server, without any address. */
export type ListedMail = Pick<Mail, 'id' | 'to' | 'attempts' | 'queuedAt'> & {
  clubName: string | null
  purpose: ListedPurpose
  state: MailState
  dueAt: number
  error: string | null
}

/** A code that somebody typed: its hash under each accepted key, and the client. */
export type TriedCode = { hashes: readonly string[]; client: CodeClient; now: number }

/** Accounts, their sessions and ended tokens. */
export interface AccountStore {
  /** Creates the account, and the club and its cart if it founds one; `null` if the address has an account already. Trims and lower-cases `email`. */
  create(account: NewAccount): Promise<Account | null>
  /** False for a new store. */
  hasAny(): Promise<boolean>
  find(by: { id: PersonId } | { email: string }): Promise<Account | null>
  /** The club that an id means: the club with that id, else the club of the person with that id. */
  clubOf(id: string): Promise<ClubId | null>
  /** The clubs of this name, compared by `nameKey`. */
  clubsNamed(name: string): Promise<Club[]>
  /**
   * Writes the given fields. Raises `ver` if password, role or disabled state change, and queues a mail about a new password or role. `null`
   * if the address has no account, or if its `ver` is not `ofVer`: the session that asks has ended. `by` is the author; the command line if absent.
   * A person who is disabled, or leaves a club or the administrators, takes along the mails that wait and the invitations that they sent.
   */
  change(
    email: string,
    change: AccountChange,
    now: number,
    by?: NonNullable<Maker>,
    ofVer?: number,
  ): Promise<Written<Account> | null>
  setOrderMails(personId: PersonId, orderMails: boolean): Promise<void>
  /** Keeps the day of a sign-in. Repeating it writes nothing. */
  sawOn(personId: PersonId, day: string): Writing<void>
  /** Replaces the hash of an unchanged password by a stronger one, if `before` is still stored. Sessions continue. */
  renewPasswordHash(personId: PersonId, before: string, after: string): Promise<void>
  /** Every request reads it. */
  readSession(personId: PersonId, jti: string): Promise<{ account: Account; ended: boolean } | null>
  /** Ends one token. The record is kept until `expiresAt`. */
  endToken(jti: string, personId: PersonId, expiresAt: number): Promise<void>
}

/** Mailed codes of registration and password reset. */
export interface CodeStore {
  /**
   * Counts a request for a code; throws `too_many_requests`. With `codeHash` the code is valid at once for ten minutes. Without it the same write
   * also queues a `reset` mail, which `deliver: false` never sends.
   */
  request(request: {
    email: string
    purpose: CodePurpose
    client: CodeClient
    now: number
    codeHash?: string
    deliver?: boolean
  }): Promise<{ codeId: string }>
  /** Removes a request whose mail could not be sent: it no longer counts, and the previous code is valid again. */
  withdraw(codeId: string): Promise<void>
  /**
   * Spends a register code and creates the account in one step: it joins where an open invitation of its address leads, which is spent too, else it
   * founds a club. Throws `invalid_code`; a wrong code costs a try.
   */
  register(account: NewAccount, tried: TriedCode): Promise<Account>
  /**
   * Spends a reset code, sets the password, ends older tokens and queues the mail about it, in one step. Throws `invalid_code`; a wrong code
   * costs a try. Without a password it only checks the code: a right one stays valid.
   */
  resetPassword(email: string, passwordHash: string | null, tried: TriedCode): Promise<void>
  /** Gives a queued mail a new code, valid for ten minutes. Earlier tries stay counted. */
  arm(codeId: string, codeHash: string, now: number): Promise<void>
}

/** Clubs, the people in them, and whom they invite. */
export interface PeopleStore {
  /**
   * All clubs by name, without those that wait and have neither people nor lines; administrators; and the newest 200 open invitations, newest first. `rev` is the
   * sum of those of `people` and `carts`.
   */
  list(now: number): Promise<
    Listed<{
      clubs: PeopledClub[]
      administrators: Person[]
      invitations: ListedInvitation[]
      mode: RegistrationMode
    }>
  >
  /** One club with its cart's id, its enabled people and its open invitations; `null` if there is none. */
  readClub(
    clubId: ClubId,
    now: number,
  ): Promise<{
    club: Club
    cartId: string
    people: Person[]
    invitations: ListedInvitation[]
  } | null>
  setRegistration(mode: RegistrationMode, actorId: PersonId, now: number): Writing<RegistrationMode>
  /**
   * Invites an address, in place of an earlier invitation to the same club, and queues its mail. The same happens for an address with an account.
   * Throws `not_found` (no such club), `club_waiting`, `too_many_requests`, `invalid` (the club has no room).
   */
  invite(
    invited: { email: string; clubId: ClubId | null },
    actorId: PersonId,
    now: number,
  ): Writing<ListedInvitation>
  /** Ends an open invitation; `ofClub`: only one to this club is found. Throws `not_found`. */
  endInvitation(id: string, ofClub: ClubId | null, actorId: PersonId, now: number): Writing<void>
  /** An invitation and whether it is open, for its mail. `hasAccount`: the address has an account. */
  findInvitation(
    id: string,
    now: number,
  ): Promise<(ListedInvitation & { isOpen: boolean; hasAccount: boolean }) | null>
  /** Renames or approves a club, and disables or enables all its people. An approval queues a mail to them. Throws `not_found`. */
  changeClub(
    clubId: ClubId,
    change: {
      name?: string | undefined
      state?: 'active' | undefined
      disabled?: boolean | undefined
    },
    actorId: PersonId,
    now: number,
  ): Writing<PeopledClub>
  /**
   * Disables or enables a person, or moves a coordinator to another club. Throws `not_found`, `invalid` (an administrator is in no club),
   * `last_administrator`.
   */
  changePerson(
    id: PersonId,
    change: { disabled?: boolean | undefined; clubId?: ClubId | undefined },
    actorId: PersonId,
    now: number,
  ): Writing<Account>
}

/** The queue of waiting mails. */
export interface MailStore {
  /** Queues a mail that notifies an account of a change. */
  queue(to: string, purpose: NoticePurpose, now: number): Promise<void>
  /**
   * Queues the mails about orders that are due: `delayMs` after others changed something first, at once after an announcement. One
   * transaction for each club writes what differs from what the club knows, and from then on the club knows it. Answers when the next mail
   * is due, or `null`. With `delayMs` null no mail is queued, and all clubs know what they see.
   */
  queueOrderMails(delayMs: number | null, now: number): Promise<number | null>
  /**
   * Leases the next due mail to the caller until `now + leaseMs`; `null` if none is due. A mail whose lease ended three times, and nobody knows
   * how, is given up: the server may have stopped because of it.
   */
  claim(now: number, leaseMs: number): Promise<Mail | null>
  /** When the next waiting mail is due, or `null`. */
  nextAt(): Promise<number | null>
  /** Ends a mail. */
  markSent(id: string, refusal?: { error: string }): Promise<void>
  /** Counts a failed try; `retryAt: null` gives the mail up. */
  markFailed(id: string, retryAt: number | null, error?: string): Promise<void>
  /** The newest 200 mails that are not sent, and mails about orders; without those that carry a code and those that are never delivered. */
  list(): Promise<ListedMail[]>
  /** Makes a listed mail due now, and new; false if there is none or it was sent. */
  sendAgain(id: string, now: number): Promise<boolean>
}

/** The stock. The caller has checked names, quantities and texts with `rules/item.ts` and trimmed them. */
export interface StockStore {
  /** Enabled items in list order. Topic `catalogue`. */
  listCatalogue(): Promise<Listed<CatalogueItem[]>>
  /** Every item in list order. Topic `inventory`. */
  list(): Promise<Listed<StockItem[]>>
  /** Every item with sums over live lines, in one snapshot. `rev` is the sum of those of `inventory` and `carts`, so it grows with either. */
  listSummary(): Promise<Listed<StockSummary[]>>
  /** Throws `name_taken`. */
  add(item: NewItem, actorId: PersonId, now: number): Writing<StockItem>
  /** Throws `not_found`, `name_taken`, or `changed_meanwhile` if the stored `rev` is another; its `current` has the stored row. */
  edit(
    id: string,
    change: { rev: number } & Partial<ItemValues>,
    actorId: PersonId,
    now: number,
  ): Writing<StockItem>
  /**
   * Adds and changes the items of a sheet as `rules/stock-sheet.ts` decides. The store remembers the `sheet` of a count that changed something.
   * Throws `changed_meanwhile` for a count of a sheet that was saved and not undone.
   */
  saveSheet(
    saving: KeyedCall & {
      mode: SheetMode
      sheet?: string
      rows: readonly SheetRow[]
      toAnswer: (saved: { batch: string | undefined; added: number; changed: number }) => string
    },
  ): Writing<Answered>
  /** Sets status and remark of items, all or nothing. Answers the changed rows in list order. Throws `not_found`. */
  note(notes: StockNote[], actorId: PersonId, now: number): Writing<StockSummary[]>
}

/**
 * The switches for every club: one opens and closes ordering, and turns by itself at the times that are set; one holds decisions back. Topic
 * `ordering`.
 */
export interface OrderingStore {
  /** The switch as it was turned last; `rules/window.ts` says what the clock has made of it since. */
  read(): Promise<Listed<PresentOrdering>>
  /** Writes the turns of the clock that are due. Of several instances one writes each of them. */
  turnByClock(now: number): Writing<PresentOrdering>
  /** Setting it to what it is already moves nothing. Writes the turns of the clock that are due first. */
  set(isOpen: boolean, actorId: PersonId, now: number): Writing<PresentOrdering>
  /**
   * Turns the switch to what the window says of `now`. A window that changes nothing moves nothing. Throws `changed_meanwhile` if the stored one
   * is another than `seen`.
   */
  setWindow(
    window: OrderingWindow,
    actorId: PersonId,
    now: number,
    seen?: OrderingWindow,
  ): Writing<PresentOrdering>
  /** Sets the pick-up words; `""` clears them. Setting them to what they are moves nothing. */
  setPickup(pickup: string, actorId: PersonId, now: number): Writing<PresentOrdering>
  /**
   * Gives the screen in the store room a key, of which the store keeps the hash, in place of the one before; `null` ends that. Answers the batch of
   * the write; `undefined` if there was no key to end.
   */
  setPickupKey(
    hash: string | null,
    actorId: PersonId,
    now: number,
  ): Promise<{ batch: string | undefined }>
  /** Whether the screen has the key with this hash. Compares in constant time. */
  isPickupKey(hash: string): Promise<boolean>
  /** Whether decisions are held back from now on. Ending it announces all that is held, in the same transaction. */
  hold(decisionsHeld: boolean, actorId: PersonId, now: number): Writing<{ decisionsHeld: boolean }>
}

/** Who deletes lines, when and why; the club reads the reason. `isOwn`: a club withdraws lines of its own cart. */
export type Removal = { actorId: PersonId; now: number; reason: string; isOwn?: boolean }

/** Clubs' orders, and what administrators decide about them. */
export interface OrderStore {
  /**
   * Adds rows to a club's order as `rules/place.ts` decides, and gives units of them at once as `rules/allot.ts` does. `isLate`: the switch does
   * not matter. Throws also `ordering_disabled`, `too_many_requests` (`rules/quota.ts`), `club_waiting`, `unauthorized` (the person has left the
   * club), `not_found` (no club has this id), `changed_meanwhile` (the edition is not the current one).
   */
  place(
    order: LinesCall & {
      clubId: ClubId
      rows: LineRequest[]
      isLate?: boolean
      /** The edition that the order is for; without it the current one. */
      edition?: string | undefined
    },
  ): Writing<Answered>
  /** Gives and takes back units, sets statuses and remarks as `rules/allot.ts` decides. `note` stands in each entry. */
  allot(
    allotment: LinesCall & { decisions: LineChange[]; note?: string | undefined },
  ): Writing<Answered>
  /** Hands things of one club's lines over to `to`, as `rules/hand-over.ts` decides. */
  handOver(
    handing: LinesCall & { clubId: ClubId; to: string; rows: readonly HandOverRow[] },
  ): Writing<Answered>
  /** `rev` is the sum of those of `inventory` and `carts`. */
  handout(): Promise<Listed<Handout>>
  /** `rev` is the sum of those of `ordering` and `carts`. */
  pickup(): Promise<Listed<Pickup>>
  /**
   * Corrects a live line as `rules/correct.ts` decides. `isOwn`: a club corrects its own line, which it may while ordering is open; any other line
   * is not found. `toReader` shows a line to the person who asks. Throws also `ordering_disabled`, `club_waiting`, `too_many_requests`.
   */
  correct(correction: {
    lineId: string
    correction: Correction
    actorId: PersonId
    isOwn: boolean
    toReader: (line: Line) => OrderLine
    now: number
  }): Writing<Line>
  /** Lets these clubs, or all, see what is held back. `message` stands in each entry. Throws `not_found`. */
  announce(announcement: {
    clubIds?: readonly ClubId[]
    message?: string
    actorId: PersonId
    now: number
  }): Writing<{ clubs: number; lines: number }>
  /** Clubs with a live line that is ahead of what they see, in the order of `listCarts`, with these lines in list order. Topic `carts`. */
  listHeld(): Promise<Listed<HeldLines[]>>
  /** The first answer to a key of this person, or `null`. Throws `key_reused`. */
  findAnswer(actorId: PersonId, idempotency: Idempotency, now: number): Promise<string | null>
  /** A club's live lines in list order; `null` when there is no such club. Topic `orders:<id>`. */
  read(clubId: ClubId): Promise<Listed<Line[]> | null>
  /** Carts with a live line, sorted by the time of their first live line. Topic `carts`. */
  listCarts(): Promise<Listed<CartSummary[]>>
  /** Every live custom line in list order, and who asks for it. Topic `carts`. */
  listCustomLines(): Promise<Listed<(Line & WhoAsks)[]>>
  /**
   * Every live line of a stock item by club, and the items that have one. `rev` is the sum of those of `inventory` and `carts`. With `known`:
   * only clubs and items whose revision is another there; a club without a live line comes without lines.
   */
  board(known?: BoardRevs): Promise<Listed<Board>>
  /**
   * Deletes a cart's live lines. The rows stay, marked as deleted; units that were given and not delivered return to the shelf. Repeating it
   * changes nothing. Throws `not_found`.
   */
  removeCart(cartId: string, removal: Removal): Writing<void>
  /**
   * The same for one line, named by its id or its item's name. A club may name its own cart by its own id. Throws `not_found`,
   * `ordering_disabled`, `already_handed_over`.
   */
  removeLine(cartId: string, line: string, removal: Removal): Writing<void>
}

/** The lines of a club of which something is held back. */
export type HeldLines = Pick<WhoAsks, 'user_id' | 'clubName' | 'email'> & { lines: Line[] }

/** An edition. The current one has no end. */
export type Edition = EditionName & { beganAt: number; endedAt: number | null }

/** Counts are of lines that were not deleted, and of the clubs that have one. */
export type CountedEdition = Edition & { clubs: number; lines: number }

/** The orders of an edition, by the names of their clubs: present ones, or those of the day on which it ended. */
export type EditionOrders = {
  edition: Edition
  clubs: (Pick<WhoAsks, 'user_id' | 'clubName' | 'cordName'> & { lines: Line[] })[]
}

/**
 * The festivals that orders are for. Of the lists, `rev` is the sum of those of `ordering` and `carts`; with `clubId`, of that club's `orders`
 * instead of `carts`.
 */
export interface EditionStore {
  /** The newest first. `clubId`: the current one and those in which this club has lines, with the counts of its own. */
  list(clubId?: ClubId): Promise<Listed<CountedEdition[]>>
  /**
   * The clubs that have lines, or the named one alone; `null` for an edition that `list` does not have. Lines are in any order: sorting those of all clubs
   * at once would block everybody.
   */
  read(id: string, clubId?: ClubId): Promise<Listed<EditionOrders> | null>
  /** Stock items in every edition, newest first and in list order, with present names. `rev` is the sum of those of `inventory`, `carts` and `ordering`. */
  demand(): Promise<Listed<Demand[]>>
  /** Renames the current edition. Its present name changes nothing. Throws `name_taken`. */
  rename(name: string, actorId: PersonId, now: number): Writing<EditionName>
  /**
   * Ends the current edition and begins the next one: ordering closes, its times and its message go, nothing is held back, and all lines stay with
   * the ended edition, without the units that go back to the shelf. Mails tell what was announced and not told yet; without `orderMails` clubs
   * know what they see. Throws `changed_meanwhile` if `edition` is not the current one, `name_taken`, `decisions_held`, `invalid`.
   */
  end(
    ending: KeyedCall & {
      edition: string
      next: string
      leftovers: Leftovers
      orderMails: boolean
      toAnswer: (batch: string, edition: EditionName, ended: Ended) => string
    },
  ): Writing<Answered>
}

/** The record of every change. Each write adds its entries in its own transaction; nothing changes or deletes one. */
export interface HistoryStore {
  /**
   * Entries newest first, before the entry `before` if given. A page has whole batches: it ends with the batch in which `limit` is reached, or
   * earlier after so many entries that do not match. Of a batch it holds the newest 200; the last of them says in `more` how many are left out.
   * A filter by `batch` reads on in it, `limit` at a time. `next` is the `before` of the next page, or `null`.
   */
  list(query: {
    filter: HistoryFilter
    before?: string
    limit: number
  }): Promise<{ entries: ListedEntry[]; next: string | null }>
  /** Accounts that made an entry, by name. */
  listPeople(): Promise<HistoryPerson[]>
  /** Turns of ordering from `from` until before `to`, oldest first, with the last one before `from`; of the newest 1,000 turns. */
  listTurns(span: { from: number; to: number }): Promise<ListedEntry[]>
  /** The remarks and reasons that administrators used most since a time, most used first; of the newest 2,000 entries that can have one. */
  listRemarks(since: number, limit: number): Promise<string[]>
  /**
   * Takes a batch back as `rules/undo.ts` decides, as a batch of its own; with `isRest` without the rows that something stands against, which
   * `toAnswer` gets. A batch is taken back once, whole or in part. Throws also `not_found`, `already_undone`. The ending of an edition is taken
   * back while nobody has had a line in the next one, which vanishes; ordering stays closed.
   */
  undo(
    undoing: KeyedCall & {
      batch: string
      isRest?: boolean
      toAnswer: (batch: string, refused: readonly FieldProblem[]) => string
    },
  ): Writing<Answered>
}

/** Revisions, for the live channel and for ETags. */
export interface LiveStore {
  /** The revision of one topic; cheap. `null` for the order of an unknown club. */
  readRev(topic: StoreTopic): Promise<number | null>
  /** Revisions, accounts and ended tokens in one read, to find changes whose nudge was lost. Leaves out unknown accounts. */
  pulse(held: { personIds: PersonId[]; jtis: string[] }): Promise<{
    revs: Record<CountedTopic, number>
    accounts: {
      id: PersonId
      ver: number
      access: string
      disabled: boolean
      clubId: ClubId | null
      /** Of the club's order. */
      ordersRev: number
    }[]
    endedJtis: string[]
  }>
}

/** Health, cleaning and verification. */
export interface UpkeepStore {
  /** Throws `store_unavailable` if the store takes no writes. */
  ping(): Promise<void>
  /** Deletes kept answers, codes, ended tokens and sent mails that are past their time. */
  purge(now: number): Promise<void>
  /** Checks every invariant; each entry of `broken` names a row and the rule that it breaks. */
  verify(): Promise<{ checked: string[]; broken: string[] }>
}

/**
 * The durable store, in areas. One method is one atomic change: it decides, writes and records together, or it throws a `Refusal` and
 * writes nothing. A write is durable once its promise resolves. `now` is in milliseconds since 1970. Ids are UUIDv7. Both adapters pass
 * `tests/contract/store`.
 */
export interface Store {
  readonly epoch: string
  readonly accounts: AccountStore
  readonly codes: CodeStore
  readonly people: PeopleStore
  readonly mail: MailStore
  readonly stock: StockStore
  readonly ordering: OrderingStore
  readonly orders: OrderStore
  readonly editions: EditionStore
  readonly history: HistoryStore
  readonly live: LiveStore
  readonly upkeep: UpkeepStore
  close(): Promise<void>
}
