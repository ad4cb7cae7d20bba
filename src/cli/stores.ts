import { closeSync, openSync, readSync } from 'node:fs'
import { type Config, ConfigError } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openArchive } from '#src/store/archive.ts'
import { storePath } from '#src/store/index.ts'
import { keepDataDirectory } from '#src/store/owner-only.ts'
import { connect } from '#src/store/mongo/connect.ts'
import { openMongoSource } from '#src/store/mongo/source.ts'
import { openMongoTarget } from '#src/store/mongo/target.ts'
import { openSqliteSource } from '#src/store/sqlite/source.ts'
import { openSqliteTarget } from '#src/store/sqlite/target.ts'
import { checkRows } from '#src/store/sqlite/check-rows.ts'
import {
  type Batch,
  type BrokenRow,
  copyRows,
  type Counts,
  KINDS,
  sayFinding,
  type Source,
  type Target,
} from '#src/store/transfer.ts'
import { refuseMissing } from './tool.ts'

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

/** `isAlone`: only while no server uses the store. */
type Alone = { isAlone: boolean }

/** Opens the store in MongoDB for reading. */
export async function openMongo(config: Config, alone: Alone): Promise<Source> {
  return openMongoSource(await connectMongo(config), alone)
}

/**
 * The folder for temporary files. It is on the disk that has room for the data: a temporary folder may be a part of the memory, as in a container.
 */
export function scratchOf({ dataDir }: Config): string {
  keepDataDirectory(dataDir)
  return dataDir
}

/** Opens the embedded store for reading. */
export async function openEmbedded(config: Config, { isAlone }: Alone): Promise<Source> {
  refuseMissing(config)
  return openSqliteSource(storePath(config.dataDir), { isLocked: isAlone })
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

const describe = (counts: Counts) =>
  KINDS.filter((kind) => kind !== 'portal')
    .map((kind) => `${counts[kind].toLocaleString('en')} ${kind}`)
    .join(', ')

function refuseBroken(broken: readonly string[]): false {
  for (const row of broken) console.error(`broken: ${row}`)
  console.error(`Rules are broken: ${broken.length}. The copied data was not put into use.`)
  return false
}

type Filling = {
  mayReplace: string | null
  change?: (batch: Batch) => Batch
  setAside?: (rows: readonly BrokenRow[]) => void
}

/**
 * Fills a store from a source. It finds broken rows before it writes anything: without `setAside` it stops there, with it these rows are
 * passed on and left out. It verifies the store before it puts it in use. Answers false if a rule is broken. Closes the source too.
 */
export async function fillStore(
  config: Config,
  kind: 'sqlite' | 'mongodb',
  source: Source,
  { mayReplace, change = (batch) => batch, setAside }: Filling,
): Promise<boolean> {
  await using closing = new AsyncDisposableStack()
  closing.defer(() => source.close())
  const target = await openTarget(config, kind)
  closing.defer(() => target.close())
  if (mayReplace !== null && !(await target.isEmpty())) throw new ConfigError([mayReplace])

  const mayRemove = setAside !== undefined
  const { rows, broken } = await checkRows(source, { scratch: scratchOf(config), mayRemove })
  closing.defer(() => rows.close())
  if (broken.length > 0) {
    if (!setAside || broken.some((row) => row.kind === null))
      return refuseBroken(broken.map(sayFinding))
    setAside(broken)
  }

  await target.begin()
  const counts = await copyRows(rows, (batch) => target.write(change(batch)))
  const arrived = await target.count()
  for (const of of KINDS)
    if (arrived[of] !== counts[of])
      throw new ConfigError([
        `Only ${arrived[of]} of ${counts[of]} ${of} were copied. The copied data was not put into use.`,
      ])
  const verified = await target.verify()
  if (verified.broken.length > 0) return refuseBroken(verified.broken)
  await target.finish()
  console.log(`${describe(counts)}; ${verified.checked.length} rules hold.`)
  return true
}
