import {
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '#src/store/sync-path.ts'

/** A key of fewer bytes can be guessed. */
export const SECRET_BYTES = 32
const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Makes the file whole or not at all: a crash never leaves an empty one. Whoever comes second keeps what the first has made. */
function createOnce(path: string): void {
  if (existsSync(path)) return
  const part = `${path}.${crypto.randomUUID()}`
  try {
    const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toHex()
    writeFileSync(part, secret, { mode: OWNER_ONLY, flag: 'wx' })
    syncPath(part)
    linkSync(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
}

/**
 * The token secret kept in `dataDir`, made at the first start and readable by its owner alone. Throws when the file holds less than
 * a secret needs, or cannot be kept from others.
 */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  createOnce(path)
  if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY)
  const secret = readFileSync(path, 'utf8').trim()
  if (Buffer.byteLength(secret) < SECRET_BYTES)
    throw new Error(
      `${path} holds fewer than ${SECRET_BYTES} bytes. Delete it to get a new secret; every session then ends.`,
    )
  return secret
}
