import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import type { Logger } from '#src/monitoring/log.ts'
import { keepDataDirectory } from './owner-only.ts'
import type { Store } from './port.ts'
import { openSqliteStore } from './sqlite.ts'

export const storePath = (dataDir: string): string => join(dataDir, 'portal.sqlite')

/**
 * Opens the store that the settings name. `beside: true` is for tools that run beside a server. Throws a `ConfigError` that says what to do
 * if the store is unusable.
 */
export async function openStore(
  config: Config,
  log: Logger,
  { beside = false }: { beside?: boolean } = {},
): Promise<Store> {
  const { rateLimits, edition } = config
  const shared = { rateLimits, log, ...(edition !== null && { edition }) }
  if (config.database.kind === 'mongodb') {
    // the driver takes 9 MB, so only a server with MongoDB reads it
    const { openMongoStore } = await import('./mongo.ts')
    return openMongoStore({
      url: config.database.url,
      waitSeconds: config.startupWaitSeconds,
      ...shared,
    })
  }
  keepDataDirectory(config.dataDir)
  const path = storePath(config.dataDir)
  return openSqliteStore({ path, lock: !beside, ...shared })
}
