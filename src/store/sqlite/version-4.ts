import type { Database } from 'bun:sqlite'

/** The times at which ordering turns by itself, and who turned it last. Times are in milliseconds since 1970. */
export function migrateToVersion4(db: Database): void {
  db.exec(`
    ALTER TABLE portal ADD COLUMN opens_at INTEGER;
    ALTER TABLE portal ADD COLUMN closes_at INTEGER;
    ALTER TABLE portal ADD COLUMN window_message TEXT NOT NULL DEFAULT '';
    ALTER TABLE portal ADD COLUMN turned_at INTEGER;
    ALTER TABLE portal ADD COLUMN turned_by TEXT CHECK (turned_by IN ('person', 'clock'));
  `)
}
