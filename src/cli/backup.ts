/** `bun run backup`: writes a snapshot of the store to a dated file, beside running servers. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '#src/config.ts'
import { openArchive, writeArchive } from '#src/store/archive.ts'
import { storePath } from '#src/store/index.ts'
import { backUpSqlite } from '#src/store/sqlite/backup.ts'
import { checkRows } from '#src/store/sqlite/check-rows.ts'
import { syncPath } from '#src/store/sync-path.ts'
import { type Finding, sayFinding } from '#src/store/transfer.ts'
import { readArguments } from './arguments.ts'
import { openMongo } from './stores.ts'
import { runTool } from './tool.ts'

async function backUpMongo(config: Config, path: string): Promise<Finding[]> {
  const source = await openMongo(config, false)
  try {
    await writeArchive(source, path)
  } finally {
    await source.close()
  }
  const { rows, broken } = await checkRows(openArchive(path), { mayRemove: false })
  await rows.close()
  return broken
}

/** Writes the backup and checks what was written; answers the rules that it breaks. */
async function write(config: Config, path: string): Promise<Finding[]> {
  if (config.database.kind === 'mongodb') return backUpMongo(config, path)
  return backUpSqlite(storePath(config.dataDir), path)
}

async function backUp(config: Config, directory: string): Promise<string> {
  const isEmbedded = config.database.kind === 'sqlite'
  if (isEmbedded && !existsSync(storePath(config.dataDir)))
    throw new ConfigError([`There is no store in DATA_DIR ${config.dataDir}.`])
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const path = join(directory, `portal-${stamp}.${isEmbedded ? 'sqlite' : 'jsonl.gz'}`)
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
  } catch (error) {
    rmSync(part, { force: true })
    if (error instanceof ConfigError || !(error as NodeJS.ErrnoException).syscall) throw error
    throw new ConfigError([`The backup cannot be written: ${(error as Error).message}`])
  }
  return path
}

export const run = (words: readonly string[]): Promise<number> =>
  runTool(async (config) => {
    const { values } = readArguments(words, { named: ['to'], flags: [] })
    const startedAt = performance.now()
    const path = await backUp(config, values.to ?? join(config.dataDir, 'backups'))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${path} (${statSync(path).size.toLocaleString('en')} bytes, ${seconds} s)`)
    return true
  })
