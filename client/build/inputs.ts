import { Glob } from 'bun'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that can change the result of the build. */
const READ = [
  'client/**/*',
  'src/contract/**/*',
  'src/rules/**/*',
  'package.json',
  'bun.lock',
  'tsconfig.json',
]

/** A hash over the names and contents of all inputs of the build; the same on every machine. */
export function hashInputs(root: string): string {
  const paths = new Set(READ.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]))
  const hasher = new Bun.CryptoHasher('sha1')
  for (const path of [...paths].toSorted())
    hasher.update(path).update(new Uint8Array(readFileSync(join(root, path))))
  return hasher.update(Bun.version).digest('hex')
}
