/**
 * `bun run binary` makes `portal`, one executable with the server, its tools and the built pages, for this system. With `-- --all` it makes
 * one for each system in `release/`, with their SHA-256 sums and the SBOM. Bun downloads its own program for the other systems.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#src/cli/arguments.ts'
import { BUILT_CLIENT } from '#client/build/manifest.ts'
import { measureStart, recordOrder } from './binary-start.ts'
import { SERVER_BUNDLE } from './bundle-server.ts'

const ROOT = join(import.meta.dir, '..')
const SCRATCH = join(ROOT, '.cache', `binary-${process.pid}`)
const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64'] as const
type System = (typeof SYSTEMS)[number]
/** Start of the file in CPU time, as a part of the start from source. Without fitting bytecode it is 0.65. */
const MOST_START = 0.5
const THIS_SYSTEM = `${process.platform}-${process.arch}`

/** Writes the executable to `path`. `order` is what `recordOrder` wrote, `system` is another system than this one. */
async function makeBinary(
  path: string,
  { order, system }: { order: string | null; system?: System },
): Promise<void> {
  // Bun writes its source maps beside the executable.
  const folder = join(SCRATCH, 'build')
  const outfile = join(folder, 'portal')
  mkdirSync(folder, { recursive: true })
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
        bytecodeOrder: order,
      },
    })
    const made = existsSync(outfile) ? outfile : `${outfile}.exe`
    rmSync(path, { force: true })
    copyFileSync(made, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Makes a first executable and records which functions its start uses. The bytecode of these then stands together, which saves 2 MB of memory.
 * `null` where a process cannot end in order: on Windows.
 */
async function makeOrder(): Promise<string | null> {
  const first = join(SCRATCH, 'first')
  const order = join(SCRATCH, 'order')
  await makeBinary(first, { order: null })
  await recordOrder(first, order)
  return existsSync(order) ? order : null
}

async function check(path: string): Promise<void> {
  const ratio = await measureStart(path)
  console.log(`Start, in CPU time: ${ratio.toFixed(2)} of the start from source`)
  if (ratio > MOST_START)
    throw new Error(`The file starts too slowly: at most ${MOST_START} is promised.`)
}

async function makeAll(folder: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const order = await makeOrder()
  const sums: string[] = []
  let isWhole = true
  for (const system of SYSTEMS) {
    const name = `portal-${system}${system === 'windows-x64' ? '.exe' : ''}`
    const path = join(folder, name)
    try {
      await makeBinary(path, { order, ...(system !== THIS_SYSTEM && { system }) })
      const bytes = await Bun.file(path).bytes()
      sums.push(`${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}  ${name}\n`)
      console.log(`release/${name}: ${sizeOf(path)}`)
    } catch (error) {
      isWhole = false
      console.error(`${name} cannot be made here: ${String(error)}`)
    }
    if (system === THIS_SYSTEM) await check(path)
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
  try {
    if (flags.has('all')) process.exitCode = (await makeAll(join(ROOT, 'release'))) ? 0 : 1
    else {
      const path = values.to ?? join(ROOT, 'portal')
      await makeBinary(path, { order: await makeOrder() })
      console.log(`${path}: ${sizeOf(path)}`)
      await check(path)
    }
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true })
  }
}
