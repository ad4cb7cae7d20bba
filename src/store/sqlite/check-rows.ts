import { SQLiteError, type SQLQueryBindings } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import {
  type Batch,
  type BrokenRow,
  type Finding,
  type Kind,
  KINDS,
  ROW_NAMES,
  type Rows,
  type Source,
} from '../transfer.ts'
import { connect, type Connection } from './connection.ts'
import { type Columns, openInsert, readAll, tableOf, tables } from './rows.ts'
import { openVerification } from './verify.ts'

/** The result of checking a source: `rows` are those that the temporary store accepted and kept. */
export type CheckedRows = { rows: Source; broken: BrokenRow[] }

type Row = Batch['rows'][number]
type Key = string | number
type Entry = Rows['entries']

/** Which rows refer to a row, and by which column. An item's entries come before its lines, so that they are removed whole. */
const DEPENDENTS: Partial<Record<Kind, [kind: Kind, column: string][]>> = {
  clubs: [
    ['accounts', 'clubId'],
    ['invitations', 'clubId'],
    ['carts', 'clubId'],
    ['pastCarts', 'clubId'],
    ['entries', 'clubId'],
  ],
  accounts: [
    ['entries', 'personId'],
    ['invitations', 'by'],
  ],
  items: [
    ['entries', 'itemId'],
    ['lines', 'item_id'],
    ['pastLines', 'item_id'],
  ],
  carts: [['lines', 'cartId']],
  lines: [['entries', 'lineId']],
  pastCarts: [['pastLines', 'cartId']],
  pastLines: [['entries', 'lineId']],
}

/** Whether an entry of a line changed its item's shelf. */
const hasItemSide = ({ lineId, itemId, units }: Entry): boolean =>
  lineId !== null && itemId !== null && units !== 0

/** `lines.cartId, lines.key` without the table. */
const columnsIn = (text: string) =>
  text
    .split(', ')
    .map((column) => column.slice(column.indexOf('.') + 1))
    .join(', ')

const MISSING = 'it refers to a missing row'

/** Names the rule for which SQLite rejected a row. Throws an error that is not the row's fault. */
function ruleOf(error: unknown): string {
  if (!(error instanceof SQLiteError)) return `it cannot be read: ${(error as Error).message}`
  if (!error.code?.startsWith('SQLITE_CONSTRAINT')) throw error
  const [, what = ''] = error.message.split(': ')
  switch (error.code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return `another row has the same ${columnsIn(what)}`
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return MISSING
    case 'SQLITE_CONSTRAINT_CHECK':
      return `it breaks the constraint ${what}`
    default:
      return error.message
  }
}

