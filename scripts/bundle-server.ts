import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')

/** What the built server and the single executable have in common. */
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

/** Writes the server with its libraries as few files into `folder`, two levels below the root: it finds the pages from there. */
export async function bundleServer(folder: string): Promise<void> {
  // With maps the stacks of errors name the lines of the source. As files of their own they cost a start least.
  await Bun.build({ ...SERVER_BUNDLE, outdir: folder, sourcemap: 'linked' })
}
