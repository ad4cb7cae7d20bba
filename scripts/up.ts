/** `bun run up`: installs what is missing, builds what has changed, starts. Uses nothing but Bun until the packages are there. */
import { installPackages } from './install.ts'

await installPackages()
const { build, isBuilt } = await import('#client/build.ts')
if (!(await isBuilt())) {
  console.log('Building the pages …')
  await build()
}
// a person reads this console: a line for each request would hide the address
process.env.LOG_LEVEL ??= 'warn'
await import('#src/index.ts')
