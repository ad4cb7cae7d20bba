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

/** The minimum length: a shorter secret can be guessed. */
export const SECRET_BYTES = 32
const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Creates the file atomically: a crash never leaves an empty one, and of two processes the second keeps the first one's file. */
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
 * Reads the token secret from `dataDir`, and creates it at the first start. Only its owner can read the file. Throws when the
 * secret is too short or the file's permissions cannot be restricted.
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
