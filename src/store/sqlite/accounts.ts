import { accountChangedEntry, accountMadeEntry, TOOL } from '#src/rules/entries.ts'
import { emailKey } from '#src/rules/names.ts'
import { changedAccount, noticesOf } from '#src/rules/notices.ts'
import {
  type Account,
  type AccountChange,
  type AccountStore,
  type NewAccount,
  type Written,
} from '../port.ts'
import { ACCOUNT_TABLE, columnsOf, insertInto, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { MailRows } from './mail.ts'
import type { Topics } from './topics.ts'

type AccountRow = Omit<Account, 'disabled' | 'orderMails'> & {
  disabled: number
  orderMails: number
}

const COLUMNS = columnsOf(ACCOUNT_TABLE)

const toAccount = (row: AccountRow): Account => ({
  ...row,
  disabled: row.disabled !== 0,
  orderMails: row.orderMails !== 0,
})

/** Creates and changes accounts inside a write, for the areas `accounts` and `codes`. */
export function openAccountRows(
  { prepare }: Connection,
  { mails, topics, entries }: { mails: MailRows; topics: Topics; entries: Entries },
) {
  const byId = prepare<AccountRow, [string]>(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`)
  const byEmail = prepare<AccountRow, [string]>(`SELECT ${COLUMNS} FROM accounts WHERE email = ?`)
  const insert = prepare<unknown, Account>(insertInto('accounts', ACCOUNT_TABLE))
  const insertCart = prepare('INSERT INTO carts (id, account_id, rev) VALUES (?, ?, 0)')
  const update = prepare<unknown, Account>(
    `UPDATE accounts SET ${setTo(ACCOUNT_TABLE)} WHERE id = $id`,
  )

  function find(by: { id: string } | { email: string }): Account | null {
    const row = 'id' in by ? byId.get(by.id) : byEmail.get(emailKey(by.email))
    return row ? toAccount(row) : null
  }

  return {
    find,
    /** `by` is the author, `null` for the account itself. Answers `null` if the address has an account already. */
    create(given: NewAccount, by: string | null): Account | null {
      const email = emailKey(given.email)
      if (find({ email })) return null
      const id = Bun.randomUUIDv7()
      const account = { ...given, id, email, disabled: false, ver: 1, orderMails: true }
      insert.run(account)
      insertCart.run(Bun.randomUUIDv7(), id)
      entries.add({ by: by ?? id, at: Date.now(), entries: [accountMadeEntry(id)] })
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
      const after = changedAccount(account, change)
      update.run(after)
      const entry = accountChangedEntry(account, after)
      if (entry) entries.add({ by, at: now, entries: [entry] })
      for (const purpose of noticesOf(account, after)) mails.queue(account.email, purpose, now)
      const cart = entry && topics.cartOf(account.id)
      if (!cart) return { value: after, moved: [] }
      // The board shows the club's names with its order, at one revision.
      return { value: after, moved: [topics.moveOrders(cart), topics.move('carts')] }
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
