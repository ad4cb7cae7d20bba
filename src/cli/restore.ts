/** `bun run restore`: fills the store from a backup of either kind. Every session ends; pages notice by the new epoch. */
import { ConfigError } from '#src/config.ts'
import { endSessions } from '#src/store/transfer.ts'
import { readArguments } from './arguments.ts'
import { fill } from './fill.ts'
import { openBackup, openTarget } from './stores.ts'
import { runTool } from './tool.ts'

const USAGE = 'bun run restore -- --from FILE [--replace]'
const OCCUPIED =
  'There is a store already. Repeat with --replace if the backup is to take its place.'

await runTool(async (config) => {
  const { values, flags } = readArguments(process.argv.slice(2), {
    named: ['from'],
    flags: ['replace'],
  })
  if (values.from === undefined) throw new ConfigError(['--from is needed.', USAGE])
  const startedAt = performance.now()
  const source = await openBackup(values.from)
  try {
    const target = await openTarget(config, config.database.kind)
    try {
      const mayReplace = flags.has('replace') ? null : OCCUPIED
      const isDone = await fill(source, target, { mayReplace, change: endSessions })
      if (isDone)
        console.log(`Restored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
      return isDone
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
})
