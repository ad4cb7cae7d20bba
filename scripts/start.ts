/** `bun run start` runs the server that `bun run build` made. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const server = join(import.meta.dir, '../dist/server/index.js')
if (existsSync(server)) await import(server)
else {
  console.error('The server is not built. Run `bun run build` first.')
  process.exitCode = 1
}
