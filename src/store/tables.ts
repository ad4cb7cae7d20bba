import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { Line } from '#src/contract/line.ts'
import type { CatalogueItem, ItemValues, StockItem, StockSummary } from '#src/contract/records.ts'
import type { CountedTopic } from '#src/contract/topics.ts'
import type { Demand, EditionName, Leftovers } from '#src/contract/editions.ts'
import type { RegistrationMode } from '#src/contract/people.ts'
import type { CodeTries, CountedClient } from '#src/rules/codes.ts'
import type { Said, Since } from '#src/rules/digest.ts'
import type { Known } from '#src/rules/known.ts'
import type { ItemNote, Maker, NewEntry } from '#src/rules/entries.ts'
import type { Usage } from '#src/rules/quota.ts'
import type { PresentItem } from '#src/rules/undo.ts'
import type { PresentOrdering } from '#src/rules/window.ts'
import type {
  Account,
  Club,
  CodePurpose,
  Edition,
  EditionOrders,
  Entry,
  HistoryFilter,
  Invitation,
  Mail,
  Written,
} from './port.ts'
import type { Rows } from './transfer.ts'
import type { Soon, Work } from './work.ts'

/** A line, live or deleted, as a database keeps it, with the present name and unit of its item. */
export type LineRow = Rows['lines'] & Pick<Line, 'itemName' | 'unit'>

export type Cart = Rows['carts'] & {
  /** What the club's orders used of its quota; `null` until it orders. */
  usage: Usage | null
}

export type CartHead = Pick<Cart, 'id' | 'clubId' | 'rev'>

/** Lines to write by their ids, new ones too, and what else changes of their cart. */
export type CartChange = {
  cart: Cart
  lines: readonly LineRow[]
  usage?: Usage
  knownSince?: Since
}

/** `ahead` of what their club sees; `waiting` to be handed over; `ready` now, or by what their club may see. */
export type LiveLines = 'all' | 'custom' | 'ahead' | 'waiting' | 'ready'

export type ItemChange = {
  id: string
  after: Partial<ItemValues & ItemNote>
  /** Whether clubs see the change. */
  isInCatalogue: boolean
}

export type NewMail = Pick<Mail, 'to' | 'purpose'> &
  Partial<Pick<Mail, 'codeId' | 'personId' | 'invitationId' | 'digest' | 'deliver'>>

/** `leased`: whether an instance sends it now. */
export type MailRow = Rows['mails'] & { leased: boolean }

export type CodeRequest = CountedClient & { at: number }
export type ArmedCode = Rows['codes'] & { hash: string; armedAt: number }

/** Entries that meet a filter, whatever their edition, between two ids. */
export type EntryQuery = {
  filter: HistoryFilter
  after?: string | undefined
  before?: string | undefined
}

export type AskedLine = Pick<LineRow, '_id' | 'ownName' | 'ordered_quantity'>

/** The author, the time and the entries of one change; `undoes` is the batch that it takes back. */
export type NewBatch = { by: Maker; at: number; entries: readonly NewEntry[]; undoes?: string }

/**
 * What the areas of the store know of a database, within one transaction or one snapshot. A table knows which topics its writes move. Lists
 * come in any order.
 */
