import type { Database } from 'bun:sqlite'
import { carryHistory, type Movement, type RowsOfHistory } from '../shared/carried.ts'

/**
 * The history: a batch for each call, an entry for each row that it changed. It takes over the movements of quantities. The number of a
 * batch is that of its first entry, and an entry's id is its batch's id with its place in the batch. The entry of a line
 * has its club and item from the line. `changes` is JSON. Entries are never changed or deleted.
 */
const SCHEMA = `
  CREATE TABLE batches (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    actor TEXT,
    undoes TEXT
  ) STRICT;
  CREATE UNIQUE INDEX undoings ON batches (undoes) WHERE undoes IS NOT NULL;

  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batches,
    kind TEXT NOT NULL,
    account_id TEXT REFERENCES accounts,
    line_id TEXT REFERENCES lines,
    item_id TEXT REFERENCES items,
    units INTEGER NOT NULL,
    changes TEXT NOT NULL,
    reason TEXT NOT NULL,
    CHECK (line_id IS NULL OR (account_id IS NULL AND item_id IS NULL)),
    CHECK (units = 0 OR line_id IS NOT NULL OR item_id IS NOT NULL)
  ) STRICT;

  CREATE TABLE entry_blocks (
    key TEXT NOT NULL,
    last INTEGER NOT NULL,
    seqs TEXT NOT NULL,
    PRIMARY KEY (key, last)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE portal ADD COLUMN entries_indexed INTEGER NOT NULL DEFAULT 0;
`

type LineColumns = Omit<RowsOfHistory['lines'][number], 'deleted'> & {
  deletedAt: number | null
  deletedBy: string
}

export function migrateToVersion3(db: Database): void {
  db.exec(SCHEMA)
  const all = <Row>(sql: string) => db.prepare<Row, []>(sql).all()
  const entries = carryHistory({
    movements: all<Movement>(
      `SELECT item_id AS itemId, item_change AS itemChange, line_id AS lineId, line_change AS lineChange,
         reason, actor_id AS actorId, at FROM movements ORDER BY seq`,
    ),
    items: all('SELECT id, first_quantity AS firstQuantity FROM items'),
    carts: all('SELECT id, account_id AS accountId FROM carts'),
    lines: all<LineColumns>(
      `SELECT id, cart_id AS cartId, item_id AS itemId, allotted_quantity AS allotted,
         deleted_at AS deletedAt, deleted_by AS deletedBy FROM lines`,
    ).map(({ deletedAt, deletedBy, ...line }) => ({
      ...line,
      deleted: deletedAt === null ? null : { at: deletedAt, by: deletedBy },
    })),
  })
  const insertBatch = db.prepare(
    `INSERT OR IGNORE INTO batches (seq, id, at, actor)
     VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM entries), ?, ?, ?)`,
  )
  const insert = db.prepare(
    `INSERT INTO entries (batch, kind, line_id, item_id, units, changes, reason)
     VALUES ((SELECT seq FROM batches WHERE id = ?), ?, ?, ?, ?, ?, ?)`,
  )
  for (const entry of entries) {
    const { batch, at, by, kind, lineId, itemId, units, changes, reason } = entry
    insertBatch.run(batch, at, by)
    const ownItem = lineId === null ? itemId : null
    insert.run(batch, kind, lineId, ownItem, units, JSON.stringify(changes), reason)
  }
  db.exec('DROP TABLE movements')
}
