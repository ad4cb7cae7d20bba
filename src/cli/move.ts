/** `bun run move`: copies the embedded store into an empty MongoDB, or back. The source stays as it is. */
import { ConfigError } from '#src/config.ts'
import { callOf, readArguments } from './arguments.ts'
import { openEmbedded, fillStore, openMongo } from './stores.ts'
import { runTool } from './tool.ts'

const USAGE = `${callOf('move')} --to mongodb|embedded (with MONGODB_URL, JWT_SECRET and DATA_DIR)`
const OCCUPIED = 'The store to fill is not empty. Move into an empty one.'

export const run = (words: readonly string[]): Promise<number> =>
  runTool(async (config) => {
    const { values } = readArguments(words, { named: ['to'], flags: [] })
    const to = values.to
    if (to !== 'mongodb' && to !== 'embedded')
      throw new ConfigError(['--to must be mongodb or embedded.', USAGE])
    if (config.database.kind !== 'mongodb') throw new ConfigError(['MONGODB_URL is needed.', USAGE])
    const open = to === 'mongodb' ? openEmbedded : openMongo
    const source = await open(config, { isAlone: true })
    const kind = to === 'mongodb' ? 'mongodb' : 'sqlite'
    return fillStore(config, kind, source, { mayReplace: OCCUPIED })
  })
