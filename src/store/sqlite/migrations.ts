import type { Database } from 'bun:sqlite'
import { ConfigError } from '#src/config.ts'

/** "ADPp": marks a SQLite database as the portal's. */
const APPLICATION_ID = 0x41445070

/** What `lines` and `past_lines` have alike. */
const OF_LINE = `id TEXT NOT NULL PRIMARY KEY,
    line_key TEXT NOT NULL,
    own_name TEXT,
    link TEXT NOT NULL,
    ordered_quantity INTEGER NOT NULL CHECK (ordered_quantity BETWEEN 1 AND 999999999),
    allotted_quantity INTEGER NOT NULL CHECK (allotted_quantity BETWEEN 0 AND 999999999),
    delivered_quantity INTEGER NOT NULL CHECK (delivered_quantity BETWEEN 0 AND allotted_quantity),
    status TEXT NOT NULL
      CHECK (status IN ('', 'Pending', 'Delivered', 'Ready', 'Rejected', 'Ordered from online retailer')),
    remarks TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    announced TEXT,
    deleted TEXT`
const LINE_CHECK = 'CHECK ((item_id IS NULL) = (own_name IS NOT NULL))'

/**
 * Schema 1. Until the first release it changes in place; after it a change is a step of `STEPS`.
 *
 * Names are stored for people to read and, for comparison, as `nameKey`; a line's `line_key` is its `lineKey`. Times are in milliseconds since
 * 1970. A line that is ahead of what its club sees keeps that as JSON in `announced`. `known` is what
 * its club knows of a line, as JSON (`rules/known.ts`); NULL if the club knows what it sees. `changed_at` of a cart is since when others changed something that no mail
 * tells, and `changed_batch` the first batch of it; `known_since` is when and by what the club last knew all of its order, as JSON. `deleted` is who deleted a
 * line, when and why, as JSON.
 *
 * A club has the id of the person who founded it. People belong to a club since `joined_at`;
 * administrators to none. `actor_club` is the club as which the author of a batch acted.
 *
 * The history has a batch for each call, and an entry for each row that it changed. An entry's id is its batch's id with its place in the
 * batch. The entry of a line has its item from the line: an index of the items of all entries would cost each order and each decision as much as
 * the rest of the history. `changes` is JSON; `told` is what the club reads in their place. Entries are never changed or deleted.
 *
 * An invitation without a club is one to the administrators. An ended one is kept for a while, because it counts.
 *
 * `sheets` has the sheets whose count was saved, each with its latest batch.
 *
 * `editions` has one row without an end: the current edition. The lines of an ended one lie in `past_lines`, so that no reader of live lines sees
 * them; `past_carts` has the names of the day on which it ended, and `item_name` and `unit` those of a line that was not deleted then. `ended_batch` is
 * the change that ended it, so that its part of the history ends there. An entry of a line refers to a row of `lines` or of `past_lines`.
 * `lines` has no foreign key: SQLite then empties it at once when an edition ends, not row by row.
 * `pickup_key_hash` is of the key of the screen in the store room; NULL without one.
 *
 * Kept answers lie side by side by their key, because the portal's pages count keys up with time.
 */
