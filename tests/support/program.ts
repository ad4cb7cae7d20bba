import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const file = process.env.PORTAL_PROGRAM

/** The command that runs this portal: from source, or the single executable or built server (`index.js`) that PORTAL_PROGRAM names. */
export const PROGRAM: readonly string[] =
  file && !file.endsWith('.js')
    ? [resolve(ROOT, file)]
    : [process.execPath, resolve(ROOT, file ?? 'src/index.ts')]
