import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'

/** Where a store is: `STORE_PATH` for SQLite, `MONGODB_URL` for MongoDB. */
export type Place = { STORE_PATH: string } | { MONGODB_URL: string }

/** Opens the store at a place; `lock` as a server does. */
export function openAt(place: Place, lock = false): Promise<Store> {
  const log = createLogger('silent')
  return 'STORE_PATH' in place
    ? Promise.resolve(openSqliteStore({ path: place.STORE_PATH, lock, log }))
    : openMongoStore({ url: place.MONGODB_URL, waitSeconds: 5, log })
}

/** The place that a writer's environment names. */
export const placeOf = ({ STORE_PATH, MONGODB_URL = '' }: NodeJS.ProcessEnv): Place =>
  STORE_PATH === undefined ? { MONGODB_URL } : { STORE_PATH }

/**
 * Runs a program of this folder until it ends, or until `isDue` says of the lines so far that it is to be killed. `limitBlocks` is how
 * large a file it may write, in units of 1,024 bytes. Answers its whole lines, and the signal that ended it.
 */
export async function runWriter(
  program: string,
  env: Record<string, string>,
  isDue: (lines: readonly string[]) => boolean | Promise<boolean>,
  limitBlocks: number | null = null,
) {
  const limit = limitBlocks === null ? '' : `trap '' XFSZ; ulimit -f ${limitBlocks};`
  const path = join(import.meta.dir, program)
  const writer = Bun.spawn(['/bin/bash', '-c', `${limit} exec "$0" "$1"`, process.execPath, path], {
    cwd: join(import.meta.dir, '../../..'),
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  // the last line may be incomplete
  const lines = () => text.split('\n').slice(0, -1)
  const decoder = new TextDecoder()
  for await (const chunk of writer.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (await isDue(lines())) writer.kill('SIGKILL')
  }
  await writer.exited
  return { lines: lines(), signal: writer.signalCode }
}
