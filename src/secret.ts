import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The token secret kept in `dataDir`, made at the first start and readable by its owner alone. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  try {
    // `wx`: whoever comes second reads what the first has written
    const secret = crypto.getRandomValues(new Uint8Array(32)).toHex()
    await writeFile(path, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  }
}
