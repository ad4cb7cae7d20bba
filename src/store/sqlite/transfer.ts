import { Database } from 'bun:sqlite'
import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '#src/config.ts'
import type { Logger } from '#src/log.ts'
import {
  BATCH_ROWS,
  type Batch,
  type Kind,
  KINDS,
  type Rows,
  type Source,
  type Target,
  type Counts,
} from '../transfer.ts'
import { syncPath } from '../sync-path.ts'
import { connect, type Connection, takeLock } from './connection.ts'
import { isMigrated, isOurs } from './migrations.ts'
import { type Columns, tables } from './rows.ts'
import { openVerification } from './verify.ts'

/** What SQLite leaves beside a database; one of another database beside ours would be taken for ours. */
const JOURNALS = ['-wal', '-shm'] as const

async function readKind<K extends Kind>(
  db: Database,
  kind: K,
  give: (rows: Rows[K][]) => Promise<void>,
): Promise<void> {
  const { select, toRow } = tables[kind]
  let rows: Rows[K][] = []
  for (const columns of db.prepare<Record<string, unknown>, []>(select).iterate()) {
    rows.push(toRow(columns))
    if (rows.length < BATCH_ROWS) continue
    await give(rows)
    rows = []
  }
  if (rows.length > 0) await give(rows)
}

/** What keeps a file from being read as a store, or `null`. */
function faultOf(db: Database, path: string): string | null {
  if (!isOurs(db)) return `${path} is not a database of this portal.`
  if (!isMigrated(db))
    return `${path} was written by another version of the portal. Let that version read it, and start this one afterwards.`
  const [first] = db.prepare<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
  return first?.integrity_check === 'ok' ? null : `${path} is damaged: ${first?.integrity_check}`
}

/** An embedded store, a backup or one in use by nobody, which `isLocked` makes sure of. It is only read. */
export function openSqliteSource(path: string, { isLocked }: { isLocked: boolean }): Source {
  if (!existsSync(path)) throw new ConfigError([`There is no store at ${path}.`])
  const lock = isLocked ? takeLock(dirname(path)) : null
  let db: Database | null = null
  try {
    db = new Database(path, { readonly: true, strict: true })
    const fault = faultOf(db, path)
    if (fault !== null) throw new ConfigError([fault])
  } catch (error) {
    db?.close()
    lock?.release()
    if (error instanceof ConfigError) throw error
    throw new ConfigError([`${path} cannot be read: ${(error as Error).message}.`])
  }
  const opened = db
  return {
    async read(give) {
      opened.exec('BEGIN')
      try {
        for (const kind of KINDS)
          await readKind(opened, kind, (rows) => give({ kind, rows } as Batch))
      } finally {
        opened.exec('ROLLBACK')
      }
    },
    async close() {
      opened.close()
      lock?.release()
    },
  }
}

/** A table whose kind is known only at run time. */
type AnyTable = { insert: string; toColumns(row: Batch['rows'][number]): Columns }

/**
 * The embedded store at `path`, locked against servers. It is made beside and takes its place in one step; one that stood
 * there keeps a name of its own, which `onReplaced` hears.
 */
export function openSqliteTarget(
  path: string,
  log: Logger,
  onReplaced: (path: string) => void,
): Target {
  const directory = dirname(path)
  const staging = join(directory, 'incoming')
  const staged = join(staging, 'portal.sqlite')
  let lock: ReturnType<typeof takeLock> | null = null
  let connection: Connection | null = null
  const statements = new Map<Kind, { run(columns: Columns): unknown }>()

  function opened(): Connection {
    if (!connection) throw new Error('Nothing was begun.')
    return connection
  }

  /** Brings what the journals hold into the file. One that cannot be opened keeps them under its new name. */
  async function settle(replaced: string): Promise<void> {
    try {
      await connect(path, false, log).close()
    } catch {
      for (const end of JOURNALS) if (existsSync(path + end)) renameSync(path + end, replaced + end)
    }
  }

  /** At each moment there is the old store or the new one, and never a journal of the one beside the other. */
  async function putInPlace(): Promise<void> {
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const replaced = join(directory, `replaced-${stamp}.sqlite`)
    const isReplacing = existsSync(path)
    if (isReplacing) {
      await settle(replaced)
      linkSync(path, replaced)
    }
    for (const end of JOURNALS) rmSync(path + end, { force: true })
    renameSync(staged, path)
    syncPath(directory)
    if (isReplacing) onReplaced(replaced)
  }

  return {
    async isEmpty() {
      if (!existsSync(path)) return true
      const present = connect(path, true, log)
      try {
        return (
          present.prepare('SELECT 1 FROM accounts UNION ALL SELECT 1 FROM items LIMIT 1').get() ===
          null
        )
      } finally {
        await present.close()
      }
    },
    async begin() {
      mkdirSync(directory, { recursive: true })
      lock = takeLock(directory)
      rmSync(staging, { recursive: true, force: true })
      mkdirSync(staging, { mode: 0o700 })
      connection = connect(staged, false, log)
    },
    async write(batch) {
      const { prepare, write } = opened()
      const { insert, toColumns } = tables[batch.kind] as AnyTable
      const statement = statements.get(batch.kind) ?? prepare<unknown, Columns>(insert)
      statements.set(batch.kind, statement)
      await write(() => {
        for (const row of batch.rows) statement.run(toColumns(row))
      })
    },
    async count() {
      const { prepare } = opened()
      const count = ([kind, { select }]: [string, { select: string }]) => [
        kind,
        prepare<{ rows: number }, []>(`SELECT count(*) AS rows FROM (${select})`).get()?.rows ?? 0,
      ]
      return Object.fromEntries(Object.entries(tables).map(count)) as Counts
    },
    async verify() {
      const current = opened()
      return current.snapshot(openVerification(current))
    },
    async finish() {
      const { prepare, write, close } = opened()
      const settle = prepare(`UPDATE portal SET ordering_rev = 1,
        inventory_rev = (SELECT coalesce(sum(rev), 0) FROM items), catalogue_rev = (SELECT count(*) FROM items),
        carts_rev = (SELECT coalesce(sum(rev), 0) FROM carts)`)
      await write(() => {
        settle.run()
      })
      await close()
      connection = null
      await putInPlace()
      rmSync(staging, { recursive: true })
    },
    async close() {
      await connection?.close()
      if (!lock) return
      rmSync(staging, { recursive: true, force: true })
      lock.release()
    },
  }
}
