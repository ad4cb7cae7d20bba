/** `bun run restore`: fills the store from a backup of either kind. Every session ends; the new epoch makes pages read again. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '#src/config.ts'
import { OWNER_ONLY } from '#src/store/owner-only.ts'
import { syncPath } from '#src/store/sync-path.ts'
import { type BrokenRow, endSessions, ROW_NAMES, sayFinding } from '#src/store/transfer.ts'
import { callOf, readArguments } from './arguments.ts'
import { fillStore, openBackup } from './stores.ts'
import { runTool } from './tool.ts'

const USAGE = `${callOf('restore')} --from FILE [--replace] [--quarantine]`
const OCCUPIED = 'A store exists already. Repeat with --replace to replace it with the backup.'

/** Writes the rows that are left out to a file in DATA_DIR, one per line, each with the rule that it breaks. */
function quarantine(config: Config, rows: readonly BrokenRow[]): void {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const path = join(config.dataDir, `quarantine-${stamp}.jsonl`)
  const lines = rows.map(({ kind, id, rule, row }) => JSON.stringify({ kind, id, rule, row }))
  writeFileSync(path, `${lines.join('\n')}\n`, { flag: 'wx', mode: OWNER_ONLY })
  syncPath(path)
  for (const row of rows) console.log(`set aside: ${sayFinding(row)}`)
  const counts = [...Map.groupBy(rows, ({ kind }) => kind)].map(
    ([kind, of]) => `${of.length} × ${kind === null ? 'row' : ROW_NAMES[kind]}`,
  )
  console.log(`Set aside: ${counts.join(', ')}. They are in ${path}.`)
}

export const run = (words: readonly string[]): Promise<number> =>
  runTool(async (config) => {
    const { values, flags } = readArguments(words, {
      named: ['from'],
      flags: ['replace', 'quarantine'],
    })
    if (values.from === undefined) throw new ConfigError(['--from is needed.', USAGE])
    const startedAt = performance.now()
    const source = await openBackup(values.from)
    const isDone = await fillStore(config, config.database.kind, source, {
      mayReplace: flags.has('replace') ? null : OCCUPIED,
      change: endSessions,
      ...(flags.has('quarantine') && {
        setAside: (rows: readonly BrokenRow[]) => quarantine(config, rows),
      }),
    })
    if (!isDone && !flags.has('quarantine'))
      console.error('With --quarantine the rows that break a rule are left out and kept in a file.')
    if (isDone) console.log(`Restored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
    return isDone
  })
