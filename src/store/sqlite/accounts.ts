import { accountChangedEntry, accountMadeEntry, TOOL } from '#src/rules/entries.ts'
import { emailKey, nameKey } from '#src/rules/names.ts'
import { changedAccount, noticesOf } from '#src/rules/notices.ts'
import { type ClubState, DEPARTMENT } from '#src/contract/people.ts'
import { clubToJoin, inClub } from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  type Account,
  type AccountChange,
  type AccountStore,
  type Club,
  type NewAccount,
  type Written,
} from '../port.ts'
import { ACCOUNT_TABLE, columnsOf, insertInto, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { MailRows } from './mail.ts'
import type { Topics } from './topics.ts'

type AccountRow = Omit<Account, 'disabled' | 'orderMails' | 'clubName'> & {
  disabled: number
  orderMails: number
  clubName: string | null
}

const COLUMNS = `${columnsOf(ACCOUNT_TABLE)}, (SELECT name FROM clubs WHERE id = club_id) AS clubName`

const toAccount = (row: AccountRow): Account => ({
  ...row,
  clubName: row.clubName ?? DEPARTMENT,
  disabled: row.disabled !== 0,
  orderMails: row.orderMails !== 0,
})

type Stored = Omit<Account, 'clubName'>
function toStored(account: Account): Stored {
  const { clubName: _, ...stored } = account
  return stored
}

/** Creates and changes accounts inside a write, for the areas `accounts` and `codes`. */
export function openAccountRows(
  { prepare }: Connection,
  { mails, topics, entries }: { mails: MailRows; topics: Topics; entries: Entries },
) {
  const byId = prepare<AccountRow, [string]>(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`)
  const byEmail = prepare<AccountRow, [string]>(`SELECT ${COLUMNS} FROM accounts WHERE email = ?`)
  const insert = prepare<unknown, Stored>(insertInto('accounts', ACCOUNT_TABLE))
  const insertClub = prepare('INSERT INTO clubs (id, name, state) VALUES (?, ?, ?)')
  const insertCart = prepare('INSERT INTO carts (id, account_id, rev) VALUES (?, ?, 0)')
  const clubById = prepare<Club, [string]>('SELECT id, name, state FROM clubs WHERE id = ?')
  const update = prepare<unknown, Stored>(
    `UPDATE accounts SET ${setTo(ACCOUNT_TABLE)} WHERE id = $id`,
  )

  function find(by: { id: string } | { email: string }): Account | null {
    const row = 'id' in by ? byId.get(by.id) : byEmail.get(emailKey(by.email))
    return row ? toAccount(row) : null
  }

  /** The club of an id, or a new one with its cart. A club has the id of its founder, unless they founded another one before. */
  function clubFor(personId: string, wanted: ReturnType<typeof clubToJoin>): Club | null {
    if (wanted === null) return null
    if ('id' in wanted) {
      const club = clubById.get(wanted.id)
      if (!club) throw notFound('This club')
      return club
    }
    const id = clubById.get(personId) ? Bun.randomUUIDv7() : personId
    insertClub.run(id, wanted.name, 'active')
    insertCart.run(Bun.randomUUIDv7(), id)
    return { id, name: wanted.name, state: 'active' }
  }

  return {
    find,
    stateOf: (clubId: string): ClubState => clubById.get(clubId)?.state ?? 'waiting',
    /** `by` is the author, `null` for the account itself. Answers `null` if the address has an account already. */
    create({ clubId, clubName, ...given }: NewAccount, by: string | null): Account | null {
      const email = emailKey(given.email)
      if (find({ email })) return null
      const id = Bun.randomUUIDv7()
      const club = clubFor(id, clubToJoin(given.access, { clubId, clubName }))
      const account: Account = {
        ...given,
        id,
        email,
        ...inClub(club, Date.now()),
        disabled: false,
        ver: 1,
        orderMails: true,
      }
      insert.run(toStored(account))
      entries.add({ by: by ?? id, at: Date.now(), entries: [accountMadeEntry(account)] })
      topics.move('carts')
      return account
    },
    /** Also queues the mails that notify the account. Moves the topic `carts` if the history has a new entry. */
    change(
      account: Account,
      change: AccountChange,
      by: string | null,
      now: number,
    ): Written<Account> {
      const { clubId, clubName, ...fields } = change
      const { access = account.access } = fields
      const wanted = clubToJoin(access, { clubId, clubName }, account.clubId)
      const stays = wanted !== null && 'id' in wanted && wanted.id === account.clubId
      const after = changedAccount(account, {
        ...fields,
        ...(!stays && inClub(clubFor(account.id, wanted), now)),
      })
      update.run(toStored(after))
      const entry = accountChangedEntry(account, after)
      if (entry) entries.add({ by, at: now, entries: [entry] })
      for (const purpose of noticesOf(account, after)) mails.queue(account.email, purpose, now)
      if (!entry) return { value: after, moved: [] }
      // The board shows the club's names with its order, at one revision.
      const carts = [...new Set([account.clubId, after.clubId])].flatMap(
        (id) => (id === null ? null : topics.cartOf(id)) ?? [],
      )
      return { value: after, moved: [...carts.map(topics.moveOrders), topics.move('carts')] }
    },
  }
}

export type AccountRows = ReturnType<typeof openAccountRows>

/** The area `accounts`. */
export function openAccounts(
  { prepare, read, write }: Connection,
  rows: AccountRows,
): AccountStore {
  const any = prepare('SELECT 1 FROM accounts LIMIT 1')
  const session = prepare<AccountRow & { ended: number }, [string, string]>(
    `SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM ended_tokens WHERE jti = ?2) AS ended
     FROM accounts WHERE id = ?1`,
  )
  const clubs = prepare<Club, []>('SELECT id, name, state FROM clubs')
  const clubOf = prepare<{ id: string | null }, [string]>(
    `SELECT coalesce((SELECT id FROM clubs WHERE id = ?1), (SELECT club_id FROM accounts WHERE id = ?1)) AS id`,
  )
  const renew = prepare('UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?')
  const setOrderMails = prepare('UPDATE accounts SET order_mails = ? WHERE id = ?')
  const end = prepare(
    'INSERT OR IGNORE INTO ended_tokens (jti, account_id, expires_at) VALUES (?, ?, ?)',
  )

  return {
    create: (account) => write(() => rows.create(account, TOOL)),
    async hasAny() {
      return read(() => any.get() !== null)
    },
    async find(by) {
      return read(() => rows.find(by))
    },
    async clubOf(id) {
      return read(() => clubOf.get(id)?.id ?? null)
    },
    async clubsNamed(name) {
      return read(() => clubs.all().filter((club) => nameKey(club.name) === nameKey(name)))
    },
    change: (email, change, now) =>
      write(() => {
        const before = rows.find({ email })
        if (!before) return null
        return rows.change(before, change, TOOL, now)
      }),
    setOrderMails: (accountId, orderMails) =>
      write(() => {
        setOrderMails.run(orderMails ? 1 : 0, accountId)
      }),
    renewPasswordHash: (accountId, before, after) =>
      write(() => {
        renew.run(after, accountId, before)
      }),
    async readSession(accountId, jti) {
      return read(() => {
        const found = session.get(accountId, jti)
        if (!found) return null
        const { ended, ...row } = found
        return { account: toAccount(row), ended: ended !== 0 }
      })
    },
    endToken: (jti, accountId, expiresAt) =>
      write(() => {
        end.run(jti, accountId, expiresAt)
      }),
  }
}
