import type { Database } from 'bun:sqlite'

/**
 * Mails tell clubs what others changed in their orders. A cart says how far its club was told: up to a revision and a batch, and the time and
 * the kind of what it knew last; and since when others changed something that no mail tells. What lies in the history already counts as told.
 * A mail about an order names its account and keeps what it tells as JSON. Every mail keeps the last fault of the mail server, and whether an
 * instance sends it now.
 *
 * Writes that belong together lie side by side: kept answers by their key, because the portal's pages count keys up with time, and the index
 * of the history block by block.
 */
const SCHEMA = `
  ALTER TABLE accounts ADD COLUMN order_mails INTEGER NOT NULL DEFAULT 1 CHECK (order_mails IN (0, 1));
  ALTER TABLE carts ADD COLUMN told_rev INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE carts ADD COLUMN told_batch TEXT NOT NULL DEFAULT '';
  ALTER TABLE carts ADD COLUMN told_at INTEGER;
  ALTER TABLE carts ADD COLUMN told_what TEXT CHECK (told_what IN ('mail', 'order'));
  ALTER TABLE carts ADD COLUMN changed_at INTEGER;
  UPDATE carts SET told_rev = rev,
    told_batch = coalesce((SELECT id FROM batches ORDER BY seq DESC LIMIT 1), '');

  CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    purpose TEXT NOT NULL
      CHECK (purpose IN ('reset', 'password_changed', 'role_changed', 'new_browser', 'order_changed')),
    code_id TEXT UNIQUE REFERENCES codes,
    account_id TEXT REFERENCES accounts,
    telling TEXT,
    deliver INTEGER NOT NULL CHECK (deliver IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up', 'refused')),
    leased INTEGER NOT NULL DEFAULT 0 CHECK (leased IN (0, 1)),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    error TEXT,
    queued_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    CHECK ((purpose = 'reset') = (code_id IS NOT NULL)),
    CHECK ((purpose = 'order_changed') = (account_id IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO mails (id, recipient, purpose, code_id, deliver, state, attempts, queued_at, due_at)
    SELECT id, recipient, purpose, code_id, deliver, state, attempts, queued_at, due_at FROM outbox;
  DROP TABLE outbox;
  ALTER TABLE mails RENAME TO outbox;
  CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
  CREATE UNIQUE INDEX outbox_clubs ON outbox (account_id) WHERE state = 'waiting' AND account_id IS NOT NULL;

  CREATE TABLE answers (
    account_id TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (key, account_id)
  ) STRICT;
  INSERT INTO answers SELECT account_id, key, body_hash, body, at FROM answered ORDER BY rowid;
  DROP TABLE answered;
  ALTER TABLE answers RENAME TO answered;

  CREATE TABLE blocks (
    last INTEGER NOT NULL,
    key TEXT NOT NULL,
    seqs TEXT NOT NULL,
    PRIMARY KEY (last, key)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO blocks SELECT last, key, seqs FROM entry_blocks ORDER BY last, key;
  DROP TABLE entry_blocks;
  ALTER TABLE blocks RENAME TO entry_blocks;
`

export function migrateToVersion5(db: Database): void {
  db.exec(SCHEMA)
}
