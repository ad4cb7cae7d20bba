import type { Connection } from './connection.ts'

/**
 * How many new entries wait until they are indexed together. An index on each column touched a page for each row of an order, which made
 * orders and allotments four times as slow.
 */
const BLOCK = 1_000

type Keys = {
  seq: number
  item: string | null
  club: string | null
  kind: string
  by: string | null
}

/**
 * The index of the history, in blocks of entries: for each item, club, kind and author the list of their entries in the block. The newest
 * entries are not indexed yet and are searched one by one. `portal.entries_indexed` is the last indexed entry.
 */
export function openEntryIndex({ prepare }: Pick<Connection, 'prepare'>) {
  const indexed = prepare<{ seq: number }, []>('SELECT entries_indexed AS seq FROM portal')
  const setIndexed = prepare('UPDATE portal SET entries_indexed = ?')
  const next = prepare<Keys, [number, number]>(
    `SELECT e.seq, e.item_id AS item, e.account_id AS club, e.kind, b.actor AS by
     FROM entries e JOIN batches b ON b.seq = e.batch WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
  )
  const insert = prepare('INSERT INTO entry_blocks (key, last, seqs) VALUES (?, ?, ?)')
  const lists = prepare<{ seqs: string }, [string, number]>(
    `SELECT '[' || group_concat(trim(seqs, '[]')) || ']' AS seqs FROM entry_blocks
     WHERE key IN (SELECT value FROM json_each(?)) AND last < ? GROUP BY last ORDER BY last DESC`,
  )

  const lastIndexed = (): number => indexed.get()?.seq ?? 0

  /** False if fewer entries wait than a block has. */
  function indexBlock(): boolean {
    const rows = next.all(lastIndexed(), BLOCK)
    const last = rows.at(-1)
    if (!last || rows.length < BLOCK) return false
    const seqsOf = new Map<string, number[]>()
    for (const { seq, item, club, kind, by } of rows)
      for (const key of new Set([item, club, kind, by])) {
        if (key === null) continue
        const seqs = seqsOf.get(key)
        if (seqs) seqs.push(seq)
        else seqsOf.set(key, [seq])
      }
    for (const [key, seqs] of seqsOf) insert.run(key, last.seq, JSON.stringify(seqs))
    setIndexed.run(last.seq)
    return true
  }

  return {
    lastIndexed,
    /** Indexes every whole block up to the entry `newest`. Belongs in the write that added it. */
    grow(newest: number): void {
      if (newest - lastIndexed() < BLOCK) return
      while (indexBlock());
    },
    /** The indexed entries with one of these keys, as one JSON list for each block, newest first. A list may hold entries from `before` on. */
    *listsBefore(keys: readonly string[], before: number): Generator<string> {
      for (const { seqs } of lists.iterate(JSON.stringify(keys), before + BLOCK)) yield seqs
    },
  }
}

export type EntryIndex = ReturnType<typeof openEntryIndex>
