import type { NewEntry } from '#src/rules/entries.ts'
import { batchIdAfter } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'

/** The author, the time and the entries of one call; `undoes` is the batch that it takes back. */
type NewBatch = { by: string | null; at: number; entries: readonly NewEntry[]; undoes?: string }

/** Adds entries to the history. Belongs in the write that makes the changes. */
export function openEntries({ prepare }: Connection) {
  const latest = prepare<{ number: number; id: string }, []>(
    'SELECT number, id FROM batches ORDER BY number DESC LIMIT 1',
  )
  const insertBatch = prepare(
    'INSERT INTO batches (number, id, at, actor, undoes) VALUES (?, ?, ?, ?, ?)',
  )
  const insert = prepare(
    `INSERT INTO entries (batch, kind, account_id, line_id, item_id, units, changes, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    /** Answers the new batch's id, or `undefined` if there are no entries. */
    add({ by, at, entries, undoes }: NewBatch): string | undefined {
      if (entries.length === 0) return undefined
      const last = latest.get()
      const number = (last?.number ?? 0) + 1
      const id = batchIdAfter(last?.id)
      insertBatch.run(number, id, at, by, undoes ?? null)
      for (const { kind, accountId, lineId, itemId, units, changes, reason } of entries)
        insert.run(number, kind, accountId, lineId, itemId, units, JSON.stringify(changes), reason)
      return id
    },
  }
}

export type Entries = ReturnType<typeof openEntries>
