import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from '#src/monitoring/log.ts'
import { syncPath } from '../sync-path.ts'
import type { Counts, Target } from '../transfer.ts'
import { connect, type Connection, JOURNALS, takeLock } from './connection.ts'
import { openInsert, tables } from './rows.ts'
import { openVerification } from './verify.ts'

/**
 * The embedded store at `path` as a target, locked against servers. The new store is built beside the old one and replaces it in one step.
 * `onReplaced` receives the path under which the old one is kept.
 */
export function openSqliteTarget(
  path: string,
  log: Logger,
  onReplaced: (path: string) => void,
): Target {
  const directory = dirname(path)
  const staging = join(directory, 'incoming')
  const staged = join(staging, 'portal.sqlite')
  let lock: ReturnType<typeof takeLock> | null = null
  let connection: Connection | null = null

  function opened(): Connection {
    if (!connection) throw new Error('Nothing was begun.')
    return connection
  }

  /** Writes the journals into the file. If it cannot be opened, the journals are renamed with it. */
  async function settle(replaced: string): Promise<void> {
    try {
      await connect(path, false, log).close()
    } catch {
      for (const end of JOURNALS) if (existsSync(path + end)) renameSync(path + end, replaced + end)
    }
  }

  /** Replaces the store. At every moment there is the old store or the new one, never with a journal of the other. */
  async function putInPlace(): Promise<void> {
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const replaced = join(directory, `replaced-${stamp}.sqlite`)
    const isReplacing = existsSync(path)
    if (isReplacing) {
      await settle(replaced)
      linkSync(path, replaced)
    }
    for (const end of JOURNALS) rmSync(path + end, { force: true })
    renameSync(staged, path)
    syncPath(directory)
    if (isReplacing) onReplaced(replaced)
  }

  return {
    async isEmpty() {
      if (!existsSync(path)) return true
      const present = connect(path, true, log)
      try {
        return (
          present.prepare('SELECT 1 FROM accounts UNION ALL SELECT 1 FROM items LIMIT 1').get() ===
          null
        )
      } finally {
        await present.close()
      }
    },
    async begin() {
      lock = takeLock(directory)
      rmSync(staging, { recursive: true, force: true })
      mkdirSync(staging, { mode: 0o700 })
      connection = connect(staged, false, log)
    },
    async write(batch) {
      const { prepare, write } = opened()
      const insert = openInsert(prepare, batch.kind)
      await write(() => {
        for (const row of batch.rows) insert(row)
      })
    },
    async count() {
      const { prepare } = opened()
      const count = ([kind, { select }]: [string, { select: string }]) => [
        kind,
        prepare<{ rows: number }, []>(`SELECT count(*) AS rows FROM (${select})`).get()?.rows ?? 0,
      ]
      return Object.fromEntries(Object.entries(tables).map(count)) as Counts
    },
    async verify() {
      const current = opened()
      return current.snapshot(openVerification(current))
    },
    async finish() {
      const { prepare, write, close } = opened()
      const settle = prepare(`UPDATE portal SET ordering = 1,
        inventory = (SELECT coalesce(sum(rev), 0) FROM items), catalogue = (SELECT count(*) FROM items),
        carts = (SELECT coalesce(sum(rev), 0) FROM carts)`)
      await write(() => {
        settle.run()
      })
      await close()
      connection = null
      await putInPlace()
      rmSync(staging, { recursive: true })
    },
    async close() {
      await connection?.close()
      if (!lock) return
      rmSync(staging, { recursive: true, force: true })
      lock.release()
    },
  }
}
