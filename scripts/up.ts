/** `bun run up` installs packages, builds the pages if they changed, and runs the server. Before the installation it may import no package. */
import { join } from 'node:path'
import { installPackages } from './install.ts'
import { keepRunning } from './supervise.ts'

await installPackages()
const { build, isBuilt } = await import('#client/build.ts')
if (!(await isBuilt())) {
  console.log('Building the pages …')
  await build()
}
// people read this console, and request lines would hide the address
process.env.LOG_LEVEL ??= 'warn'
process.exit(await keepRunning([process.execPath, join(import.meta.dir, '../src/index.ts')]))
