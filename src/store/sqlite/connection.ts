import { Database, SQLiteError } from 'bun:sqlite'
import { dirname, join } from 'node:path'
import { ConfigError } from '#src/config.ts'
import type { Logger } from '#src/monitoring/log.ts'
import { keepOwnFile, tighten } from '../owner-only.ts'
import { unavailable } from '../shared/unavailable.ts'
import { codeOf, isBusy, isUnavailable } from './failures.ts'
import { type GroupCommit, openGroupCommit } from './group-commit.ts'
import { isMigrated, migrate } from './migrations.ts'
import { openStatements, type Prepare } from './statements.ts'

const OPENING_PATIENCE_MS = 5_000
/** SQLite cuts the WAL back to this size after a large group. */
const WAL_BYTES = 64_000_000
/** The WAL is copied to the database at so many pages, 16 MB. SQLite's default of 4 MB costs a sixth more CPU. */
const CHECKPOINT_PAGES = 4_000
/** So much of the file is kept in memory. With SQLite's 2 MB the end of a large edition reads the same pages again and again. */
const CACHE_KB = 16_000

const IN_MEMORY = ':memory:'
/** The endings of SQLite's journals. SQLite would apply a journal of another database if it lay beside ours. */
export const JOURNALS = ['-wal', '-shm'] as const

/** An open database: prepared statements, reads, and grouped writes. */
export type Connection = {
  prepare: Prepare
  /** Runs a single reading statement. */
  read<T>(work: () => T): Promise<T>
  /** Runs several reading statements in one snapshot, though another process may write. */
  snapshot<T>(work: () => T): Promise<T>
  write: GroupCommit['write']
  /** The same for a job that fills the WAL. The next commit copies the WAL to the database, so that reads wait for one of both. */
  writeLarge: GroupCommit['write']
  isFailing: GroupCommit['isFailing']
  close(): Promise<void>
}

/**
 * Takes the lock of a data directory: a write transaction on `lock.sqlite`. The system frees it with the process, even after kill -9, so
 * nobody has to delete a lock file. Throws a `ConfigError` if another process holds it.
 */
export function takeLock(directory: string): { release(): void } {
  const path = join(directory, 'lock.sqlite')
  // A user who may read the file could hold the lock.
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
    // SQLite gives its journals the mode of this file.
    keepOwnFile(path)
    for (const end of JOURNALS) tighten(path + end)
  }
  const db = new Database(path, { create: true, readwrite: true, strict: true })
  db.exec(`PRAGMA busy_timeout = ${OPENING_PATIENCE_MS}`)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  db.exec('PRAGMA trusted_schema = OFF')
  db.exec('PRAGMA temp_store = MEMORY')
  db.exec(`PRAGMA cache_size = -${CACHE_KB}`)
  db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES}`)
  return db
}

/** `isServer`: keeps the lock while open. A tool opens beside a server and takes the lock only to migrate. */
function open(path: string, isServer: boolean): { db: Database; lock: { release(): void } | null } {
  const isFile = path !== IN_MEMORY
  let lock = isFile && isServer ? takeLock(dirname(path)) : null
  let db: Database | undefined
  try {
    db = openDatabase(path)
    if (isFile && !isMigrated(db)) lock ??= takeLock(dirname(path))
    migrate(db, path)
    // Shows an unwritable directory or disk now, not at the first order.
    db.prepare('UPDATE portal SET writtenAt = ?').run(Date.now())
    // From here on a busy database is tried again later; waiting would block the event loop.
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

/** Opens the database at `path`, in an existing directory. Throws a `ConfigError` that says what to do if it is unusable. */
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
  const statements = openStatements(db)
  const { prepare } = statements
  const group = openGroupCommit({ db, prepare, log })
  const begin = prepare('BEGIN')
  // A snapshot writes nothing, and a commit would fail after a read of a damaged page.
  const end = prepare('ROLLBACK')
  let closing: Promise<void> | undefined

  async function read<T>(work: () => T): Promise<T> {
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
    // An open statement would keep the file and its journal, which a copy of the file would miss.
    statements.finalize()
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
    async writeLarge(job) {
      if (closing) return group.write(job)
      db.exec('PRAGMA wal_autocheckpoint = 0')
      try {
        return await group.write(job)
      } finally {
        db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
      }
    },
    isFailing: group.isFailing,
    close: () => (closing ??= close()),
  }
}
