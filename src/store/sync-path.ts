import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns when the disk has what the file at `path` holds, or the names that stand in a folder. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
