/** The portal as a target: built and started as in production. */
import { join } from 'node:path'
import { readConfig } from '#src/config.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openStore } from '#src/store/index.ts'
import { ROOT } from '#tests/support/program.ts'
import { callsOn } from '#tests/support/stores.ts'
import {
  ADMIN,
  ask,
  bearer,
  clubEmails,
  itemNames,
  PASSWORD,
  SECRET,
  STOCK,
  type Target,
} from './target.ts'

type Board = {
  items: { itemQuantity: number }[]
  clubs: { lines: { ordered_quantity: number; allotted_quantity: number }[] }[]
}

/** `file` is the single executable, `database` are the settings of another store. */
export function createPortal({
  file,
  database = {},
}: {
  file?: string
  database?: Record<string, string>
}): Target {
  const built = [process.execPath, join(ROOT, 'dist/server/index.js')]
  const env = (dataDir: string) => ({
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    JWT_SECRET: SECRET,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...database,
  })
  return {
    name: 'portal',
    commands: [
      { start: 'built', command: built },
      ...(file === undefined ? [] : [{ start: 'one file', command: [file] }]),
    ],
    cwd: ROOT,
    env,
    live: { protocol: 'hello', path: '/live' },
    async fill(dataDir) {
      const config = readConfig(env(dataDir), () => '')
      const store = await openStore(config, createLogger('silent'))
      const { admin, club, item } = callsOn(() => store, Date.now())
      const passwordHash = await hashPassword(PASSWORD)
      await admin({ email: ADMIN, passwordHash })
      for (const [at, email] of clubEmails.entries())
        await club({ email, passwordHash, clubName: `Club ${String(at).padStart(3, '0')}` })
      for (const name of itemNames) await item(name, STOCK)
      await store.close()
    },
    async totals(url, { admin }) {
      const headers = bearer(admin.token)
      const { items, clubs } = await ask<Board>(url, {
        method: 'GET',
        path: '/cart/board',
        headers,
      })
      const lines = clubs.flatMap((club) => club.lines)
      return {
        ordered: lines.reduce((sum, line) => sum + line.ordered_quantity, 0),
        allotted: lines.reduce((sum, line) => sum + line.allotted_quantity, 0),
        stock: items.reduce((sum, item) => sum + item.itemQuantity, 0),
      }
    },
  }
}
