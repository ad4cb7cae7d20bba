import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const stamp = join(root, 'node_modules', '.installed-lock')

/** Installs the packages of `bun.lock`, unless that was done. Exits if it fails. */
export async function installPackages(): Promise<void> {
  const lock = Bun.hash(await Bun.file(join(root, 'bun.lock')).text()).toString(36)
  if (existsSync(stamp) && (await Bun.file(stamp).text()) === lock) return
  console.log('Installing packages …')
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, 'install', '--frozen-lockfile'],
    { cwd: root, stdout: 'pipe', stderr: 'pipe' },
  )
  if (exitCode !== 0) {
    console.error(
      `${stdout}${stderr}`,
      'The packages could not be installed. Can this machine reach the package registry?',
    )
    process.exit(1)
  }
  await Bun.write(stamp, lock)
}
