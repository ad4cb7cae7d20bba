import { rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')

/** The folder of the built server. */
export const BUILT_SERVER = join(ROOT, 'dist/server')

/** Bun's options for the built server and the single executable. */
export const SERVER_BUNDLE = {
  root: ROOT,
  entrypoints: ['src/index.ts', 'src/monitoring/watchdog-thread.ts'].map((path) =>
    join(ROOT, path),
  ),
  // The watchdog looks for its thread beside itself.
  naming: { entry: '[name].[ext]' },
  target: 'bun',
  format: 'esm',
  // Parts that few servers use are then read when they are used: without it an idle server takes 14 MB more.
  splitting: true,
  minify: true,
  external: ['#client/build/dev.ts'],
} satisfies Partial<Bun.BuildConfig>

/** Bundles the server and its libraries into `folder` and replaces what is there. The folder must be two levels below the root, because the server looks for the pages from there. */
export async function bundleServer(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  // Source maps make the stacks of errors name lines of the source.
  await Bun.build({ ...SERVER_BUNDLE, outdir: folder, sourcemap: 'linked' })
}