/** A temporary store in the folder `scratch`. Its directory is deleted at once, so that nothing remains even if the process is killed. */
function openTemporary(scratch: string): Connection {
  const directory = mkdtempSync(join(scratch, 'scratch-'))
  try {
    const connection = connect(join(directory, 'portal.sqlite'), false, createLogger('silent'))
    // SQLite cannot create a journal in a directory that is deleted.
    connection.prepare('PRAGMA journal_mode = MEMORY').get()
    connection.prepare('PRAGMA synchronous = OFF').run()
    return connection
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/**
 * Reads a source into a temporary store in the folder `scratch`, which enforces the rules, so that a broken row is reported before anything is written elsewhere.
 * With `mayRemove` it also removes rows that break a rule together with others, and the rows that refer to them, until every rule holds.
 *
 * An entry whose line is removed keeps its item's side: the units left the shelf and did not come back.
 */
export async function checkRows(
  source: Source,
  { scratch, mayRemove }: { scratch: string; mayRemove: boolean },
): Promise<CheckedRows> {
  const connection = openTemporary(scratch)
  const { snapshot, write } = connection
  const verify = openVerification(connection)
  const broken: BrokenRow[] = []
  const missingLines = new Set<string | null>()

  const prepare = (sql: string) =>
    connection.prepare<Record<string, unknown>, Columns | SQLQueryBindings[]>(sql)

  const inserts = Object.fromEntries(
    KINDS.map((kind) => [kind, openInsert(connection.prepare, kind)]),
  ) as Record<Kind, (row: Row) => void>

  function report(kind: Kind, id: string, rule: string, row: Row): void {
    broken.push({ kind, id, text: `${ROW_NAMES[kind]}: id ${id}`, rule, row })
  }

  const lineOf = connection.prepare<unknown, [string]>(
    'SELECT 1 FROM lines WHERE _id = ?1 UNION ALL SELECT 1 FROM past_lines WHERE _id = ?1',
  )
  const cartAndItemOf = connection.prepare<unknown, [string, string | null]>(
    'SELECT 1 FROM carts WHERE id = ?1 AND (?2 IS NULL OR EXISTS (SELECT 1 FROM items WHERE _id = ?2))',
  )
  /** No foreign key says so: the line of an entry is in one of two tables, and `lines` has none, so that it is emptied at once. */
  function isLost(kind: Kind, row: Row): boolean {
    if (kind === 'entries') {
      const { lineId } = row as Entry
      return lineId !== null && lineOf.get(lineId) === null
    }
    const { cartId, item_id } = row as Rows['lines']
    return kind === 'lines' && cartAndItemOf.get(cartId, item_id) === null
  }

  /** The rule that the row breaks, or `null` if it was accepted. */
  function insert(kind: Kind, row: Row): string | null {
    if (isLost(kind, row)) return MISSING
    try {
      inserts[kind](row)
      return null
    } catch (error) {
      return ruleOf(error)
    }
  }

  function keepItemSide(entry: Entry): void {
    if (!hasItemSide(entry)) return
    const itemSide = {
      clubId: null,
      personId: null,
      lineId: null,
      units: -entry.units,
      changes: {},
      told: null,
    }
    insert('entries', { ...entry, ...itemSide, kind: 'item_edited' })
  }

  function take({ kind, rows }: Batch, taken: number): void {
    for (const [index, row] of rows.entries()) {
      const rule = insert(kind, row)
      if (rule === null) continue
      const id = 'id' in row ? row.id : '_id' in row ? row._id : `number ${taken + index + 1}`
      report(kind, id, rule, row)
      if (kind === 'lines' || kind === 'pastLines') missingLines.add(id)
      if (kind === 'entries' && missingLines.has((row as Entry).lineId)) keepItemSide(row as Entry)
    }
  }

  /** Removes every row whose `column` has that value, and the rows that refer to it. `isWhole`: an entry loses its item's side too. */
  function remove(kind: Kind, column: string, value: Key, rule: string, isWhole = false): void {
    const { table, select, key, toRow } = tableOf(kind)
    const found = prepare(`SELECT ${key} AS id FROM ${table} WHERE ${column} = ?`).all(value)
    for (const id of found.map((columns) => columns['id'] as Key)) {
      const columns = prepare(`${select} WHERE ${key} = ?`).get(id)
      if (!columns) continue
      const row = toRow(columns)
      for (const [dependent, by] of DEPENDENTS[kind] ?? [])
        remove(
          dependent,
          by,
          id,
          `its ${ROW_NAMES[kind]} ${id} is set aside`,
          isWhole || kind === 'items',
        )
      prepare(`DELETE FROM ${table} WHERE ${key} = ?`).run(id)
      if (kind === 'entries' && !isWhole) keepItemSide(row as Entry)
      report(kind, String(id), rule, row)
    }
  }

  /** Removes rows until no rule is broken; answers the findings that no removal can settle. */
  async function removeAll(): Promise<Finding[]> {
    const { findings } = await snapshot(verify)
    if (findings.every(({ kind }) => kind === null)) return findings
    await write(() => {
      for (const { kind, id, rule } of findings)
        if (kind !== null) remove(kind, tables[kind].key, id, rule)
    })
    return removeAll()
  }

  const counts = new Map<Kind, number>()
  await source.read(async (batch) => {
    const taken = counts.get(batch.kind) ?? 0
    counts.set(batch.kind, taken + batch.rows.length)
    await write(() => take(batch, taken))
  })
  const findings = mayRemove ? await removeAll() : (await snapshot(verify)).findings
  for (const finding of findings) broken.push({ ...finding, row: null })
  return {
    rows: { read: (give) => readAll(connection, give), close: connection.close },
    broken,
  }
}
