import { version } from '../../package.json'

/** Prints the version; answers the exit code. */
export async function run(): Promise<number> {
  console.log(`${version} (Bun ${Bun.version}, ${process.platform} ${process.arch})`)
  return 0
}
