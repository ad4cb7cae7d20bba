/** Finds the programs that tests and benchmarks need beside Bun. Installs nothing: `bun run setup` does that. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = join(import.meta.dir, '..', '.cache', 'servers')
/** The shell without a window takes half of the time of the whole browser. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Whether a command ends well; one that cannot start, because its interpreter is gone, does not. */
export function succeeds(command: string[], env: Record<string, string> = {}): boolean {
  try {
    const { exitCode } = Bun.spawnSync(command, {
      env: { ...process.env, ...env },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    return exitCode === 0
  } catch {
    return false
  }
}

/** A program on the PATH or in /usr/sbin, which only root has on the PATH. */
export const findProgram = (name: string): string | null =>
  Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin` })

/** Programs from PyPI. Each has a file with versions and SHA-256 digests. */
export type PackagedProgram = 'mongod' | 'hadolint' | 'docker-compose' | 'schemathesis'

export const requirementsOf = (name: PackagedProgram): string =>
  join(import.meta.dir, 'setup', `${name}.txt`)

/** Where `bun run setup` puts a program of PyPI. The name follows from the digests, so an outdated copy is never used. */
export function folderOf(name: PackagedProgram): string {
  const digests = readFileSync(requirementsOf(name), 'utf8')
  return join(CACHE, `${name}-${Bun.hash(digests).toString(36)}`)
}

function findPackaged(name: PackagedProgram): string | null {
  const program = join(folderOf(name), name)
  return existsSync(program) ? program : null
}

/** Finds a program. If a setting names it (`given`), only that path counts. */
const orGiven = (given: string | undefined, find: () => string | null): string | null =>
  given ? (existsSync(given) ? given : null) : find()

export const findBrowser = (): string | null =>
  orGiven(
    process.env.CHROMIUM_PATH,
    () => BROWSERS.map(findProgram).find((path) => path !== null) ?? null,
  )

/** WebKitGTK's driver, and the screen that its window needs. */
export const findWebKit = (): string | null => findProgram('Xvfb') && findProgram('WebKitWebDriver')

export const findMongod = (): string | null =>
  orGiven(process.env.MONGOD_BINARY, () => findProgram('mongod') ?? findPackaged('mongod'))

/** Debian's folder of Apache's modules. */
export const APACHE_MODULES = '/usr/lib/apache2/modules'

export const findApache = (): string | null =>
  existsSync(APACHE_MODULES) ? findProgram('apache2') : null

/** The program `st`. One that was copied from another folder cannot find its Python, and counts as missing. */
export const findSchemathesis = (): string | null =>
  orGiven(process.env.SCHEMATHESIS, () => {
    const program = join(folderOf('schemathesis'), 'bin', 'st')
    return existsSync(program) && succeeds([program, '--version']) ? program : null
  })

export const findHadolint = (): string | null => findProgram('hadolint') ?? findPackaged('hadolint')

/** The folder whose package makes types from an API description. Its TypeScript is older than the project's. */
export const CLIENT_GENERATOR = join(import.meta.dir, '..', 'tests', 'clients')

export function findClientGenerator(): string | null {
  const program = join(CLIENT_GENERATOR, 'node_modules/openapi-typescript/bin/cli.js')
  return existsSync(program) ? program : null
}

/** The command that runs compose on this machine. */
export function findCompose(): string[] | null {
  if (succeeds(['docker', 'compose', 'version'])) return ['docker', 'compose']
  const program = findProgram('docker-compose') ?? findPackaged('docker-compose')
  return program === null ? null : [program]
}

/** A small Debian with the running Bun. It replaces the base image, so tests need no image registry. */
export const BASE_SYSTEM = join(CACHE, `base-${Bun.version}`)
