/** `bun run backup`: writes a snapshot of the store to a dated file, beside running servers. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '#src/config.ts'
import { openArchive, writeArchive } from '#src/store/archive.ts'
import { checkRows } from '#src/store/sqlite/check-rows.ts'
import { syncPath } from '#src/store/sync-path.ts'
import { type Finding, sayFinding } from '#src/store/transfer.ts'
import { readArguments } from './arguments.ts'
import { openEmbedded, openMongo, scratchOf } from './stores.ts'
import { runTool } from './tool.ts'

/** The names of backups sort by time. */
const BACKUP = /^portal-\d{4}-.*\.(?:jsonl\.gz|sqlite)$/

/** Writes the backup and checks what was written; answers the rules that it breaks. */
async function write(config: Config, path: string): Promise<Finding[]> {
  const scratch = scratchOf(config)
  const open = config.database.kind === 'mongodb' ? openMongo : openEmbedded
  const source = await open(config, { isAlone: false })
  try {
    await writeArchive(source, path)
  } finally {
    await source.close()
  }
  const { rows, broken } = await checkRows(openArchive(path), { scratch, mayRemove: false })
  await rows.close()
  return broken
}

async function backUp(config: Config, directory: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const path = join(directory, `portal-${stamp}.jsonl.gz`)
  // Only a complete file gets the name of a backup.
  const part = `${path}.part`
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const broken = await write(config, part)
    if (broken.length > 0)
      throw new ConfigError([
        ...broken.map((finding) => `broken: ${sayFinding(finding)}`),
        `Rules are broken: ${broken.length}. No backup was kept: it could not be restored as it is.`,
      ])
    syncPath(part)
    renameSync(part, path)
    syncPath(directory)
    return path
  } catch (error) {
    if (error instanceof ConfigError || !(error as NodeJS.ErrnoException).syscall) throw error
    throw new ConfigError([`The backup cannot be written: ${(error as Error).message}`])
  } finally {
    if (existsSync(part)) rmSync(part)
  }
}

/** Deletes all but the newest backups of a folder; answers how many it deleted. */
function removeOlder(directory: string, keep: number): number {
  const names = readdirSync(directory).filter((name) => BACKUP.test(name))
  const older = names.toSorted().slice(0, -keep)
  for (const name of older) rmSync(join(directory, name))
  return older.length
}

export const run = (words: readonly string[]): Promise<number> =>
  runTool(async (config) => {
    const { values } = readArguments(words, { named: ['to', 'keep'], flags: [] })
    const { to: directory = join(config.dataDir, 'backups'), keep } = values
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
      throw new ConfigError(['--keep must be a whole number, 1 or more.'])
    const startedAt = performance.now()
    const path = await backUp(config, directory)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${path} (${statSync(path).size.toLocaleString('en')} bytes, ${seconds} s)`)
    const removed = keep === undefined ? 0 : removeOlder(directory, Number(keep))
    if (removed > 0) console.log(`Older backups deleted: ${removed}.`)
    return true
  })