const SCHEMA_1 = `
  CREATE TABLE portal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    installation TEXT NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
    decisions_held INTEGER NOT NULL DEFAULT 0 CHECK (decisions_held IN (0, 1)),
    opens_at INTEGER,
    closes_at INTEGER,
    window_message TEXT NOT NULL DEFAULT '',
    pickup TEXT NOT NULL DEFAULT '',
    pickup_key_hash TEXT,
    turned_at INTEGER,
    turned_by TEXT CHECK (turned_by IN ('person', 'clock')),
    ordering_rev INTEGER NOT NULL DEFAULT 0 CHECK (ordering_rev >= 0),
    inventory_rev INTEGER NOT NULL DEFAULT 0 CHECK (inventory_rev >= 0),
    catalogue_rev INTEGER NOT NULL DEFAULT 0 CHECK (catalogue_rev >= 0),
    carts_rev INTEGER NOT NULL DEFAULT 0 CHECK (carts_rev >= 0),
    people_rev INTEGER NOT NULL DEFAULT 0 CHECK (people_rev >= 0),
    registration TEXT NOT NULL DEFAULT 'open' CHECK (registration IN ('open', 'approval')),
    written_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE clubs (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'active'))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    club_id TEXT REFERENCES clubs,
    joined_at INTEGER,
    cord_name TEXT NOT NULL,
    mobile TEXT NOT NULL,
    access TEXT NOT NULL,
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    ver INTEGER NOT NULL CHECK (ver >= 1),
    password_hash TEXT NOT NULL,
    order_mails INTEGER NOT NULL DEFAULT 1 CHECK (order_mails IN (0, 1)),
    seen TEXT NOT NULL DEFAULT '',
    CHECK ((club_id IS NULL) = (joined_at IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_of_clubs ON accounts (club_id, joined_at) WHERE club_id IS NOT NULL;

  CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    club_id TEXT REFERENCES clubs,
    invited_by TEXT NOT NULL REFERENCES accounts,
    by_administrator INTEGER NOT NULL CHECK (by_administrator IN (0, 1)),
    at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_by_email ON invitations (email, at);
  CREATE INDEX invitations_by_club ON invitations (club_id, at);
  CREATE INDEX invitations_by_age ON invitations (at);

  CREATE TABLE carts (
    id TEXT NOT NULL PRIMARY KEY,
    club_id TEXT NOT NULL UNIQUE REFERENCES clubs,
    rev INTEGER NOT NULL CHECK (rev >= 0),
    changed_at INTEGER,
    changed_batch TEXT,
    known_since TEXT,
    usage TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX carts_changed ON carts (changed_at) WHERE changed_at IS NOT NULL;

  CREATE TABLE items (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    name_key TEXT NOT NULL UNIQUE,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 0 AND 999999999),
    first_quantity INTEGER NOT NULL CHECK (first_quantity BETWEEN 0 AND 999999999),
    status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
    unit TEXT NOT NULL DEFAULT '' CHECK (length(unit) <= 12),
    place TEXT NOT NULL DEFAULT '' CHECK (length(place) <= 40),
    ordered_status TEXT NOT NULL,
    remark TEXT NOT NULL,
    rev INTEGER NOT NULL CHECK (rev >= 1)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE lines (
    cart_id TEXT NOT NULL,
    item_id TEXT,
    known TEXT,
    ${OF_LINE},
    ${LINE_CHECK}
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX live_lines ON lines (cart_id, line_key) WHERE deleted IS NULL;
  CREATE INDEX lines_of_items ON lines (item_id) WHERE item_id IS NOT NULL;
  CREATE INDEX deleted_lines ON lines (cart_id) WHERE deleted IS NOT NULL;
  CREATE INDEX lines_held_back ON lines (cart_id) WHERE announced IS NOT NULL;
  CREATE INDEX lines_unmailed ON lines (cart_id) WHERE known IS NOT NULL;

  CREATE TABLE editions (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    name_key TEXT NOT NULL UNIQUE,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    ended_batch TEXT UNIQUE,
    CHECK ((ended_at IS NULL) = (ended_batch IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX current_edition ON editions (ended_at IS NULL) WHERE ended_at IS NULL;

  CREATE TABLE past_carts (
    id TEXT NOT NULL PRIMARY KEY,
    edition_id TEXT NOT NULL REFERENCES editions,
    club_id TEXT NOT NULL REFERENCES clubs,
    club_name TEXT NOT NULL,
    cord_name TEXT NOT NULL,
    UNIQUE (edition_id, club_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX past_carts_of_clubs ON past_carts (club_id);

  CREATE TABLE past_lines (
    cart_id TEXT NOT NULL REFERENCES past_carts,
    item_id TEXT REFERENCES items,
    item_name TEXT,
    unit TEXT NOT NULL,
    ${OF_LINE},
    ${LINE_CHECK},
    CHECK ((item_name IS NOT NULL) = (item_id IS NOT NULL AND deleted IS NULL)),
    CHECK (announced IS NULL OR deleted IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX past_lines_of_carts ON past_lines (cart_id, deleted);
  CREATE INDEX past_lines_of_items ON past_lines (item_id) WHERE item_id IS NOT NULL;

  CREATE TABLE batches (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    actor TEXT,
    actor_club TEXT,
    undoes TEXT
  ) STRICT;
  CREATE UNIQUE INDEX undoings ON batches (undoes) WHERE undoes IS NOT NULL;
  CREATE INDEX batches_of_people ON batches (actor) WHERE actor IS NOT NULL;

  CREATE TABLE entries (
    batch INTEGER NOT NULL REFERENCES batches,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    club_id TEXT REFERENCES clubs,
    person_id TEXT REFERENCES accounts,
    line_id TEXT,
    item_id TEXT REFERENCES items,
    units INTEGER NOT NULL,
    changes TEXT NOT NULL,
    told TEXT,
    reason TEXT NOT NULL,
    PRIMARY KEY (batch, place),
    CHECK (line_id IS NULL OR (club_id IS NOT NULL AND item_id IS NULL)),
    CHECK (units = 0 OR line_id IS NOT NULL OR item_id IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_of_lines ON entries (line_id) WHERE line_id IS NOT NULL;
  CREATE INDEX entries_of_items ON entries (item_id) WHERE item_id IS NOT NULL;
  CREATE INDEX entries_of_clubs ON entries (club_id) WHERE club_id IS NOT NULL;
  CREATE INDEX entries_of_kinds ON entries (kind);

  CREATE TABLE sheets (
    id TEXT NOT NULL PRIMARY KEY,
    batch TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE answered (
    person_id TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (key, person_id)
  ) STRICT;
  CREATE INDEX answered_by_age ON answered (at);

  CREATE TABLE ended_tokens (
    jti TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE codes (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'reset')),
    client_kind TEXT NOT NULL CHECK (client_kind IN ('network', 'device')),
    client TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    hash TEXT,
    armed_at INTEGER,
    spent INTEGER NOT NULL CHECK (spent IN (0, 1)),
    CHECK ((hash IS NULL) = (armed_at IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX codes_by_email ON codes (email, requested_at);
  CREATE INDEX codes_by_client ON codes (client, requested_at);

  CREATE TABLE code_tries (
    seq INTEGER PRIMARY KEY,
    code_id TEXT NOT NULL,
    email TEXT NOT NULL,
    client_kind TEXT NOT NULL CHECK (client_kind IN ('network', 'device')),
    client TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX code_tries_by_code ON code_tries (code_id);
  CREATE INDEX code_tries_by_email ON code_tries (email, at);

  CREATE TABLE outbox (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    purpose TEXT NOT NULL
      CHECK (purpose IN ('reset', 'password_changed', 'role_changed', 'new_browser', 'order_changed', 'new_administrator',
        'invitation', 'club_approved')),
    code_id TEXT UNIQUE REFERENCES codes,
    person_id TEXT REFERENCES accounts,
    invitation_id TEXT REFERENCES invitations,
    digest TEXT,
    deliver INTEGER NOT NULL CHECK (deliver IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up', 'refused')),
    leased INTEGER NOT NULL DEFAULT 0 CHECK (leased IN (0, 1)),
    lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    error TEXT,
    queued_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    CHECK ((purpose = 'reset') = (code_id IS NOT NULL)),
    CHECK ((purpose IN ('order_changed', 'new_administrator')) = (person_id IS NOT NULL)),
    CHECK ((purpose = 'invitation') = (invitation_id IS NOT NULL)),
    CHECK ((purpose = 'order_changed') = (digest IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
  `

