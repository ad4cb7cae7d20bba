import { rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')

/** The folder of the built server. */
export const BUILT_SERVER = join(ROOT, 'dist/server')

/** Bun's options for both bundles: the built server and the single executable. */
export const SERVER_BUNDLE = {
  root: ROOT,
  entrypoints: ['src/index.ts', 'src/monitoring/watchdog-thread.ts'].map((path) =>
    join(ROOT, path),
  ),
  // The watchdog looks for its thread beside itself.
  naming: { entry: '[name].[ext]' },
  target: 'bun',
  format: 'esm',
  // The drivers of MongoDB and Redis are then read only when they are used.
  splitting: true,
  minify: true,
  external: ['#client/build/dev.ts'],
} satisfies Partial<Bun.BuildConfig>

/** Bundles the server and its libraries into `folder` and replaces what is there. The folder must be two levels below the root, because the server looks for the pages from there. */
export async function bundleServer(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  // Source maps make the stacks of errors name lines of the source. Separate files cost a start less than inline maps.
  await Bun.build({ ...SERVER_BUNDLE, outdir: folder, sourcemap: 'linked' })
}
