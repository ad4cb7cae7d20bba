import type { ClientSession } from 'mongodb'
import { openHistoryCheck } from '../shared/check-history.ts'
import { type CheckedRows, RULES } from '../shared/rules.ts'
import { type Kind, type Rows, sayFinding } from '../transfer.ts'
import type { Connection } from './connection.ts'
import { readAllOf, readEntries } from './rows.ts'

/** The kinds that rules check. */
const CHECKED: readonly Kind[] = [
  'portal',
  'clubs',
  'accounts',
  'invitations',
  'items',
  'carts',
  'lines',
  'editions',
  'pastCarts',
  'pastLines',
]

async function readRows(connection: Connection, session: ClientSession): Promise<CheckedRows> {
  const found = new Map<Kind, unknown[]>()
  for (const kind of CHECKED) found.set(kind, await readAllOf(kind, connection, session))
  const all: CheckedRows['all'] = (kind) => (found.get(kind) ?? []) as Rows[typeof kind][]
  const check = openHistoryCheck(all)
  for await (const entry of readEntries(connection, session)) check.add(entry)
  const history = check.finish()
  return { all, history: () => history }
}

/** Checks every invariant in one snapshot; each entry of `broken` names a document and the rule that it breaks. */
export async function verify(
  connection: Connection,
  session: ClientSession,
): Promise<{ checked: string[]; broken: string[] }> {
  const rows = await readRows(connection, session)
  return {
    checked: RULES.map(({ rule }) => rule),
    broken: RULES.flatMap(({ rule, broken }) =>
      broken(rows).map((found) => sayFinding({ ...found, rule })),
    ),
  }
}
