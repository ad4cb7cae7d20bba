import type { Connection } from './connection.ts'

/**
 * How many new entries wait until they are indexed together. An index on each column touched a page for each row of an order, which made
 * orders and allotments four times as slow.
 */
const BLOCK = 1_000

/** What an entry is found by. */
export type Keys = { item: string | null; club: string | null; kind: string; by: string | null }

/**
 * The index of the history, in blocks of entries: for each item, club, kind and author the list of their entries in the block. The lists of a
 * block lie side by side: those of a key would be spread, and a block would touch a page for each list. The newest entries are not indexed
 * yet and are searched one by one. `portal.entries_indexed` is the last indexed entry.
 */
export function openEntryIndex({ prepare }: Pick<Connection, 'prepare'>) {
  const indexed = prepare<{ seq: number }, []>('SELECT entries_indexed AS seq FROM portal')
  const setIndexed = prepare('UPDATE portal SET entries_indexed = ?')
  const after = prepare<Keys & { seq: number }, [number]>(
    `SELECT e.seq, e.kind, b.actor AS by, coalesce(e.item_id, l.item_id) AS item,
       coalesce(e.account_id, (SELECT account_id FROM carts WHERE id = l.cart_id)) AS club
     FROM entries e JOIN batches b ON b.seq = e.batch LEFT JOIN lines l ON l.id = e.line_id
     WHERE e.seq > ? ORDER BY e.seq`,
  )
  const insert = prepare('INSERT INTO entry_blocks (key, last, seqs) VALUES (?, ?, ?)')
  const blockBefore = prepare<{ last: number }, [number]>(
    'SELECT last FROM entry_blocks WHERE last < ? ORDER BY last DESC LIMIT 1',
  )
  const listOf = prepare<{ seqs: string | null }, [number, string]>(
    `SELECT '[' || group_concat(trim(seqs, '[]')) || ']' AS seqs FROM entry_blocks
     WHERE last = ? AND key IN (SELECT value FROM json_each(?))`,
  )

  /** The entries that wait, by key; a copy of what the database holds between `first` and `next`. */
  let waiting = new Map<string, number[]>()
  let first = 0
  let next = 0

  function wait(seq: number, key: string | null): void {
    if (key === null) return
    const seqs = waiting.get(key)
    if (!seqs) waiting.set(key, [seq])
    // An author may be the club too.
    else if (seqs.at(-1) !== seq) seqs.push(seq)
  }

  function indexBlock(last: number): void {
    for (const [key, seqs] of waiting) insert.run(key, last, JSON.stringify(seqs))
    setIndexed.run(last)
    waiting = new Map()
    first = last + 1
  }

  function take(seq: number, { item, club, kind, by }: Keys): void {
    wait(seq, item)
    wait(seq, club)
    wait(seq, kind)
    wait(seq, by)
    next = seq + 1
    if (next - first >= BLOCK) indexBlock(seq)
  }

  const lastIndexed = (): number => indexed.get()?.seq ?? 0

  return {
    lastIndexed,
    /** Indexes an entry, or lets it wait for its block to be full. Belongs in the write that adds it. */
    add(seq: number, keys: Keys): void {
      // Entries are missing here at the start, after a rollback, and when another process wrote.
      if (seq === next && first > 0) return take(seq, keys)
      waiting = new Map()
      first = lastIndexed() + 1
      next = first
      for (const { seq: earlier, ...found } of after.all(first - 1)) take(earlier, found)
    },
    /**
     * The indexed entries with one of these keys, as one JSON list for each block, newest first; `null` for a block without any. The first list
     * may hold entries that are not before `before`. `last` is the last entry of the block.
     */
    *listsBefore(
      keys: readonly string[],
      before: number,
    ): Generator<{ last: number; seqs: string | null }> {
      const wanted = JSON.stringify(keys)
      let block = blockBefore.get(before + BLOCK)
      while (block) {
        yield { last: block.last, seqs: listOf.get(block.last, wanted)?.seqs ?? null }
        block = blockBefore.get(block.last)
      }
    },
  }
}
