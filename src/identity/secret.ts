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

export const newSecret = (): string => crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toHex()

/** The text of a file, which is `text` if the file was missing: a crash leaves no half of it, and of two processes the second keeps the first one's. */
export function keepText(path: string, text: string, mode = OWNER_ONLY): string {
  if (!existsSync(path)) {
    const part = `${path}.${crypto.randomUUID()}`
    try {
      writeFileSync(part, text, { mode, flag: 'wx' })
      syncPath(part)
      linkSync(part, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(part, { force: true })
    }
  }
  return readFileSync(path, 'utf8').trim()
}

/**
 * Reads the token secret from `dataDir`, and creates it at the first start. Only its owner can read the file. Throws when the
 * secret is too short or the file's permissions cannot be restricted.
 */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  const secret = keepText(path, newSecret())
  if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY)
  if (Buffer.byteLength(secret) < SECRET_BYTES)
    throw new Error(
      `${path} holds fewer than ${SECRET_BYTES} bytes. Delete it to get a new secret; every session then ends.`,
    )
  return secret
}
