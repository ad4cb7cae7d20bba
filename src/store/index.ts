import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '#src/config.ts'
import type { Logger } from '#src/log.ts'
import type { Store } from './port.ts'

/** Tells installations apart without saying anything of the secret that their instances share. */
export const installationOf = (secret: string): string =>
  new Bun.CryptoHasher('sha256', secret).update('installation').digest('hex').slice(0, 16)

export const storePath = (dataDir: string): string => join(dataDir, 'portal.sqlite')

/**
 * Opens the store that the settings name. `beside: true` is for tools that work while a server runs. Throws a `ConfigError`
 * that says what to do when it cannot be used.
 */
export async function openStore(
  config: Config,
  log: Logger,
  { beside = false }: { beside?: boolean } = {},
): Promise<Store> {
  if (config.database.kind === 'mongodb') {
    const { openMongoStore } = await import('./mongo.ts')
    return openMongoStore({
      url: config.database.url,
      installation: installationOf(config.jwtSecret ?? ''),
      waitSeconds: config.startupWaitSeconds,
      rateLimits: config.rateLimits,
      log,
    })
  }
  try {
    mkdirSync(config.dataDir, { recursive: true })
  } catch (error) {
    throw new ConfigError([`DATA_DIR cannot be used: ${(error as Error).message}`])
  }
  const { openSqliteStore } = await import('./sqlite.ts')
  const path = storePath(config.dataDir)
  return openSqliteStore({ path, lock: !beside, rateLimits: config.rateLimits, log })
}
