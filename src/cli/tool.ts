import { existsSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { checkDataDirectory, readSecretFile } from '#src/store/owner-only.ts'
import { openStore, storePath } from '#src/store/index.ts'
import type { Store } from '#src/store/port.ts'

/**
 * Runs `work` with the settings, unless DATA_DIR belongs to another user than this one. Answers the exit code: 0 if `work` answers true, else 1.
 */
export async function runTool(work: (config: Config) => Promise<boolean>): Promise<number> {
  const config = readConfig(process.env, readSecretFile)
  checkDataDirectory(config.dataDir)
  return (await work(config)) ? 0 : 1
}

/** Throws a `ConfigError` if there is no embedded store. */
export function refuseMissing({ dataDir }: Config): void {
  if (!existsSync(storePath(dataDir)))
    throw new ConfigError([`There is no store in DATA_DIR ${dataDir}.`])
}

/** Runs `work` on the store that the settings name, which a server may use too. `mustExist`: creates no store. */
export async function withStore(
  config: Config,
  { mustExist }: { mustExist: boolean },
  work: (store: Store) => Promise<boolean>,
): Promise<boolean> {
  if (mustExist && config.database.kind === 'sqlite') refuseMissing(config)
  const store = await openStore(config, createLogger('silent'), { beside: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
