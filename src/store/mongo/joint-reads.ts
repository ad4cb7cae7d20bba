import { READ_MS } from './connection.ts'
import { createGathering } from './gather.ts'

export const JOINT_READS = { largest: 1_000, waitMs: READ_MS, serveMs: READ_MS }

/**
 * One read for all who ask while another is under way. What each gets was read after it asked. `read` answers what it finds by key; `null`
 * stands for the rest.
 */
export const joinReads = <Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | null>) =>
  createGathering<Key, Value | null>(async (callers) => {
    const found = await read([...new Set(callers.map(({ asked }) => asked))])
    for (const { asked, resolve } of callers) resolve(found.get(asked) ?? null)
  }, JOINT_READS)
