import type { Database } from 'bun:sqlite'
import { ConfigError } from '#src/config.ts'

/** "ADPp": marks a SQLite database as the portal's. */
const APPLICATION_ID = 0x41445070

/** What `lines` and `past_lines` have alike. `deleted` stands before long texts: nearly every statement reads it. */
const OF_LINE = `_id TEXT NOT NULL PRIMARY KEY,
    key TEXT NOT NULL,
    deleted TEXT,
    ownName TEXT,
    link TEXT NOT NULL,
    ordered_quantity INTEGER NOT NULL CHECK (ordered_quantity BETWEEN 1 AND 999999999),
    allotted_quantity INTEGER NOT NULL CHECK (allotted_quantity BETWEEN 0 AND 999999999),
    delivered_quantity INTEGER NOT NULL CHECK (delivered_quantity BETWEEN 0 AND allotted_quantity),
    status TEXT NOT NULL
      CHECK (status IN ('', 'Pending', 'Delivered', 'Ready', 'Rejected', 'Ordered from online retailer')),
    remarks TEXT NOT NULL,
    at INTEGER NOT NULL,
    announced TEXT`
const LINE_CHECK = 'CHECK ((item_id IS NULL) = (ownName IS NOT NULL))'

/**
 * Schema 1, that of the first release. A change is a step of `STEPS`.
 *
 * A column has the name of its field. Names are stored for people to read and, for comparison, as `nameKey` in `key`; a line's `key` is its
 * `lineKey`. Times are in milliseconds since 1970. A line that is ahead of what its club sees keeps that as JSON in `announced`. `known` is what
 * its club knows of a line, as JSON (`rules/known.ts`); NULL if the club knows what it sees. `changedAt` of a cart is since when others changed something that no mail
 * tells, and `changedBatch` the first batch of it; `knownSince` is when and by what the club last knew all of its order, as JSON. `deleted` is who deleted a
 * line, when and why, as JSON.
 *
 * A club has the id of the person who founded it. People belong to a club since `joinedAt`;
 * administrators to none. `asClub` is the club as which the author of a batch acted.
 *
 * The history has a batch for each call, and an entry for each row that it changed. An entry's id is its batch's id with its place in the
 * batch. The entry of a line has its item from the line: an index of the items of all entries would cost each order and each decision as much as
 * the rest of the history. `changes` is JSON; `told` is what the club reads in their place. Entries are never changed or deleted.
 *
 * An invitation without a club is one to the administrators. An ended one is kept for a while, because it counts.
 *
 * `portal` has the revision of each topic that all accounts share, under its name.
 *
 * `sheets` has the sheets whose count was saved, each with its latest batch.
 *
 * `editions` has one row without an end: the current edition. The lines of an ended one lie in `past_lines`, so that no reader of live lines sees
 * them; `past_carts` has the names of the day on which it ended, and `itemName` and `unit` those of a line that was not deleted then. `endedBatch` is
 * the change that ended it, so that its part of the history ends there. An entry of a line refers to a row of `lines` or of `past_lines`.
 * `lines` has no foreign key: SQLite then empties it at once when an edition ends, not row by row.
 * `keyHash` is of the key of the screen in the store room; NULL without one.
 *
 * Kept answers lie side by side by their key, because the portal's pages count keys up with time.
 */
