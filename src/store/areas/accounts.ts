import { asClubId, asPersonId, type ClubId, type PersonId } from '#src/contract/ids.ts'
import type { ClubState } from '#src/contract/people.ts'
import {
  accountChangedEntry,
  accountMadeEntry,
  invitationEndedEntry,
  type Maker,
  type NewEntry,
  TOOL,
} from '#src/rules/entries.ts'
import { emailKey, nameKey } from '#src/rules/names.ts'
import { changedAccount, noticesOf } from '#src/rules/notices.ts'
import { clubToJoin, inClub, isLead, isOpenInvitation, lossOf } from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { Account, AccountChange, AccountStore, Club, NewAccount } from '../port.ts'
import type { Database, Done, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { byCart } from './lines.ts'

/** The club of an id, or a new one with its cart. A club has the id of its founder, unless they founded another one before. */
function* clubFor(
  { clubs }: Tables,
  personId: PersonId,
  wanted: ReturnType<typeof clubToJoin>,
  state: ClubState,
): Work<Club | null> {
  if (wanted === null) return null
  if ('id' in wanted) {
    const club = yield* ask(clubs.find(wanted.id))
    if (!club) throw notFound('This club')
    return club
  }
  const own = asClubId(personId)
  const isFounder = (yield* ask(clubs.find(own))) !== null
  const id = isFounder ? asClubId(Bun.randomUUIDv7()) : own
  const club = { id, name: wanted.name, state }
  yield* ask(clubs.add(club))
  return club
}

/** The administrators who can sign in. */
export function* enabledLeads({ accounts }: Tables): Work<Account[]> {
  const outsiders = yield* ask(accounts.ofClubs([null]))
  return outsiders.filter((account) => isLead(account) && !account.disabled)
}

/** Tells all other administrators of a new one. */
function* tellLeads(tables: Tables, { id: personId }: Account, now: number): Work<void> {
  for (const { id, email: to } of yield* enabledLeads(tables))
    if (id !== personId)
      yield* ask(tables.mails.queue({ to, purpose: 'new_administrator', personId }, now))
}

/** Raises the revisions of these clubs' orders: the lists of orders show the names of a club and its people. */
export function* moveClubs({ carts }: Tables, ids: readonly (ClubId | null)[]): Work<void> {
  const named = new Set(ids.filter((id) => id !== null))
  yield* ask(carts.write(byCart(yield* ask(carts.ofClubs([...named])), [])))
}

/**
 * Writes a change without the history: answers the account after it, and its entries. Queues the mails that notify people of it. A person who
 * is disabled, or leaves, takes along the mails that wait and the invitations that they sent.
 */
export function* writeAccount(
  tables: Tables,
  account: Account,
  change: AccountChange,
  now: number,
): Work<{ after: Account; entries: NewEntry[] }> {
  const { accounts, invitations, mails } = tables
  const { clubId, clubName, ...fields } = change
  const { access = account.access } = fields
  const wanted = clubToJoin(access, { clubId, clubName }, account.clubId)
  const stays = wanted !== null && 'id' in wanted && wanted.id === account.clubId
  const after = changedAccount(account, {
    ...fields,
    ...(!stays && inClub(yield* clubFor(tables, account.id, wanted, 'active'), now)),
  })
  yield* ask(accounts.change(after))
  const loss = lossOf(account, after)
  if (loss.mails !== 'none') yield* ask(mails.drop(account.email, loss.mails))
  for (const purpose of noticesOf(account, after))
    yield* ask(mails.queue({ to: account.email, purpose }, now))
  if (isLead(after) && !isLead(account)) yield* tellLeads(tables, after, now)
  const sent = loss.invitations ? yield* ask(invitations.ofAuthor(account.id)) : []
  const ended = sent.filter((invitation) => isOpenInvitation(invitation, now))
  yield* ask(invitations.end(ended, now))
  const entry = accountChangedEntry(account, after)
  return { after, entries: [...(entry ? [entry] : []), ...ended.map(invitationEndedEntry)] }
}

/** The same with the history. `by` is the author, `null` for the account itself. */
export function* changeAccount(
  tables: Tables,
  account: Account,
  change: AccountChange,
  { by, now }: { by: Maker; now: number },
): Work<Done<Account>> {
  const wished = { ...account, ...change, clubId: change.clubId ?? account.clubId }
  if (Bun.deepEquals(wished, account)) return { value: account }
  // First: of two transactions of MongoDB that write a cart the later one is aborted, and a club may order all the time.
  yield* moveClubs(tables, [account.clubId, wished.clubId])
  const { after, entries } = yield* writeAccount(tables, account, change, now)
  return { value: after, batch: yield* ask(tables.entries.add({ by, at: now, entries })) }
}

/**
 * `by` is the author, `null` for the account itself; `state` is that of a club that the account founds; `beside`: what else the batch tells.
 * Answers `null` if the address has an account already.
 */
export function* createAccount(
  tables: Tables,
  { clubId, clubName, ...given }: NewAccount,
  making: { by: Maker; now: number; state?: ClubState; beside?: readonly NewEntry[] },
): Work<Account | null> {
  const { accounts, entries } = tables
  const { by, now, state = 'active', beside = [] } = making
  const email = emailKey(given.email)
  if (yield* ask(accounts.find({ email }))) return null
  const id = asPersonId(Bun.randomUUIDv7())
  const wanted = clubToJoin(given.access, { clubId, clubName })
  if (wanted && 'id' in wanted) yield* moveClubs(tables, [wanted.id])
  const club = yield* clubFor(tables, id, wanted, state)
  const account: Account = {
    ...given,
    id,
    email,
    ...inClub(club, now),
    disabled: false,
    ver: 1,
    orderMails: true,
    seen: '',
  }
  yield* ask(accounts.add(account))
  const made = [accountMadeEntry(account), ...beside]
  yield* ask(entries.add({ by: by ?? id, at: now, entries: made }))
  if (isLead(account)) yield* tellLeads(tables, account, now)
  return account
}

/** The area `accounts`, but for `readSession`. */
export function openAccounts({ read, write }: Database): Omit<AccountStore, 'readSession'> {
  /** A write of one row that has no place in the history. */
  const set = async (work: (tables: Tables) => ReturnType<Tables['accounts']['change']>) => {
    await write(function* (tables) {
      yield* ask(work(tables))
      return { value: undefined }
    })
  }
  return {
    async create(account) {
      const { value } = await write(function* (tables) {
        return { value: yield* createAccount(tables, account, { by: TOOL, now: Date.now() }) }
      })
      return value
    },
    hasAny: () => read(({ accounts }) => ask(accounts.hasAny())),
    find: (by) => read(({ accounts }) => ask(accounts.find(by))),
    clubOf: (id) =>
      read(function* ({ accounts, clubs }) {
        const club = yield* ask(clubs.find(asClubId(id)))
        return club?.id ?? (yield* ask(accounts.find({ id: asPersonId(id) })))?.clubId ?? null
      }),
    clubsNamed: (name) =>
      read(function* ({ clubs }) {
        return (yield* ask(clubs.all())).filter((club) => nameKey(club.name) === nameKey(name))
      }),
    async change(email, change, now, by = TOOL, ofVer) {
      const { value, ...written } = await write<Account | null>(function* (tables) {
        const before = yield* ask(tables.accounts.find({ email }))
        if (!before || before.ver !== (ofVer ?? before.ver)) return { value: null }
        return yield* changeAccount(tables, before, change, { by, now })
      })
      return value && { value, ...written }
    },
    setOrderMails: (id, orderMails) => set(({ accounts }) => accounts.set(id, { orderMails })),
    sawOn: (id, seen) =>
      write(function* ({ accounts }) {
        const account = yield* ask(accounts.find({ id }))
        if (account && account.seen !== seen) yield* ask(accounts.change({ ...account, seen }))
        return { value: undefined }
      }),
    renewPasswordHash: async (id, before, passwordHash) => {
      await write(function* ({ accounts }) {
        const account = yield* ask(accounts.find({ id }))
        if (account?.passwordHash === before) yield* ask(accounts.set(id, { passwordHash }))
        return { value: undefined }
      })
    },
    endToken: (id, personId, expiresAt) =>
      set(({ endedTokens }) => endedTokens.add({ id, personId, expiresAt })),
  }
}
