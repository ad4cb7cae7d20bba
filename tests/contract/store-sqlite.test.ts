import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { storeContract } from './store.contract.ts'

storeContract('SQLite', async ({ rateLimits = true } = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'store-'))
  const path = join(directory, 'portal.sqlite')
  const open = () => openSqliteStore({ path, rateLimits, log: createLogger('silent') })
  let store = open()
  return {
    store,
    async reopen() {
      await store.close()
      store = open()
      return store
    },
    async end() {
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
})
