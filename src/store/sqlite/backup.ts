import { Database } from 'bun:sqlite'
import { closeSync, existsSync, openSync } from 'node:fs'
import { ConfigError } from '#src/config.ts'
import { openSqliteSource } from './transfer.ts'

const PATIENCE_MS = 5_000
const OWNER_ONLY = 0o600

/** Writes the embedded store of one moment to a new file, beside a server that goes on, and reads the copy whole. */
export async function backUpSqlite(path: string, to: string): Promise<void> {
  if (!existsSync(path)) throw new ConfigError([`There is no store at ${path}.`])
  // SQLite fills a file that is there and empty, and would make one that everybody may read.
  closeSync(openSync(to, 'wx', OWNER_ONLY))
  const db = new Database(path, { readwrite: true, create: false })
  try {
    db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
    db.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    throw new ConfigError([`${path} cannot be backed up: ${(error as Error).message}.`])
  } finally {
    db.close()
  }
  // refuses a copy that is not ours or not whole
  await openSqliteSource(to, { isLocked: false }).close()
}
