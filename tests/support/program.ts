import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const file = process.env.PORTAL_PROGRAM

/** The command that runs this portal: from source, or what PORTAL_PROGRAM names, a script of Bun or the single executable. */
export const PROGRAM: readonly string[] =
  file && !/\.[jt]s$/.test(file)
    ? [resolve(ROOT, file)]
    : [process.execPath, resolve(ROOT, file ?? 'src/index.ts')]
