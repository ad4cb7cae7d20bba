/** `bun run up`: installs what is missing, builds what has changed, starts and keeps running. Uses nothing but Bun until the packages are there. */
import { join } from 'node:path'
import { installPackages } from './install.ts'
import { keepRunning } from './supervise.ts'

await installPackages()
const { build, isBuilt } = await import('#client/build.ts')
if (!(await isBuilt())) {
  console.log('Building the pages …')
  await build()
}
// a person reads this console: a line for each request would hide the address
process.env.LOG_LEVEL ??= 'warn'
process.exit(await keepRunning([process.execPath, join(import.meta.dir, '../src/index.ts')]))
