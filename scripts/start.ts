/** `bun run start` runs the server that `bun run build` made. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_SERVER } from './bundle-server.ts'

const server = join(BUILT_SERVER, 'index.js')
if (existsSync(server)) await import(server)
else {
  console.error('The server is not built. Run `bun run build` first.')
  process.exitCode = 1
}
