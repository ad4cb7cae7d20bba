import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '#src/config.ts'

/** The portal's files hold password hashes and addresses, so only its own user may read them. */
export const OWNER_ONLY = 0o600
const OWNER_ONLY_DIRECTORY = 0o700
const OTHERS = 0o077
const STICKY = 0o1000

/** The names of the portal's files in a data directory; `-wal` and `-shm` belong to a database. */
const DATA_FILE = /^(?:portal\.sqlite|lock\.sqlite|replaced-|quarantine-)/
const BACKUP = /^portal-/

/** Creates an empty file that only its owner may read. Throws if it exists. */
export function createOwnFile(path: string): void {
  closeSync(openSync(path, 'wx', OWNER_ONLY))
}

/** Creates the file if it is missing, and removes the rights of other users. */
export function keepOwnFile(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY))
  tighten(path)
}

/** `null` for a path that does not exist: another process may have removed it just now. */
function statOf(path: string, stat: (path: string) => Stats = statSync): Stats | null {
  try {
    return stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The owner of a new file in the folder; `null` if none can be made there. */
function ownerOfNewFile(folder: string): number | null {
  const path = join(folder, `.owner-${crypto.randomUUID()}`)
  try {
    createOwnFile(path)
    return statSync(path).uid
  } catch {
    return null
  } finally {
    rmSync(path, { force: true })
  }
}

/**
 * Throws a `ConfigError` if the path, or the link that it is, belongs to a user who is neither root nor the one that runs this process: that
 * user could know and change what it holds. Some file systems give every file one owner, such as a network folder that takes root for nobody.
 */
function checkOwner(path: string): void {
  const own = process.geteuid?.()
  // Windows has no such owners.
  if (own === undefined) return
  const isForeign = (uid: number | undefined) => uid !== undefined && uid !== own && uid !== 0
  const found = statOf(path)
  const owner = [statOf(path, lstatSync)?.uid, found?.uid].find(isForeign)
  if (owner === undefined) return
  if (ownerOfNewFile(found?.isDirectory() ? path : dirname(path)) === owner) return
  throw new ConfigError([
    `${path} belongs to user ${owner}, and the portal runs as user ${own}. Run it as its owner, or chown it once you know what it holds.`,
  ])
}

/** Only `backup` uses it, so it may be anybody's: a server that cannot read it must still start. */
const BACKUPS = 'backups'

/** Throws a `ConfigError` if the folder, or anything in it that a server uses, belongs to another user. */
export function checkOwners(folder: string): void {
  checkOwner(folder)
  for (const name of readdirSync(folder)) if (name !== BACKUPS) checkOwner(join(folder, name))
}

/**
 * Reads a file of secrets that the operator names. Throws a `ConfigError` if it belongs to another user. Only root can mount a file on its own,
 * as container engines do, so such a file may have any owner.
 */
export function readSecretFile(path: string): string {
  if (statSync(path).dev === statSync(dirname(path)).dev) checkOwner(path)
  return readFileSync(path, 'utf8')
}

/** Removes the rights of other users from an existing path. */
export function tighten(path: string): void {
  const mode = statOf(path)?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & ~OTHERS & 0o777)
  } catch (error) {
    throw new ConfigError([
      `Others may read ${path} (mode ${(mode & 0o777).toString(8)}), and that cannot be changed: ${(error as Error).message}`,
    ])
  }
}

function tightenAll(directory: string, names: RegExp): void {
  for (const name of readdirSync(directory)) if (names.test(name)) tighten(join(directory, name))
}

/** Removes the rights of other users from the backups, as far as this user may. */
function tightenBackups(directory: string): void {
  try {
    tightenAll(join(directory, BACKUPS), BACKUP)
  } catch {
    // The rights of DATA_DIR keep others out.
  }
}

/** Runs `work` on DATA_DIR; turns what the system refuses into a `ConfigError`. */
function onDataDirectory(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([`DATA_DIR cannot be used: ${(error as Error).message}`])
  }
}

/**
 * Throws a `ConfigError` if DATA_DIR, or anything in it that a server uses, belongs to another user or cannot be read: a tool of that user would
 * leave files there that the server cannot open. Makes nothing.
 */
export const checkDataDirectory = (directory: string): void =>
  onDataDirectory(() => {
    if (statOf(directory)) checkOwners(directory)
  })

/**
 * Creates DATA_DIR if it is missing, and removes the rights of other users from it, its data and its backups. Throws a `ConfigError` if it, or
 * anything in it that a server uses, belongs to another user.
 */
export const keepDataDirectory = (directory: string): void =>
  onDataDirectory(() => {
    mkdirSync(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY })
    if ((statSync(directory).mode & STICKY) !== 0)
      throw new ConfigError([
        `DATA_DIR ${directory} is shared by all users of this machine. Name a directory of its own.`,
      ])
    checkOwners(directory)
    tighten(directory)
    tightenAll(directory, DATA_FILE)
    tightenBackups(directory)
  })
