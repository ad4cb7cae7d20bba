import type { Database } from 'bun:sqlite'

/**
 * Ordering has times at which it turns by itself, and who turned it last; times are in milliseconds since 1970. Decisions can be held back: a
 * line that is ahead of what its club sees keeps that as JSON, and an entry says what the club reads in place of its changes.
 */
const SCHEMA = `
  ALTER TABLE portal ADD COLUMN opens_at INTEGER;
  ALTER TABLE portal ADD COLUMN closes_at INTEGER;
  ALTER TABLE portal ADD COLUMN window_message TEXT NOT NULL DEFAULT '';
  ALTER TABLE portal ADD COLUMN turned_at INTEGER;
  ALTER TABLE portal ADD COLUMN turned_by TEXT CHECK (turned_by IN ('person', 'clock'));
  ALTER TABLE portal ADD COLUMN decisions_held INTEGER NOT NULL DEFAULT 0 CHECK (decisions_held IN (0, 1));
  ALTER TABLE lines ADD COLUMN announced TEXT;
  CREATE INDEX lines_ahead ON lines (cart_id) WHERE announced IS NOT NULL;
  ALTER TABLE entries ADD COLUMN told TEXT;
`

export function migrateToVersion4(db: Database): void {
  db.exec(SCHEMA)
}
