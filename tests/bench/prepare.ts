/** Prepares a run: installs the peers' packages and builds the portal. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_SERVER, bundleServer } from '#scripts/bundle-server.ts'

const targets = join(import.meta.dir, 'targets')
const stamp = join(targets, 'node_modules', '.installed-lock')

/** Installs with npm, since the peers run on Node and one of them has a native part. Without npm they are left out. */
export async function installPeers(): Promise<void> {
  const lock = Bun.hash(await Bun.file(join(targets, 'package-lock.json')).text()).toString(36)
  if (existsSync(stamp) && (await Bun.file(stamp).text()) === lock) return
  console.log('Installing the peers …')
  const { exitCode } = Bun.spawnSync(['npm', 'ci', '--no-audit', '--no-fund'], {
    cwd: targets,
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if (exitCode === 0) await Bun.write(stamp, lock)
  else console.error('The peers could not be installed.')
}

/** Makes the built server from the source as it is now, and the pages if they changed. */
export async function buildPortal(): Promise<void> {
  const { build, isBuilt } = await import('#client/build.ts')
  if (isBuilt()) return bundleServer(BUILT_SERVER)
  console.log('Building the pages …')
  await build()
}
