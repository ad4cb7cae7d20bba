import type { Database } from 'bun:sqlite'
import { lineKey, nameKey, namesakeKey } from '#src/rules/names.ts'
import { openNamesakes } from '../shared/namesakes.ts'

/**
 * Adds a random installation id. Tries become rows; those of version 1 count for the network that requested the code. A mail gets its
 * recipient and whether to deliver it; a withheld mail is given up.
 */
const SCHEMA = `
  ALTER TABLE portal ADD COLUMN installation TEXT NOT NULL DEFAULT '';

  ALTER TABLE codes ADD COLUMN client_kind TEXT NOT NULL DEFAULT 'network'
    CHECK (client_kind IN ('network', 'device'));
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
  WITH RECURSIVE nth (n) AS (
    SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < (SELECT max(tries) FROM codes)
  )
  INSERT INTO code_tries (code_id, email, client_kind, client, at)
    SELECT id, email, 'network', client, coalesce(armed_at, requested_at)
    FROM codes JOIN nth ON n <= tries;
  ALTER TABLE codes DROP COLUMN tries;

  CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('reset', 'password_changed', 'role_changed', 'new_browser')),
    code_id TEXT UNIQUE REFERENCES codes,
    deliver INTEGER NOT NULL CHECK (deliver IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    queued_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    CHECK ((purpose = 'reset') = (code_id IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO mails
    SELECT o.id, c.email, 'reset', o.code_id, o.state <> 'held',
      CASE o.state WHEN 'held' THEN 'given_up' ELSE o.state END, o.attempts, c.requested_at, o.due_at
    FROM outbox o JOIN codes c ON c.id = o.code_id;
  DROP TABLE outbox;
  ALTER TABLE mails RENAME TO outbox;
  CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
`

type Rekeyed = { id: string; key: string; isNamesake: boolean }

/** Keys are unique, so the rows that free a key come first. */
const namesakesFirst = (rows: readonly Rekeyed[]): Rekeyed[] => [
  ...rows.filter(({ isNamesake }) => isNamesake),
  ...rows.filter(({ isNamesake }) => !isNamesake),
]

const keyOf = ({ id, key, isNamesake }: Rekeyed): string =>
  isNamesake ? namesakeKey(key, id) : key

function rekeyItems(db: Database): void {
  const isNamesake = openNamesakes()
  const items = db
    .prepare<{ id: string; name: string; before: string }, []>(
      'SELECT id, name, name_key AS before FROM items ORDER BY id',
    )
    .all()
    .map(({ id, name, before }) => {
      const key = nameKey(name)
      return { id, key, isNamesake: isNamesake(key, before) }
    })
  const update = db.prepare('UPDATE items SET name_key = ? WHERE id = ?')
  for (const item of namesakesFirst(items)) update.run(keyOf(item), item.id)
}

function rekeyLines(db: Database): void {
  const isNamesake = openNamesakes()
  const lines = db
    .prepare<{ id: string; cartId: string; ownName: string; before: string; isLive: number }, []>(
      `SELECT id, cart_id AS cartId, own_name AS ownName, line_key AS before, deleted_at IS NULL AS isLive
       FROM lines WHERE own_name IS NOT NULL ORDER BY id`,
    )
    .all()
    .map(({ id, cartId, ownName, before, isLive }) => {
      const key = lineKey({ itemId: null, itemName: ownName })
      return { id, key, isNamesake: isLive !== 0 && isNamesake(`${cartId} ${key}`, before) }
    })
  const update = db.prepare('UPDATE lines SET line_key = ? WHERE id = ?')
  for (const line of namesakesFirst(lines)) update.run(keyOf(line), line.id)
}

export function migrateToVersion2(db: Database): void {
  db.exec(SCHEMA)
  db.prepare('UPDATE portal SET installation = ?').run(crypto.randomUUID())
  rekeyItems(db)
  rekeyLines(db)
}
