import type { Database } from 'bun:sqlite'
import { ConfigError } from '#src/config.ts'
import { migrateToVersion2 } from './version-2.ts'
import { migrateToVersion3 } from './version-3.ts'
import { migrateToVersion4 } from './version-4.ts'
import { migrateToVersion5 } from './version-5.ts'

/** "ADPp": marks a SQLite database as the portal's. */
const APPLICATION_ID = 0x41445070

/**
 * Names are stored as given and, for comparison, as `nameKey`; a line's `line_key` is its `lineKey`. If two older rows have the same name by
 * the present comparison, the younger one has a `namesakeKey`.
 */
const VERSION_1 = `
  CREATE TABLE portal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    ordering_disabled INTEGER NOT NULL CHECK (ordering_disabled IN (0, 1)),
    ordering_rev INTEGER NOT NULL CHECK (ordering_rev >= 0),
    inventory_rev INTEGER NOT NULL CHECK (inventory_rev >= 0),
    catalogue_rev INTEGER NOT NULL CHECK (catalogue_rev >= 0),
    carts_rev INTEGER NOT NULL CHECK (carts_rev >= 0),
    written_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    club_name TEXT NOT NULL,
    cord_name TEXT NOT NULL,
    mobile TEXT NOT NULL,
    access TEXT NOT NULL,
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    ver INTEGER NOT NULL CHECK (ver >= 1),
    password_hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE carts (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts,
    rev INTEGER NOT NULL CHECK (rev >= 0)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE items (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    name_key TEXT NOT NULL UNIQUE,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 0 AND 999999999),
    first_quantity INTEGER NOT NULL CHECK (first_quantity BETWEEN 0 AND 999999999),
    status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
    ordered_status TEXT NOT NULL,
    remark TEXT NOT NULL,
    rev INTEGER NOT NULL CHECK (rev >= 1)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE lines (
    id TEXT NOT NULL PRIMARY KEY,
    cart_id TEXT NOT NULL REFERENCES carts,
    line_key TEXT NOT NULL,
    item_id TEXT REFERENCES items,
    own_name TEXT,
    link TEXT NOT NULL,
    ordered_quantity INTEGER NOT NULL CHECK (ordered_quantity BETWEEN 1 AND 999999999),
    allotted_quantity INTEGER NOT NULL CHECK (allotted_quantity BETWEEN 0 AND 999999999),
    delivered_quantity INTEGER NOT NULL CHECK (delivered_quantity BETWEEN 0 AND allotted_quantity),
    status TEXT NOT NULL
      CHECK (status IN ('', 'Pending', 'Delivered', 'Ready', 'Rejected', 'Ordered from online retailer')),
    remarks TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    deleted_by TEXT,
    deleted_why TEXT,
    CHECK ((item_id IS NULL) = (own_name IS NOT NULL)),
    CHECK ((deleted_at IS NULL) = (deleted_by IS NULL) AND (deleted_at IS NULL) = (deleted_why IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX live_lines ON lines (cart_id, line_key) WHERE deleted_at IS NULL;
  CREATE INDEX deleted_lines ON lines (cart_id) WHERE deleted_at IS NOT NULL;

  CREATE TABLE movements (
    seq INTEGER PRIMARY KEY,
    item_id TEXT REFERENCES items,
    item_change INTEGER NOT NULL,
    line_id TEXT REFERENCES lines,
    line_change INTEGER NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('allotted', 'edited', 'line removed', 'cart removed')),
    actor_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    CHECK (item_id IS NOT NULL OR item_change = 0),
    CHECK (line_id IS NOT NULL OR line_change = 0),
    CHECK (item_id IS NULL OR line_id IS NULL OR item_change = -line_change)
  ) STRICT;

  CREATE TABLE answered (
    account_id TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
  ) STRICT;

  CREATE TABLE ended_tokens (
    jti TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE codes (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'reset')),
    client TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    hash TEXT,
    armed_at INTEGER,
    tries INTEGER NOT NULL CHECK (tries >= 0),
    spent INTEGER NOT NULL CHECK (spent IN (0, 1)),
    CHECK ((hash IS NULL) = (armed_at IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX codes_by_email ON codes (email, requested_at);
  CREATE INDEX codes_by_client ON codes (client, requested_at);

  CREATE TABLE outbox (
    id TEXT NOT NULL PRIMARY KEY,
    code_id TEXT NOT NULL UNIQUE REFERENCES codes,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'held')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    due_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
  `

function makeVersion1(db: Database): void {
  db.exec(VERSION_1)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  db.prepare('INSERT INTO portal VALUES (1, ?, 0, 0, 0, 0, 0, 0)').run(Bun.randomUUIDv7())
}

/** Entry 0 creates schema 1, entry 1 migrates it to schema 2, and so on. A released entry never changes. */
const MIGRATIONS: readonly ((db: Database) => void)[] = [
  makeVersion1,
  migrateToVersion2,
  migrateToVersion3,
  migrateToVersion4,
  migrateToVersion5,
  // Schema 6 changes MongoDB alone. Both stores have the same numbers.
  () => {},
]

const versionOf = (db: Database): number =>
  db.prepare<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** Whether the file is a database of the portal, of any version. */
export const isOurs = (db: Database): boolean =>
  db.prepare<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ===
  APPLICATION_ID

export const isMigrated = (db: Database): boolean => versionOf(db) === MIGRATIONS.length

/** Whether a newer version of the portal wrote the database. */
export const isNewer = (db: Database): boolean => versionOf(db) > MIGRATIONS.length

/** Migrates a database to the newest schema, each step in one transaction. Throws a `ConfigError` if it is newer or not the portal's. */
export function migrate(db: Database, path: string): void {
  const found = versionOf(db)
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema').get() === null
  if (!isEmpty && !isOurs(db))
    throw new ConfigError([`${path} is not a database of this portal. Choose another DATA_DIR.`])
  if (found > MIGRATIONS.length)
    throw new ConfigError([
      `${path} was written by a newer version of the portal (schema ${found}, this one knows ${MIGRATIONS.length}). ` +
        'Start that version, or restore a backup that this one wrote.',
    ])
  for (const [version, step] of MIGRATIONS.entries()) {
    if (version < found) continue
    db.transaction(() => {
      step(db)
      db.exec(`PRAGMA user_version = ${version + 1}`)
    }).immediate()
  }
}
