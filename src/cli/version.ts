import { version } from '../../package.json'

export async function run(): Promise<number> {
  console.log(`${version} (Bun ${Bun.version}, ${process.platform} ${process.arch})`)
  return 0
}
