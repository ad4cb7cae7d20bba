import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { DEPARTMENT, type RegistrationMode } from '#src/contract/people.ts'
import { emailKey } from '#src/rules/names.ts'
import type { Account, AccountStore, Club } from '../port.ts'
import type { Tables } from '../tables.ts'
import { columnsOf, rowOf, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Topics } from './topics.ts'

type AccountRow = Omit<Account, 'disabled' | 'orderMails' | 'clubName'> & {
  disabled: number
  orderMails: number
  clubName: string | null
}

const SELECT = 'SELECT *, (SELECT name FROM clubs WHERE id = clubId) AS clubName'

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
  const ofClub = where<[ClubId]>('clubId = ? ORDER BY joinedAt, id')
  // `IS ?` for both would look through all accounts: the index has none without a club.
  const ofNoClub = where<[]>('clubId IS NULL ORDER BY joinedAt, id')
  const all = where<[]>('true ORDER BY joinedAt, id')
  const insert = prepare<unknown, Account>(`INSERT INTO ${rowOf(prepare, 'accounts')}`)
  // SQLite looks through the whole history for entries of an id that is set, also when it stays the same.
  const values = setTo(columnsOf(prepare, 'accounts', 'id'))
  const update = prepare<unknown, Account>(`UPDATE accounts SET ${values} WHERE id = $id`)
  const forgetNumbers = prepare(
    "UPDATE accounts SET mobile = '' WHERE disabled = 1 AND mobile <> ''",
  )
  const endToken = prepare(`INSERT OR IGNORE INTO ${rowOf(prepare, 'ended_tokens')}`)
  const ended = prepare<{ id: string }, [string]>(
    'SELECT id FROM ended_tokens WHERE id IN (SELECT value FROM json_each(?))',
  )
  const clubById = prepare<Club, [ClubId]>('SELECT * FROM clubs WHERE id = ?')
  const clubs = prepare<Club, []>('SELECT * FROM clubs ORDER BY name, id')
  const insertClub = prepare(`INSERT INTO ${rowOf(prepare, 'clubs')}`)
  const insertCart = prepare('INSERT INTO carts (id, clubId, rev) VALUES (?, ?, 0)')
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
      ofClubs: (ids) =>
        ids.flatMap((id) => (id === null ? ofNoClub.all() : ofClub.all(id))).map(toAccount),
      add(account) {
        insert.run(account)
        moved()
      },
      change(account) {
        update.run(account)
        moved()
      },
      set: (id, fields) =>
        prepare(`UPDATE accounts SET ${setTo(Object.keys(fields))} WHERE id = $id`).run({
          ...fields,
          id,
        }),
      forgetNumbers() {
        if (forgetNumbers.run().changes > 0) moved()
      },
    },
    endedTokens: {
      add: (token) => endToken.run(token),
      find: (ids) => ended.all(JSON.stringify(ids)).map(({ id }) => id),
    },
    clubs: {
      find: (id) => clubById.get(id),
      all: () => clubs.all(),
      add(club) {
        insertClub.run(club)
        insertCart.run(Bun.randomUUIDv7(), club.id)
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
    `${SELECT}, EXISTS (SELECT 1 FROM ended_tokens WHERE id = ?2) AS ended FROM accounts WHERE id = ?1`,
  )
  return (personId, jti) =>
    read(() => {
      const found = session.get(personId, jti)
      if (!found) return null
      const { ended, ...row } = found
      return { account: toAccount(row), ended: ended !== 0 }
    })
}
