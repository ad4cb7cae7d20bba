import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { ConfigError } from '#src/config.ts'
import type { Finding } from '../transfer.ts'
import { copyDatabase, verifyCopy } from './copy.ts'
import { openSqliteSource } from './source.ts'

const BUSY_TIMEOUT_MS = 5_000

/**
 * Writes a snapshot of the embedded store to a new file, beside a running server, and checks the copy. Answers the rules that it breaks.
 */
export async function backUpSqlite(path: string, to: string): Promise<Finding[]> {
  if (!existsSync(path)) throw new ConfigError([`There is no store at ${path}.`])
  const db = new Database(path, { readwrite: true, create: false })
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    copyDatabase(db, to)
  } catch (error) {
    throw new ConfigError([`${path} cannot be backed up: ${(error as Error).message}.`])
  } finally {
    db.close()
  }
  // Refuses a copy that is damaged or not a store of the portal.
  await openSqliteSource(to, { isLocked: false }).close()
  return verifyCopy(to)
}
