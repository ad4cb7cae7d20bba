import { closeSync, openSync, readSync } from 'node:fs'
import { type Config, ConfigError } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openArchive } from '#src/store/archive.ts'
import { storePath } from '#src/store/index.ts'
import { connect } from '#src/store/mongo/connect.ts'
import { openMongoSource } from '#src/store/mongo/source.ts'
import { openMongoTarget } from '#src/store/mongo/target.ts'
import { openSqliteSource } from '#src/store/sqlite/source.ts'
import { openSqliteTarget } from '#src/store/sqlite/target.ts'
import type { Source, Target } from '#src/store/transfer.ts'
import { fill, type Filling } from './fill.ts'

/** Tools use another client name than servers, so that they see whether a server is running. */
const TOOL_NAME = 'adp-portal tool'
const SQLITE_HEAD = 'SQLite format 3\u0000'

const log = createLogger('silent')

async function connectMongo(config: Config) {
  if (config.database.kind !== 'mongodb') throw new ConfigError(['MONGODB_URL is needed.'])
  const { url } = config.database
  return connect(
    { url, waitSeconds: config.startupWaitSeconds, log },
    { appName: TOOL_NAME, socketMs: 0 },
  )
}

/** Opens the store in MongoDB for reading. `isAlone`: only while no server uses it. */
export async function openMongo(config: Config, isAlone: boolean): Promise<Source> {
  return openMongoSource(await connectMongo(config), { isAlone })
}

/** Opens the embedded store for reading, locked against servers. */
export async function openEmbedded(config: Config): Promise<Source> {
  return openSqliteSource(storePath(config.dataDir), { isLocked: true })
}

/** Opens a backup of either kind, told apart by its first bytes. */
export async function openBackup(path: string): Promise<Source> {
  const head = new Uint8Array(SQLITE_HEAD.length)
  try {
    const file = openSync(path, 'r')
    readSync(file, head)
    closeSync(file)
  } catch (error) {
    throw new ConfigError([`${path} cannot be read: ${(error as Error).message}`])
  }
  if (new TextDecoder('latin1').decode(head) !== SQLITE_HEAD) return openArchive(path)
  return openSqliteSource(path, { isLocked: false })
}

async function openTarget(config: Config, kind: 'sqlite' | 'mongodb'): Promise<Target> {
  if (kind === 'mongodb') return openMongoTarget(await connectMongo(config))
  return openSqliteTarget(storePath(config.dataDir), log, (path) =>
    console.log(`The store before was renamed to ${path}. Delete it when you no longer need it.`),
  )
}

/** Fills a store from a source, as `fill` does, and closes both. */
export async function fillStore(
  config: Config,
  kind: 'sqlite' | 'mongodb',
  source: Source,
  options: Filling,
): Promise<boolean> {
  try {
    const target = await openTarget(config, kind)
    try {
      return await fill(source, target, options)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
