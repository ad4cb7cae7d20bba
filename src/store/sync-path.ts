import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns once the file at `path`, or the entries of a folder, are on disk. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
