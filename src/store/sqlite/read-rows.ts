import { BATCH_ROWS, type Batch, type Kind, KINDS, type Rows } from '../transfer.ts'
import type { Connection } from './connection.ts'
import { tables } from './rows.ts'

async function readKind<K extends Kind>(
  { prepare }: Pick<Connection, 'prepare'>,
  kind: K,
  give: (rows: Rows[K][]) => Promise<void>,
): Promise<void> {
  const { select, key, order = key, toRow } = tables[kind]
  const found = prepare<Record<string, unknown>, []>(`${select} ORDER BY ${order}`)
  let rows: Rows[K][] = []
  for (const columns of found.iterate()) {
    rows.push(toRow(columns))
    if (rows.length < BATCH_ROWS) continue
    await give(rows)
    rows = []
  }
  if (rows.length > 0) await give(rows)
}

/** Reads every row of a database, in the order of `KINDS`, and waits until `give` has taken each batch. */
export async function readAll(
  database: Pick<Connection, 'prepare'>,
  give: (batch: Batch) => Promise<void>,
): Promise<void> {
  for (const kind of KINDS) await readKind(database, kind, (rows) => give({ kind, rows } as Batch))
}
