import type { Database } from 'bun:sqlite'

/**
 * Decisions can be held back. A line that is ahead of what its club sees keeps that as JSON, and an entry says what the club reads in place
 * of its changes.
 */
const SCHEMA = `
  ALTER TABLE portal ADD COLUMN decisions_held INTEGER NOT NULL DEFAULT 0 CHECK (decisions_held IN (0, 1));
  ALTER TABLE lines ADD COLUMN announced TEXT;
  CREATE INDEX lines_ahead ON lines (cart_id) WHERE announced IS NOT NULL;
  ALTER TABLE entries ADD COLUMN told TEXT;
`

export function migrateToVersion4(db: Database): void {
  db.exec(SCHEMA)
}
