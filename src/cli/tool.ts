import { existsSync, readFileSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { openStore, storePath } from '#src/store/index.ts'
import type { Store } from '#src/store/port.ts'

/**
 * Runs a command and ends the process: with 0 if `work` answers true, else with 1. An expected failure prints one line for each problem and
 * no stack.
 */
export async function runTool(work: (config: Config) => Promise<boolean>): Promise<never> {
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'))
    process.exit((await work(config)) ? 0 : 1)
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof Refusal)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Runs `work` on the store that the settings name, which a server may use too. `mustExist`: creates no store. */
export async function withStore(
  config: Config,
  { mustExist }: { mustExist: boolean },
  work: (store: Store) => Promise<boolean>,
): Promise<boolean> {
  const isEmbedded = config.database.kind === 'sqlite'
  if (mustExist && isEmbedded && !existsSync(storePath(config.dataDir)))
    throw new ConfigError([`There is no store in DATA_DIR ${config.dataDir}.`])
  const store = await openStore(config, createLogger('silent'), { beside: true })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
