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
import { asClubId, asPersonId, type ClubId, type PersonId } from '#src/contract/ids.ts'
import { type ClubState, DEPARTMENT } from '#src/contract/people.ts'
import { clubToJoin, inClub, isLead, lossOf } from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  type Account,
  type AccountChange,
  type AccountStore,
  type Club,
  type NewAccount,
  type Nudge,
  type Written,
} from '../port.ts'
import { ACCOUNT_TABLE, columnsOf, insertInto, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { InvitationRows } from './invitations.ts'
import type { MailRows } from './mail.ts'
import type { Parts } from './parts.ts'
import type { Topics } from './topics.ts'

type AccountRow = Omit<Account, 'disabled' | 'orderMails' | 'clubName'> & {
  disabled: number
  orderMails: number
  clubName: string | null
}

/** SQLite looks through the whole history for entries of an id that is set, also when it stays the same. */
const { id: _id, ...VALUES } = ACCOUNT_TABLE

const COLUMNS = `${columnsOf(ACCOUNT_TABLE)}, (SELECT name FROM clubs WHERE id = club_id) AS clubName`

const toAccount = (row: AccountRow): Account => ({
  ...row,
  clubName: row.clubName ?? DEPARTMENT,
  disabled: row.disabled !== 0,
  orderMails: row.orderMails !== 0,
})

/** `state` is that of a club that the account founds. */
type Making = { by: Maker; now: number; state?: ClubState; beside?: readonly NewEntry[] }

type Stored = Omit<Account, 'clubName'>
function toStored(account: Account): Stored {
  const { clubName: _, ...stored } = account
  return stored
}

/** Creates and changes accounts inside a write, for the areas `accounts` and `codes`. */
export function openAccountRows(
  { prepare }: Connection,
  {
    mails,
    topics,
    entries,
    invitations,
  }: { mails: MailRows; topics: Topics; entries: Entries; invitations: InvitationRows },
) {
  const byId = prepare<AccountRow, [PersonId]>(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`)
  const byEmail = prepare<AccountRow, [string]>(`SELECT ${COLUMNS} FROM accounts WHERE email = ?`)
  const insert = prepare<unknown, Stored>(insertInto('accounts', ACCOUNT_TABLE))
  const insertClub = prepare('INSERT INTO clubs (id, name, state) VALUES (?, ?, ?)')
  const insertCart = prepare('INSERT INTO carts (id, club_id, rev) VALUES (?, ?, 0)')
  const clubById = prepare<Club, [ClubId]>('SELECT id, name, state FROM clubs WHERE id = ?')
  const enabledOutsiders = prepare<{ id: PersonId; email: string; access: string }, []>(
    'SELECT id, email, access FROM accounts WHERE club_id IS NULL AND disabled = 0',
  )
  const update = prepare<unknown, Stored>(`UPDATE accounts SET ${setTo(VALUES)} WHERE id = $id`)

  function find(by: { id: PersonId } | { email: string }): Account | null {
    const row = 'id' in by ? byId.get(by.id) : byEmail.get(emailKey(by.email))
    return row ? toAccount(row) : null
  }

  /** The club of an id, or a new one with its cart. A club has the id of its founder, unless they founded another one before. */
  function clubFor(
    personId: PersonId,
    wanted: ReturnType<typeof clubToJoin>,
    state: ClubState = 'active',
  ): Club | null {
    if (wanted === null) return null
    if ('id' in wanted) {
      const club = clubById.get(wanted.id)
      if (!club) throw notFound('This club')
      return club
    }
    const own = asClubId(personId)
    const id = clubById.get(own) ? asClubId(Bun.randomUUIDv7()) : own
    insertClub.run(id, wanted.name, state)
    insertCart.run(Bun.randomUUIDv7(), id)
    return { id, name: wanted.name, state }
  }

  /** Tells all other administrators of a new one. */
  function tellLeads({ id: personId }: Account, now: number): void {
    for (const { id, email, access } of enabledOutsiders.all())
      if (isLead({ access }) && id !== personId)
        mails.queue(email, 'new_administrator', now, { personId })
  }

  /** Moves the topics after a change of these clubs or their people. */
  function move(clubIds: readonly (ClubId | null)[]): Nudge[] {
    // The board shows the club's names with its order, at one revision.
    const carts = [...new Set(clubIds)].flatMap((id) => (id && topics.cartOf(id)) || [])
    return [...carts.map(topics.moveOrders), topics.move('carts'), topics.move('people')]
  }

  /**
   * Writes a change without the history: answers the account after it, and its entries. Queues the mails that notify people of it. A person who
   * is disabled, or leaves, takes along the mails that wait and the invitations that they sent.
   */
  function write(
    account: Account,
    change: AccountChange,
    now: number,
  ): { after: Account; entries: NewEntry[] } {
    const { clubId, clubName, ...fields } = change
    const { access = account.access } = fields
    const wanted = clubToJoin(access, { clubId, clubName }, account.clubId)
    const stays = wanted !== null && 'id' in wanted && wanted.id === account.clubId
    const after = changedAccount(account, {
      ...fields,
      ...(!stays && inClub(clubFor(account.id, wanted), now)),
    })
    update.run(toStored(after))
    const loss = lossOf(account, after)
    if (loss.mails !== 'none') mails.drop(account.email, loss.mails)
    for (const purpose of noticesOf(account, after)) mails.queue(account.email, purpose, now)
    if (isLead(after) && !isLead(account)) tellLeads(after, now)
    const ended = loss.invitations ? invitations.endOf(account.id, now) : []
    const entry = accountChangedEntry(account, after)
    return { after, entries: [...(entry ? [entry] : []), ...ended.map(invitationEndedEntry)] }
  }

  return {
    find,
    /** The administrators who can sign in. */
    enabledLeads: () => enabledOutsiders.all().filter(isLead),
    stateOf: (clubId: ClubId): ClubState => clubById.get(clubId)?.state ?? 'waiting',
    /**
     * `by` is the author, `null` for the account itself. `beside`: what else the batch tells. Answers `null` if the address has an account already.
     */
    create(
      { clubId, clubName, ...given }: NewAccount,
      { by, now, state = 'active', beside = [] }: Making,
    ): Account | null {
      const email = emailKey(given.email)
      if (find({ email })) return null
      const id = asPersonId(Bun.randomUUIDv7())
      const club = clubFor(id, clubToJoin(given.access, { clubId, clubName }), state)
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
      insert.run(toStored(account))
      entries.add({ by: by ?? id, at: now, entries: [accountMadeEntry(account), ...beside] })
      if (isLead(account)) tellLeads(account, now)
      topics.move('carts')
      topics.move('people')
      return account
    },
    write,
    move,
    movePeople: (): Nudge => topics.move('people'),
    change(account: Account, change: AccountChange, by: Maker, now: number): Written<Account> {
      const { after, entries: made } = write(account, change, now)
      const batch = entries.add({ by, at: now, entries: made })
      if (batch === undefined) return { value: after, moved: [] }
      return { value: after, moved: move([account.clubId, after.clubId]), batch }
    },
  }
}

/** The area `accounts`. */
export function openAccounts(
  { prepare, read, write }: Connection,
  { accounts: rows }: Parts,
): AccountStore {
  const any = prepare('SELECT 1 FROM accounts LIMIT 1')
  const session = prepare<AccountRow & { ended: number }, [PersonId, string]>(
    `SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM ended_tokens WHERE jti = ?2) AS ended
     FROM accounts WHERE id = ?1`,
  )
  const clubs = prepare<Club, []>('SELECT id, name, state FROM clubs')
  const clubOf = prepare<{ id: ClubId | null }, [string]>(
    `SELECT coalesce((SELECT id FROM clubs WHERE id = ?1), (SELECT club_id FROM accounts WHERE id = ?1)) AS id`,
  )
  const renew = prepare('UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?')
  const setOrderMails = prepare('UPDATE accounts SET order_mails = ? WHERE id = ?')
  const saw = prepare('UPDATE accounts SET seen = ? WHERE id = ? AND seen <> ?')
  const end = prepare(
    'INSERT OR IGNORE INTO ended_tokens (jti, person_id, expires_at) VALUES (?, ?, ?)',
  )

  return {
    create: (account) => write(() => rows.create(account, { by: TOOL, now: Date.now() })),
    hasAny: () => read(() => any.get() !== null),
    find: (by) => read(() => rows.find(by)),
    clubOf: (id) => read(() => clubOf.get(id)?.id ?? null),
    clubsNamed: (name) =>
      read(() => clubs.all().filter((club) => nameKey(club.name) === nameKey(name))),
    change: (email, change, now, by = TOOL, ofVer) =>
      write(() => {
        const before = rows.find({ email })
        if (!before || before.ver !== (ofVer ?? before.ver)) return null
        return rows.change(before, change, by, now)
      }),
    setOrderMails: (personId, orderMails) =>
      write(() => {
        setOrderMails.run(orderMails ? 1 : 0, personId)
      }),
    sawOn: (personId, day) =>
      write(() => {
        const { changes } = saw.run(day, personId, day)
        return { value: undefined, moved: changes > 0 ? [rows.movePeople()] : [] }
      }),
    renewPasswordHash: (personId, before, after) =>
      write(() => {
        renew.run(after, personId, before)
      }),
    readSession: (personId, jti) =>
      read(() => {
        const found = session.get(personId, jti)
        if (!found) return null
        const { ended, ...row } = found
        return { account: toAccount(row), ended: ended !== 0 }
      }),
    endToken: (jti, personId, expiresAt) =>
      write(() => {
        end.run(jti, personId, expiresAt)
      }),
  }
}
