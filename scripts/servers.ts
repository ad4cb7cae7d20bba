import { existsSync } from 'node:fs'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Installs Debian packages where that is possible: as root, on a machine with apt. */
function aptInstall(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return false
  const run = (...args: string[]) =>
    Bun.spawnSync(['apt-get', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdout: 'ignore',
      stderr: 'inherit',
    }).exitCode === 0
  return run('update', '-qq') && run('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** The Chromium that the browser tests use: `CHROMIUM_PATH`, one that is installed, one that apt has; else `null`. */
export async function findBrowser(): Promise<string | null> {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : null
  const installed = () => BROWSERS.find((path) => existsSync(path)) ?? null
  if (installed() === null) aptInstall('chromium', 'fonts-liberation')
  return installed()
}
