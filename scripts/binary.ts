/**
 * `bun run binary` makes `portal`, one executable with the server, its tools and the built pages, for this system. `bun run release`
 * makes one for each system in `release/`, with their SHA-256 sums and the SBOM. Bun downloads its own program for the other systems.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#src/cli/arguments.ts'
import { BUILT_CLIENT } from '#client/build/manifest.ts'
import { SERVER_BUNDLE } from './bundle-server.ts'

const ROOT = join(import.meta.dir, '..')
const SCRATCH = join(ROOT, '.cache', `binary-${process.pid}`)
const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64'] as const
type System = (typeof SYSTEMS)[number]
const THIS_SYSTEM = `${process.platform}-${process.arch}`

/** Writes the executable to `path`, for another system than this one if `system` names it. */
async function makeBinary(path: string, system?: System): Promise<void> {
  // Bun writes its source maps beside the executable.
  const outfile = join(SCRATCH, 'portal')
  mkdirSync(SCRATCH, { recursive: true })
  try {
    await Bun.build({
      ...SERVER_BUNDLE,
      bytecode: true,
      sourcemap: 'inline',
      compile: {
        ...(system && { target: `bun-${system}` as const }),
        outfile,
        assets: [BUILT_CLIENT],
        autoloadBunfig: false,
        // Otherwise anybody who can write into the current folder could set its settings.
        autoloadDotenv: false,
      },
    })
    const made = existsSync(outfile) ? outfile : `${outfile}.exe`
    rmSync(path, { force: true })
    copyFileSync(made, path)
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true })
  }
}

async function makeAll(folder: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const sums: string[] = []
  let isWhole = true
  for (const system of SYSTEMS) {
    const name = `portal-${system}${system === 'windows-x64' ? '.exe' : ''}`
    const path = join(folder, name)
    try {
      await makeBinary(path, system === THIS_SYSTEM ? undefined : system)
      const bytes = await Bun.file(path).bytes()
      sums.push(`${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}  ${name}\n`)
      console.log(`release/${name}: ${sizeOf(path)}`)
    } catch (error) {
      isWhole = false
      console.error(`${name} cannot be made here: ${String(error)}`)
    }
  }
  await Bun.write(join(folder, 'SHA256SUMS'), sums.join(''))
  const { exitCode } = Bun.spawnSync([process.execPath, join(import.meta.dir, 'sbom.ts')])
  if (exitCode !== 0) throw new Error('The SBOM could not be made.')
  copyFileSync(join(ROOT, 'dist/sbom.cdx.json'), join(folder, 'sbom.cdx.json'))
  return isWhole
}

const sizeOf = (path: string) => `${(statSync(path).size / 1_000_000).toFixed(0)} MB`

if (import.meta.main) {
  const { flags, values } = readArguments(process.argv.slice(2), { named: ['to'], flags: ['all'] })
  const { build, isBuilt } = await import('#client/build.ts')
  if (!isBuilt()) await build()
  if (flags.has('all')) process.exitCode = (await makeAll(join(ROOT, 'release'))) ? 0 : 1
  else {
    const path = values.to ?? join(ROOT, 'portal')
    await makeBinary(path)
    console.log(`${path}: ${sizeOf(path)}`)
  }
}
