import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '#src/config.ts'
import type { Source } from '../transfer.ts'
import { takeLock } from './connection.ts'
import { isNewer, isOurs } from './migrations.ts'
import { readAll } from './rows.ts'

/** Why a file cannot be read as a store, or `null`. */
function faultOf(db: Database, path: string): string | null {
  if (!isOurs(db)) return `${path} is not a database of this portal.`
  if (isNewer(db))
    return `${path} was written by a newer version of the portal. Use that version, or a later one.`
  const [first] = db.prepare<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
  return first?.integrity_check === 'ok' ? null : `${path} is damaged: ${first?.integrity_check}`
}

/** How long a read waits for a server that opens or closes the store just now. */
const PATIENCE_MS = 5_000

/** Opens an embedded store or a file of one for reading, in one snapshot. `isLocked` makes sure that no server uses it. */
export function openSqliteSource(path: string, { isLocked }: { isLocked: boolean }): Source {
  if (!existsSync(path)) throw new ConfigError([`There is no store at ${path}.`])
  const lock = isLocked ? takeLock(dirname(path)) : null
  let db: Database | null = null
  try {
    db = new Database(path, { readonly: true, strict: true })
    db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
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
        await readAll({ prepare: opened.prepare.bind(opened) }, give)
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
