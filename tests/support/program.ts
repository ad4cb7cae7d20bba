import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const file = process.env.PORTAL_PROGRAM

/** The command that runs this portal: from source, or the single executable that PORTAL_PROGRAM names. */
export const PROGRAM: readonly string[] = file
  ? [resolve(ROOT, file)]
  : [process.execPath, join(ROOT, 'src/index.ts')]
