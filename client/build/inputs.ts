import { Glob } from 'bun'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that can change what the build makes. */
const READ = [
  'client/**/*',
  'scripts/art/**/*',
  'src/contract/**/*',
  'src/rules/**/*',
  'package.json',
  'bun.lock',
  'tsconfig.json',
]

/** A hash over names and contents of all that the build reads; the same on every machine. */
export function hashInputs(root: string): string {
  const paths = new Set(READ.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]))
  const hasher = new Bun.CryptoHasher('sha1')
  for (const path of [...paths].toSorted())
    hasher.update(path).update(new Uint8Array(readFileSync(join(root, path))))
  return hasher.update(Bun.version).digest('hex')
}
