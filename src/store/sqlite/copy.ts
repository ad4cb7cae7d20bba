import { Database } from 'bun:sqlite'
import { createOwnFile } from '../owner-only.ts'
import type { Finding } from '../transfer.ts'
import { migrate } from './migrations.ts'
import { openVerification } from './verify.ts'

/** Writes a snapshot of a database to a new file that only its owner may read. */
export function copyDatabase(db: Database, to: string): void {
  // SQLite would create a file that everybody may read, but it also fills an empty one.
  createOwnFile(to)
  db.prepare('VACUUM INTO ?').run(to)
}

/** Migrates a copy that nobody else uses and checks every rule; answers the broken ones. */
export function verifyCopy(path: string): Finding[] {
  const db = new Database(path, { readwrite: true, create: false, strict: true })
  try {
    db.exec('PRAGMA foreign_keys = ON')
    migrate(db, path)
    return openVerification({ prepare: db.prepare.bind(db) })().findings
  } finally {
    db.close()
  }
}
