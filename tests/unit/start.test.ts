import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { useFolder } from '#tests/support/folder.ts'
import { PROGRAM } from '#tests/support/program.ts'

const folder = useFolder()

test('a start with wrong settings prints one line for each, an unusable DATA_DIR included', async () => {
  const file = folder('file')
  writeFileSync(file, '')
  const child = Bun.spawn([...PROGRAM], {
    cwd: resolve(import.meta.dir, '../..'),
    env: { ...process.env, DATA_DIR: file, PORT: 'x', LOG_LEVEL: 'loud' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, problems] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  // a supervisor must not try again
  expect(await child.exited).toBe(78)
  expect(printed).toBe('')
  expect(problems.trimEnd().split('\n').toSorted()).toEqual([
    expect.stringMatching(/^DATA_DIR cannot be used: /),
    'LOG_LEVEL must be one of: debug, info, warn, error, silent.',
    'PORT must be a whole number from 0 to 65535.',
  ])
})
