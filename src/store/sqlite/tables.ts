import type { PersonId } from '#src/contract/ids.ts'
import type { Rows } from '../transfer.ts'
import type { Database, Tables } from '../tables.ts'
import { runNow } from '../work.ts'
import { openAccounts } from './accounts.ts'
import { openCarts } from './carts.ts'
import { openCodes } from './codes.ts'
import { rowOf } from './columns.ts'
import type { Connection } from './connection.ts'
import { openEditions } from './editions.ts'
import { openEntries } from './entries.ts'
import { openInvitations } from './invitations.ts'
import { openItems } from './items.ts'
import { openMails } from './mail.ts'
import { openSwitches } from './ordering.ts'
import { openTopics } from './topics.ts'

function openSheets({ prepare }: Connection): Tables['sheets'] {
  const savedBy = prepare<{ by: string | null; at: number }, [string]>(
    `SELECT a.cordName AS by, b.at FROM sheets s JOIN batches b ON b.id = s.batch
     LEFT JOIN accounts a ON a.id = b.by
     WHERE s.id = ? AND NOT EXISTS (SELECT 1 FROM batches u WHERE u.undoes = b.id)`,
  )
  const keep = prepare('INSERT OR REPLACE INTO sheets (id, batch) VALUES (?, ?)')
  return { savedBy: (id) => savedBy.get(id), keep: (id, batch) => keep.run(id, batch) }
}

function openAnswers({ prepare }: Connection): Tables['answers'] {
  const find = prepare<Rows['answered'], [PersonId, string]>(
    'SELECT * FROM answered WHERE personId = ? AND key = ?',
  )
  const keep = prepare(`INSERT OR REPLACE INTO ${rowOf(prepare, 'answered')}`)
  return {
    find: (personId, key) => find.get(personId, key),
    keep: (answer) => keep.run(answer),
  }
}

export function openTables(connection: Connection) {
  const topics = openTopics(connection)
  return {
    topics,
    ...openAccounts(connection, topics),
    ...openCarts(connection, topics),
    items: openItems(connection, topics),
    ordering: openSwitches(connection, topics),
    editions: openEditions(connection, topics),
    entries: openEntries(connection),
    invitations: openInvitations(connection),
    mails: openMails(connection),
    codes: openCodes(connection),
    sheets: openSheets(connection),
    answers: openAnswers(connection),
  } satisfies Tables & Record<string, unknown>
}

/** `rateLimits: false` lifts the limits on codes and orders per time. */
export const toDatabase = (
  { snapshot, write, writeLarge }: Connection,
  tables: ReturnType<typeof openTables>,
  rateLimits: boolean,
): Database => ({
  rateLimits,
  read: (work) => snapshot(() => runNow(work(tables))),
  write: (work, { isLarge = false } = {}) =>
    (isLarge ? writeLarge : write)(() => {
      tables.topics.begin()
      const { value, batch } = runNow(work(tables))
      return { value, moved: tables.topics.end(), batch }
    }),
})
