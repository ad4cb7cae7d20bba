import { afterAll, beforeEach } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for each test; answers its path, or that of something in it. All go at the end, when nothing is open. */
export function useFolder(): (...names: string[]) => string {
  const made: string[] = []
  beforeEach(() => void made.push(mkdtempSync(join(tmpdir(), 'test-'))))
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true })
  })
  return (...names) => join(made.at(-1) ?? '', ...names)
}
