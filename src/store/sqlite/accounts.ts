import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { DEPARTMENT, type RegistrationMode } from '#src/contract/people.ts'
import { emailKey } from '#src/rules/names.ts'
import type { Account, AccountStore, Club } from '../port.ts'
import type { Tables } from '../tables.ts'
import { ACCOUNT_TABLE, columnsOf, insertInto, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Topics } from './topics.ts'

type AccountRow = Omit<Account, 'disabled' | 'orderMails' | 'clubName'> & {
  disabled: number
  orderMails: number
  clubName: string | null
}

/** SQLite looks through the whole history for entries of an id that is set, also when it stays the same. */
const { id: _id, ...VALUES } = ACCOUNT_TABLE

const SELECT = `SELECT ${columnsOf(ACCOUNT_TABLE)}, (SELECT name FROM clubs WHERE id = club_id) AS clubName`

const toAccount = (row: AccountRow): Account => ({
  ...row,
  clubName: row.clubName ?? DEPARTMENT,
  disabled: row.disabled !== 0,
  orderMails: row.orderMails !== 0,
})

/** Clubs and people. */
export function openAccounts(
  { prepare }: Connection,
  topics: Topics,
): Pick<Tables, 'accounts' | 'endedTokens' | 'clubs' | 'people'> {
  const any = prepare('SELECT 1 FROM accounts LIMIT 1')
  const where = <Params extends (string | null)[]>(which: string) =>
    prepare<AccountRow, Params>(`${SELECT} FROM accounts WHERE ${which}`)
  const byId = where<[PersonId]>('id = ?')
  const byEmail = where<[string]>('email = ?')
  const ofClub = where<[ClubId | null]>('club_id IS ? ORDER BY joined_at, id')
  const all = where<[]>('true ORDER BY joined_at, id')
  const insert = prepare<unknown, Account>(insertInto('accounts', ACCOUNT_TABLE))
  const update = prepare<unknown, Account>(`UPDATE accounts SET ${setTo(VALUES)} WHERE id = $id`)
  const forgetNumbers = prepare(
    "UPDATE accounts SET mobile = '' WHERE disabled = 1 AND mobile <> ''",
  )
  const endToken = prepare(
    'INSERT OR IGNORE INTO ended_tokens (jti, person_id, expires_at) VALUES (?, ?, ?)',
  )
  const ended = prepare<{ jti: string }, [string]>(
    'SELECT jti FROM ended_tokens WHERE jti IN (SELECT value FROM json_each(?))',
  )
  const clubById = prepare<Club, [ClubId]>('SELECT id, name, state FROM clubs WHERE id = ?')
  const clubs = prepare<Club, []>('SELECT id, name, state FROM clubs ORDER BY name, id')
  const insertClub = prepare('INSERT INTO clubs (id, name, state) VALUES (?, ?, ?)')
  const insertCart = prepare('INSERT INTO carts (id, club_id, rev) VALUES (?, ?, 0)')
  const setClub = prepare('UPDATE clubs SET name = ?, state = ? WHERE id = ?')
  const mode = prepare<{ mode: RegistrationMode }, []>('SELECT registration AS mode FROM portal')
  const setMode = prepare('UPDATE portal SET registration = ?')
  const moved = () => topics.move('people')

  return {
    accounts: {
      hasAny: () => any.get() !== null,
      find(by) {
        const row = 'id' in by ? byId.get(by.id) : byEmail.get(emailKey(by.email))
        return row && toAccount(row)
      },
      withIds: (ids) => ids.flatMap((id) => byId.all(id)).map(toAccount),
      all: () => all.all().map(toAccount),
      ofClubs: (ids) => ids.flatMap((id) => ofClub.all(id)).map(toAccount),
      add(account) {
        insert.run(account)
        moved()
      },
      change(account) {
        update.run(account)
        moved()
      },
      set(id, fields) {
        const names = Object.keys(fields) as (keyof typeof fields)[]
        prepare(`UPDATE accounts SET ${setTo(ACCOUNT_TABLE, names)} WHERE id = $id`).run({
          ...fields,
          id,
        })
      },
      forgetNumbers() {
        if (forgetNumbers.run().changes > 0) moved()
      },
    },
    endedTokens: {
      add: ({ id, personId, expiresAt }) => endToken.run(id, personId, expiresAt),
      find: (ids) => ended.all(JSON.stringify(ids)).map(({ jti }) => jti),
    },
    clubs: {
      find: (id) => clubById.get(id),
      all: () => clubs.all(),
      add({ id, name, state }) {
        insertClub.run(id, name, state)
        insertCart.run(Bun.randomUUIDv7(), id)
        topics.move('carts')
        moved()
      },
      change({ id, name, state }) {
        setClub.run(name, state, id)
        moved()
      },
    },
    people: {
      mode: () => mode.get()?.mode ?? 'open',
      setMode: (value) => setMode.run(value),
      moved,
    },
  }
}

/** The method `accounts.readSession`: one statement, because every request reads it. */
export function openSession({ prepare, read }: Connection): AccountStore['readSession'] {
  const session = prepare<AccountRow & { ended: number }, [PersonId, string]>(
    `${SELECT}, EXISTS (SELECT 1 FROM ended_tokens WHERE jti = ?2) AS ended FROM accounts WHERE id = ?1`,
  )
  return (personId, jti) =>
    read(() => {
      const found = session.get(personId, jti)
      if (!found) return null
      const { ended, ...row } = found
      return { account: toAccount(row), ended: ended !== 0 }
    })
}
