import { Database, SQLiteError, type SQLQueryBindings } from 'bun:sqlite'
import { dirname, join } from 'node:path'
import { ConfigError } from '#src/config.ts'
import type { Logger } from '#src/monitoring/log.ts'
import { keepOwnFile, tighten } from '../owner-only.ts'
import { unavailable } from '../shared/unavailable.ts'
import { codeOf, isBusy, isUnavailable } from './failures.ts'
import { type GroupCommit, openGroupCommit } from './group-commit.ts'
import { isMigrated, migrate } from './migrations.ts'

const OPENING_PATIENCE_MS = 5_000
/** A WAL that one large group has blown up is cut back to this. */
const WAL_BYTES = 64_000_000
/** Pages that gather in the WAL before they are copied to the database: 16 MB. SQLite's own 4 MB cost a sixth more CPU. */
const CHECKPOINT_PAGES = 4_000

const IN_MEMORY = ':memory:'
/** What SQLite leaves beside a database; one of another database beside ours would be taken for ours. */
export const JOURNALS = ['-wal', '-shm'] as const

/** An open database: prepared statements, reads of one moment, grouped writes. */
export type Connection = {
  prepare: Database['prepare']
  /** One statement that only reads. */
  read<T>(work: () => T): T
  /** Several statements that see one moment, though another process may write. */
  snapshot<T>(work: () => T): T
  write: GroupCommit['write']
  close(): Promise<void>
}

/**
 * Holds a write transaction on `lock.sqlite`: the system frees it with the process, kill -9 included, and no lock file is
 * left to be deleted by hand.
 */
export function takeLock(directory: string): { release(): void } {
  const path = join(directory, 'lock.sqlite')
  // whoever may read the file may hold it too
  keepOwnFile(path)
  const lock = new Database(path, { readwrite: true })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new ConfigError([
      `Another server uses DATA_DIR ${directory}. Stop it first, or choose another DATA_DIR.`,
    ])
  }
  return { release: () => lock.close() }
}

function openDatabase(path: string): Database {
  if (path !== IN_MEMORY) {
    // Made by us, not by SQLite: its journals take over the mode.
    keepOwnFile(path)
    for (const end of JOURNALS) tighten(path + end)
  }
  const db = new Database(path, { create: true, readwrite: true, strict: true })
  db.exec(`PRAGMA busy_timeout = ${OPENING_PATIENCE_MS}`)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  db.exec('PRAGMA trusted_schema = OFF')
  db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES}`)
  return db
}

/** `isServer`: holds the lock while open. Others open beside a server, and take it only to migrate. */
function open(path: string, isServer: boolean): { db: Database; lock: { release(): void } | null } {
  const isFile = path !== IN_MEMORY
  let lock = isFile && isServer ? takeLock(dirname(path)) : null
  let db: Database | undefined
  try {
    db = openDatabase(path)
    if (isFile && !isMigrated(db)) lock ??= takeLock(dirname(path))
    migrate(db, path)
    // A directory or disk that takes no writes is found now, not at the first order.
    db.prepare('UPDATE portal SET written_at = ?').run(Date.now())
    // From here on a writer beside us is waited for by trying again, never by blocking the event loop.
    db.exec('PRAGMA busy_timeout = 0')
  } catch (error) {
    db?.close()
    lock?.release()
    throw error
  }
  if (!isServer) {
    lock?.release()
    lock = null
  }
  return { db, lock }
}

/** Opens the database at `path`; its directory exists. Throws a `ConfigError` that says what to do when it cannot be used. */
export function connect(path: string, isServer: boolean, log: Logger): Connection {
  let opened: ReturnType<typeof open>
  try {
    opened = open(path, isServer)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const code = error instanceof SQLiteError ? ` (${codeOf(error)})` : ''
    throw new ConfigError([`DATA_DIR cannot be used: ${path}: ${(error as Error).message}${code}.`])
  }
  const { db, lock } = opened
  const statements: { finalize(): void }[] = []
  function prepare<Row, Params extends SQLQueryBindings | SQLQueryBindings[]>(sql: string) {
    const statement = db.prepare<Row, Params>(sql)
    statements.push(statement)
    return statement
  }
  const group = openGroupCommit({ db, prepare, log })
  const begin = prepare('BEGIN')
  // A snapshot has written nothing; a commit would fail once a read has met a damaged page.
  const end = prepare('ROLLBACK')
  let closing: Promise<void> | undefined

  function read<T>(work: () => T): T {
    if (closing) throw unavailable(new Error('The store is closed.'))
    try {
      return work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.error('store_read_failed', { code: codeOf(error) })
      throw unavailable(error)
    }
  }

  async function close() {
    await group.close()
    // With a statement left open SQLite would keep the file, and leave its journal for a copy to miss.
    for (const statement of statements) statement.finalize()
    db.close(true)
    lock?.release()
  }

  return {
    prepare,
    read,
    snapshot: (work) =>
      read(() => {
        begin.run()
        try {
          return work()
        } finally {
          end.run()
        }
      }),
    write: group.write,
    close: () => (closing ??= close()),
  }
}