export type Tables = {
  topics: {
    /** The sum of the revisions of these topics. */
    rev(...topics: CountedTopic[]): Soon<number>
    /** The revision of a club's order; `null` for an unknown club. */
    orderRev(clubId: ClubId): Soon<number | null>
  }
  accounts: {
    hasAny(): Soon<boolean>
    find(by: { id: PersonId } | { email: string }): Soon<Account | null>
    withIds(ids: readonly PersonId[]): Soon<Account[]>
    /** The longest-standing of a club first. */
    all(): Soon<Account[]>
    /** The people of these clubs, the longest-standing of each first; `null` stands for those of no club. */
    ofClubs(ids: readonly (ClubId | null)[]): Soon<Account[]>
    add(account: Account): Soon<unknown>
    change(account: Account): Soon<unknown>
    /** The same for what no list of people shows. */
    set(id: PersonId, fields: Partial<Pick<Account, 'orderMails' | 'passwordHash'>>): Soon<unknown>
    /** Forgets the mobile numbers of disabled people. */
    forgetNumbers(): Soon<unknown>
  }
  endedTokens: {
    add(token: Rows['endedTokens']): Soon<unknown>
    /** Those of these ids that have ended. */
    find(ids: readonly string[]): Soon<string[]>
  }
  clubs: {
    find(id: ClubId): Soon<Club | null>
    /** By name. */
    all(): Soon<Club[]>
    /** With its cart. */
    add(club: Club): Soon<unknown>
    change(club: Club): Soon<unknown>
  }
  /** How people register. */
  people: {
    mode(): Soon<RegistrationMode>
    setMode(mode: RegistrationMode): Soon<unknown>
    /** Moves the topic `people`. */
    moved(): void
  }
  invitations: {
    find(id: string): Soon<Invitation | null>
    /** The newest open ones, or those to one club, newest first. */
    open(now: number, clubId?: ClubId): Soon<Invitation[]>
    /** Those that `checkInvitations` counts, ended ones too. */
    counted(invited: Pick<Invitation, 'email' | 'clubId'>, now: number): Soon<Invitation[]>
    ofAddress(email: string): Soon<Invitation[]>
    /** Those that somebody sent, and nobody ended. */
    ofAuthor(personId: PersonId): Soon<Invitation[]>
    add(invitation: Invitation): Soon<unknown>
    end(invitations: readonly Pick<Invitation, 'id'>[], now: number): Soon<unknown>
  }
  mails: {
    queue(mail: NewMail, now: number): Soon<unknown>
    /** Drops the mails to an address that are not sent: all, or those about orders. */
    drop(to: string, which: 'all' | 'orders'): Soon<unknown>
    dropOfCode(codeId: string): Soon<unknown>
    /** The one that waits and is due longest. */
    due(now: number): Soon<MailRow | null>
    /** When the next waiting one is due. */
    nextAt(): Soon<number | null>
    find(id: string): Soon<Omit<MailRow, 'digest'> | null>
    /** The newest that administrators see and that are not sent, or about orders. */
    newest(limit: number): Soon<Omit<MailRow, 'digest'>[]>
    set(
      id: string,
      fields: Partial<
        Pick<MailRow, 'state' | 'leased' | 'lost' | 'attempts' | 'error' | 'queuedAt' | 'dueAt'>
      >,
    ): Soon<unknown>
  }
  codes: {
    /** Makes two transactions at once that pass one of these gates conflict. */
    lock(gates: readonly string[], now: number): Soon<unknown>
    /** Requests since a time for an address, or by a client; the newest first. */
    askedFor(email: string, since: number): Soon<CodeRequest[]>
    askedBy(client: CountedClient, since: number): Soon<CodeRequest[]>
    /** Codes that were sent, the newest first. */
    armed(email: string, purpose: CodePurpose): Soon<ArmedCode[]>
    countTries(
      of: CountedClient & { codeId: string; email: string },
      today: { after: number; until: number },
    ): Soon<CodeTries>
    add(code: Rows['codes']): Soon<unknown>
    addTry(tried: Rows['codeTries']): Soon<unknown>
    spend(id: string): Soon<unknown>
    arm(id: string, hash: string, now: number): Soon<unknown>
    remove(id: string): Soon<unknown>
  }
  carts: {
    find(ids: readonly string[]): Soon<Cart[]>
    ofClubs(ids: readonly ClubId[]): Soon<Cart[]>
    /** Those with a live line of one of these items. */
    withItems(itemIds: readonly string[]): Soon<Cart[]>
    /** Those of which no mail has told what others changed; the longest-changed first, at most so many. */
    changed(limit?: number): Soon<Cart[]>
    /** Every cart, without what only writes need. */
    heads(): Soon<CartHead[]>
    /** The latest batch of entries about each club. */
    latest(): Soon<ReadonlyMap<ClubId, string>>
    /** How many live lines each club has. */
    sizes(): Soon<ReadonlyMap<ClubId, number>>
    /** Raises the revision of each cart, also without lines. */
    write(changes: readonly CartChange[]): Soon<unknown>
    /** Since when these clubs know all of their orders. Nothing is left to tell them. */
    setKnown(known: readonly { cart: Cart; knownSince: Since | null }[]): Soon<unknown>
  }
  lines: {
    /** Live ones, or deleted ones too. */
    find(ids: readonly string[], options?: { areDeleted: boolean }): Soon<LineRow[]>
    /** The live lines of a cart; with `keys` those that have one of these `lineKey`s. */
    ofCart(cartId: string, keys?: readonly string[]): Soon<LineRow[]>
    /** How many live lines a cart has, and how many of them are custom ones. */
    countOf(cartId: string): Soon<{ lines: number; custom: number }>
    /** The live lines of some kind, of these carts or of all. */
    live(which: LiveLines, cartIds?: readonly string[]): Soon<LineRow[]>
    /** Whether a cart once had a line of this id, or with one of these keys. */
    wasDeleted(cartId: string, id: string, keys: readonly string[]): Soon<boolean>
    /** Lines of these carts, live or deleted, that are not as their clubs know them. */
    untold(cartIds: readonly string[]): Soon<(LineRow & { known: Known })[]>
    /** What clubs ask for in these lines, deleted ones and those of ended editions too. */
    asked(ids: readonly string[]): Soon<AskedLine[]>
    /** The clubs of these carts know the lines as they are. */
    forget(cartIds: readonly string[]): Soon<unknown>
  }
  items: {
    all(): Soon<StockItem[]>
    /** The enabled ones. */
    catalogue(): Soon<CatalogueItem[]>
    /** Those with one of these ids, or one of these `nameKey`s. */
    find(ids: readonly string[], keys?: readonly string[]): Soon<PresentItem[]>
    /** Every item, or those with one of these ids, with the sums of its live lines. */
    summarize(ids?: readonly string[]): Soon<StockSummary[]>
    add(items: readonly StockItem[]): Soon<unknown>
    change(changes: readonly ItemChange[]): Soon<unknown>
    /** Takes units off shelves, below zero puts them back. */
    take(taken: ReadonlyMap<string, number>): Soon<unknown>
  }
  /** The switches and the times of ordering, and the screen in the store room. */
  ordering: {
    read(): Soon<{ ordering: PresentOrdering; rev: number }>
    /** Makes every order and every decision of this moment start again. Comes before all other writes. */
    lock(): Soon<unknown>
    write(ordering: PresentOrdering): Soon<unknown>
    /** The hash of the key of the screen. */
    keyHash(): Soon<string | null>
    setKeyHash(hash: string | null): Soon<unknown>
  }
  editions: {
    find(id: string): Soon<Edition | null>
    /** The current one first, then the newest. */
    all(): Soon<Edition[]>
    /** How many lines that were not deleted each cart of ended editions has: of one club, or of all. */
    pastCounts(clubId?: ClubId): Soon<{ edition: string; lines: number }[]>
    /** The orders of an ended edition, without deleted lines. */
    pastOrders(id: string, clubId?: ClubId): Soon<EditionOrders['clubs']>
    /** How much clubs asked for of each item in each edition; `edition` is `null` for the current one. */
    demand(): Soon<(Omit<Demand, 'edition' | 'itemName'> & { edition: string | null })[]>
    /** The one with this `nameKey`. */
    named(key: string): Soon<EditionName | null>
    /** The name of the ended edition to which one of these lines belongs; `null` if all are of the current one. */
    endedOf(lineIds: readonly string[]): Soon<string | null>
    /** The edition that a batch ended, and the first one that ended after it. */
    endedBy(batch: string): Soon<EditionName | null>
    endedAfter(batch: string): Soon<EditionName | null>
    /** The name of a club that has, or had, a line in the current edition. */
    clubWithLines(): Soon<string | null>
    /** Between which ids its part of the history is; `null` for an unknown one. */
    span(id: string): Soon<Pick<EntryQuery, 'after' | 'before'> | null>
    rename(id: string, name: string): Soon<unknown>
    begin(name: string, now: number): Soon<EditionName>
    /** Ends an edition, or lets it go on. */
    end(id: string, how: Pick<Rows['editions'], 'endedAt' | 'endedBatch'>): Soon<unknown>
    remove(id: string): Soon<unknown>
    /** Keeps all lines in these carts of an edition, and gives each club a new cart. Answers how many lines of how many clubs were live. */
    keepOrders(
      carts: readonly Rows['pastCarts'][],
      leftovers: Leftovers,
    ): Soon<{ clubs: number; lines: number }>
    /** Brings lines and carts of an edition back; `handedOver`: units of lines that its end handed over, as they were. */
    bringBack(id: string, handedOver: ReadonlyMap<string, number>): Soon<unknown>
  }
  /** The history. */
  entries: {
    /** Notes for which clubs the entries are news. Answers the id of the new batch, or `undefined` without entries. */
    add(batch: NewBatch): Soon<string | undefined>
    /**
     * The newest entries that match, newest first. A search that finds little ends after a bounded number of entries: then `end` is the id before
     * which it would go on.
     */
    find(query: EntryQuery, limit: number): Soon<{ entries: Entry[]; end: string | null }>
    count(query: EntryQuery): Soon<number>
    /** Those that took these back. */
    undoing(entries: readonly Entry[]): Soon<Entry[]>
    isUndone(batch: string): Soon<boolean>
    /** The people who made an entry. */
    makers(): Soon<PersonId[]>
    /** What clubs may read of decisions since the mail before, oldest first. */
    said(to: readonly Cart[]): Soon<(Said & { clubId: ClubId | null })[]>
  }
  sheets: {
    /** Who saved the count of a sheet, and when; `null` if nobody did, or it was taken back. */
    savedBy(id: string): Soon<{ by: string | null; at: number } | null>
    keep(id: string, batch: string): Soon<unknown>
  }
  answers: {
    find(personId: PersonId, key: string): Soon<Rows['answered'] | null>
    /** Replaces an expired one that is not purged yet. */
    keep(answer: Rows['answered']): Soon<unknown>
  }
}

/** What work did: its value, and the batch of its entries. */
export type Done<T> = { value: T; batch?: string | undefined }

export type WriteOptions = {
  /** A job that changes very many rows. */
  isLarge?: boolean
}

/** A database in which work runs. */
export type Database = {
  /** False lifts the limits on codes and orders per time. */
  rateLimits: boolean
  /** Runs work in a transaction, and again after a conflict, so it has no other effects. What throws writes nothing. */
  write<T>(work: (tables: Tables) => Work<Done<T>>, options?: WriteOptions): Promise<Written<T>>
  /** Runs reading work in one snapshot. */
  read<T>(work: (tables: Tables) => Work<T>): Promise<T>
}
