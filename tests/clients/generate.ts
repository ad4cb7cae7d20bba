/**
 * `bun tests/clients/generate.ts` renews `portal-api.ts` with openapi-typescript from the registry: the types that a developer of a
 * client would generate. The first line names the description that they come from.
 */
import { join } from 'node:path'

const SPEC = join(import.meta.dir, '..', 'api', 'openapi.json')
const TARGET = join(import.meta.dir, 'portal-api.ts')

/** The first line of the generated file, which names a description. */
export async function stampOf(spec = SPEC): Promise<string> {
  const text = JSON.stringify(await Bun.file(spec).json())
  return `// Generated from openapi.json ${new Bun.CryptoHasher('sha256').update(text).digest('hex')}`
}

if (import.meta.main) {
  const made = Bun.spawnSync(['npx', '-y', 'openapi-typescript@7.13.0', SPEC, '-o', TARGET], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (made.exitCode !== 0) process.exit(1)
  await Bun.write(TARGET, `${await stampOf()}\n${await Bun.file(TARGET).text()}`)
  Bun.spawnSync([process.execPath, 'x', 'prettier', '--write', TARGET])
}
