import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
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

/** `null` for a path that does not exist. */
function modeOf(path: string): number | null {
  try {
    return statSync(path).mode
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Removes the rights of other users from an existing path. */
export function tighten(path: string): void {
  const mode = modeOf(path)
  if (mode === null || (mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & ~OTHERS & 0o777)
  } catch (error) {
    throw new ConfigError([
      `Others may read ${path} (mode ${(mode & 0o777).toString(8)}), and that cannot be changed: ${(error as Error).message}`,
    ])
  }
}

function tightenAll(directory: string, names: RegExp): void {
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) if (names.test(name)) tighten(join(directory, name))
}

/** Creates DATA_DIR if it is missing, and removes the rights of other users from it, its data and its backups. */
export function keepDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY })
    if ((statSync(directory).mode & STICKY) !== 0)
      throw new ConfigError([
        `DATA_DIR ${directory} is shared by all users of this machine. Name a directory of its own.`,
      ])
    tighten(directory)
    tightenAll(directory, DATA_FILE)
    tightenAll(join(directory, 'backups'), BACKUP)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([`DATA_DIR cannot be used: ${(error as Error).message}`])
  }
}