function makeSchema1(db: Database): void {
  db.exec(SCHEMA_1)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  db.prepare('INSERT INTO portal (id, epoch, installation) VALUES (1, ?, ?)').run(
    Bun.randomUUIDv7(),
    crypto.randomUUID(),
  )
}

type Step = (db: Database) => void

/** Entry 0 creates schema 1, entry 1 migrates it to schema 2, and so on. A released entry never changes. */
const STEPS: readonly Step[] = [makeSchema1]

const versionOf = (db: Database): number =>
  db.prepare<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** Whether the file is a database of the portal, of any version. */
export const isOurs = (db: Database): boolean =>
  db.prepare<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ===
  APPLICATION_ID

export const isMigrated = (db: Database): boolean => versionOf(db) === STEPS.length

/** Whether a newer version of the portal wrote the database. */
export const isNewer = (db: Database): boolean => versionOf(db) > STEPS.length

/** Migrates a database to the newest schema, each step in one transaction. Throws a `ConfigError` if it is newer or not the portal's. */
export function migrate(db: Database, path: string, steps = STEPS): void {
  const found = versionOf(db)
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema').get() === null
  if (!isEmpty && !isOurs(db))
    throw new ConfigError([`${path} is not a database of this portal. Choose another DATA_DIR.`])
  if (found > steps.length)
    throw new ConfigError([
      `${path} was written by a newer version of the portal (schema ${found}, this one knows ${steps.length}). ` +
        'Start that version, or restore a backup that this one wrote.',
    ])
  for (const [version, step] of steps.entries()) {
    if (version < found) continue
    db.transaction(() => {
      step(db)
      db.exec(`PRAGMA user_version = ${version + 1}`)
    }).immediate()
  }
}
