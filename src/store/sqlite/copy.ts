import { Database } from 'bun:sqlite'
import { createOwnFile } from '../owner-only.ts'
import type { Finding } from '../transfer.ts'
import { migrate } from './migrations.ts'
import { openVerification } from './verify.ts'

/** Writes a database of one moment to a new file, which only its owner may read. */
export function copyDatabase(db: Database, to: string): void {
  // SQLite fills a file that is there and empty, and would make one that everybody may read.
  createOwnFile(to)
  db.prepare('VACUUM INTO ?').run(to)
}

/** Brings a copy that nobody else uses to this version's schema, and runs every rule over it. */
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