const SCHEMA_1 = `
  CREATE TABLE portal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    installation TEXT NOT NULL,
    isOpen INTEGER NOT NULL DEFAULT 1 CHECK (isOpen IN (0, 1)),
    decisionsHeld INTEGER NOT NULL DEFAULT 0 CHECK (decisionsHeld IN (0, 1)),
    opensAt INTEGER,
    closesAt INTEGER,
    message TEXT NOT NULL DEFAULT '',
    pickup TEXT NOT NULL DEFAULT '',
    keyHash TEXT,
    turnedAt INTEGER,
    turnedBy TEXT CHECK (turnedBy IN ('person', 'clock')),
    ordering INTEGER NOT NULL DEFAULT 0 CHECK (ordering >= 0),
    inventory INTEGER NOT NULL DEFAULT 0 CHECK (inventory >= 0),
    catalogue INTEGER NOT NULL DEFAULT 0 CHECK (catalogue >= 0),
    carts INTEGER NOT NULL DEFAULT 0 CHECK (carts >= 0),
    people INTEGER NOT NULL DEFAULT 0 CHECK (people >= 0),
    registration TEXT NOT NULL DEFAULT 'open' CHECK (registration IN ('open', 'approval')),
    writtenAt INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE clubs (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'active'))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    clubId TEXT REFERENCES clubs,
    joinedAt INTEGER,
    cordName TEXT NOT NULL,
    mobile TEXT NOT NULL,
    access TEXT NOT NULL,
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    ver INTEGER NOT NULL CHECK (ver >= 1),
    passwordHash TEXT NOT NULL,
    orderMails INTEGER NOT NULL DEFAULT 1 CHECK (orderMails IN (0, 1)),
    seen TEXT NOT NULL DEFAULT '',
    CHECK ((clubId IS NULL) = (joinedAt IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_of_clubs ON accounts (clubId, joinedAt) WHERE clubId IS NOT NULL;

  CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    clubId TEXT REFERENCES clubs,
    by TEXT NOT NULL REFERENCES accounts,
    isByAdministrator INTEGER NOT NULL CHECK (isByAdministrator IN (0, 1)),
    at INTEGER NOT NULL,
    endedAt INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_by_email ON invitations (email, at);
  CREATE INDEX invitations_by_club ON invitations (clubId, at);
  CREATE INDEX invitations_by_age ON invitations (at);

  CREATE TABLE carts (
    id TEXT NOT NULL PRIMARY KEY,
    clubId TEXT NOT NULL UNIQUE REFERENCES clubs,
    rev INTEGER NOT NULL CHECK (rev >= 0),
    changedAt INTEGER,
    changedBatch TEXT,
    knownSince TEXT,
    usage TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX carts_changed ON carts (changedAt) WHERE changedAt IS NOT NULL;

  CREATE TABLE items (
    _id TEXT NOT NULL PRIMARY KEY,
    itemName TEXT NOT NULL CHECK (length(itemName) BETWEEN 1 AND 120),
    key TEXT NOT NULL UNIQUE,
    itemQuantity INTEGER NOT NULL CHECK (itemQuantity BETWEEN 0 AND 999999999),
    firstQuantity INTEGER NOT NULL CHECK (firstQuantity BETWEEN 0 AND 999999999),
    itemStatus TEXT NOT NULL CHECK (itemStatus IN ('enabled', 'disabled')),
    unit TEXT NOT NULL DEFAULT '' CHECK (length(unit) <= 12),
    place TEXT NOT NULL DEFAULT '' CHECK (length(place) <= 40),
    itemOrderedStatus TEXT NOT NULL,
    itemRemark TEXT NOT NULL,
    rev INTEGER NOT NULL CHECK (rev >= 1)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE lines (
    cartId TEXT NOT NULL,
    item_id TEXT,
    ${OF_LINE},
    known TEXT,
    ${LINE_CHECK}
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX live_lines ON lines (cartId, key) WHERE deleted IS NULL;
  CREATE INDEX lines_of_items ON lines (item_id) WHERE item_id IS NOT NULL;
  CREATE INDEX deleted_lines ON lines (cartId) WHERE deleted IS NOT NULL;
  CREATE INDEX lines_held_back ON lines (cartId) WHERE announced IS NOT NULL;
  CREATE INDEX lines_unmailed ON lines (cartId) WHERE known IS NOT NULL;

  CREATE TABLE editions (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    key TEXT NOT NULL UNIQUE,
    beganAt INTEGER NOT NULL,
    endedAt INTEGER,
    endedBatch TEXT UNIQUE,
    CHECK ((endedAt IS NULL) = (endedBatch IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX current_edition ON editions (endedAt IS NULL) WHERE endedAt IS NULL;

  CREATE TABLE past_carts (
    id TEXT NOT NULL PRIMARY KEY,
    editionId TEXT NOT NULL REFERENCES editions,
    clubId TEXT NOT NULL REFERENCES clubs,
    clubName TEXT NOT NULL,
    cordName TEXT NOT NULL,
    UNIQUE (editionId, clubId)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX past_carts_of_clubs ON past_carts (clubId);

  CREATE TABLE past_lines (
    cartId TEXT NOT NULL REFERENCES past_carts,
    item_id TEXT REFERENCES items,
    itemName TEXT,
    unit TEXT NOT NULL,
    ${OF_LINE},
    ${LINE_CHECK},
    CHECK ((itemName IS NOT NULL) = (item_id IS NOT NULL AND deleted IS NULL)),
    CHECK (announced IS NULL OR deleted IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX past_lines_of_carts ON past_lines (cartId, deleted);
  CREATE INDEX past_lines_of_items ON past_lines (item_id) WHERE item_id IS NOT NULL;

  CREATE TABLE batches (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    by TEXT,
    asClub TEXT,
    undoes TEXT
  ) STRICT;
  CREATE UNIQUE INDEX undoings ON batches (undoes) WHERE undoes IS NOT NULL;
  CREATE INDEX batches_of_people ON batches (by) WHERE by IS NOT NULL;

  CREATE TABLE entries (
    batch INTEGER NOT NULL REFERENCES batches,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    clubId TEXT REFERENCES clubs,
    personId TEXT REFERENCES accounts,
    lineId TEXT,
    itemId TEXT REFERENCES items,
    units INTEGER NOT NULL,
    changes TEXT NOT NULL,
    told TEXT,
    reason TEXT NOT NULL,
    PRIMARY KEY (batch, place),
    CHECK (lineId IS NULL OR (clubId IS NOT NULL AND itemId IS NULL)),
    CHECK (units = 0 OR lineId IS NOT NULL OR itemId IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_of_lines ON entries (lineId) WHERE lineId IS NOT NULL;
  CREATE INDEX entries_of_items ON entries (itemId) WHERE itemId IS NOT NULL;
  CREATE INDEX entries_of_clubs ON entries (clubId) WHERE clubId IS NOT NULL;
  CREATE INDEX entries_of_kinds ON entries (kind);

  CREATE TABLE sheets (
    id TEXT NOT NULL PRIMARY KEY,
    batch TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE answered (
    personId TEXT NOT NULL,
    key TEXT NOT NULL,
    bodyHash TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (key, personId)
  ) STRICT;
  CREATE INDEX answered_by_age ON answered (at);

  CREATE TABLE ended_tokens (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL,
    expiresAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE codes (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'reset')),
    clientKind TEXT NOT NULL CHECK (clientKind IN ('network', 'device')),
    client TEXT NOT NULL,
    requestedAt INTEGER NOT NULL,
    hash TEXT,
    armedAt INTEGER,
    spent INTEGER NOT NULL CHECK (spent IN (0, 1)),
    CHECK ((hash IS NULL) = (armedAt IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX codes_by_email ON codes (email, requestedAt);
  CREATE INDEX codes_by_client ON codes (client, requestedAt);

  CREATE TABLE code_tries (
    seq INTEGER PRIMARY KEY,
    codeId TEXT NOT NULL,
    email TEXT NOT NULL,
    clientKind TEXT NOT NULL CHECK (clientKind IN ('network', 'device')),
    client TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX code_tries_by_code ON code_tries (codeId);
  CREATE INDEX code_tries_by_email ON code_tries (email, at);

  CREATE TABLE outbox (
    id TEXT NOT NULL PRIMARY KEY,
    "to" TEXT NOT NULL,
    purpose TEXT NOT NULL
      CHECK (purpose IN ('reset', 'password_changed', 'role_changed', 'new_browser', 'order_changed', 'new_administrator',
        'invitation', 'club_approved')),
    codeId TEXT UNIQUE REFERENCES codes,
    personId TEXT REFERENCES accounts,
    invitationId TEXT REFERENCES invitations,
    digest TEXT,
    deliver INTEGER NOT NULL CHECK (deliver IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up', 'refused')),
    leased INTEGER NOT NULL DEFAULT 0 CHECK (leased IN (0, 1)),
    lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    error TEXT,
    queuedAt INTEGER NOT NULL,
    dueAt INTEGER NOT NULL,
    CHECK ((purpose = 'reset') = (codeId IS NOT NULL)),
    CHECK ((purpose IN ('order_changed', 'new_administrator')) = (personId IS NOT NULL)),
    CHECK ((purpose = 'invitation') = (invitationId IS NOT NULL)),
    CHECK ((purpose = 'order_changed') = (digest IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_waiting ON outbox (dueAt) WHERE state = 'waiting';
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
