import { version } from '../../package.json'
import { readArguments } from './arguments.ts'

/** Prints the version; answers the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  readArguments(words, { named: [], flags: [] })
  console.log(`${version} (Bun ${Bun.version}, ${process.platform} ${process.arch})`)
  return 0
}
