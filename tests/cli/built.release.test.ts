/** The single executable and the built server run every command. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { bundleServer } from '#scripts/bundle-server.ts'
import { type Env, ROOT, run, start } from '#tests/support/program.ts'
import { until } from '#tests/support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'built-'))
const file = join(folder, 'portal')
// It looks for the pages two levels above itself.
const server = join(ROOT, '.cache', `server-${process.pid}`)
const builtServer = join(server, 'index.js')
beforeAll(() => bundleServer(server))
afterAll(() => {
  for (const made of [folder, server]) rmSync(made, { recursive: true, force: true })
})

async function bun(words: string[], env: Env = {}) {
  const { code, out, err } = await run([process.execPath, ...words], env)
  return { code, said: out + err }
}

test('the executable is built', async () => {
  const { code, said } = await bun(['scripts/binary.ts', '--to', file])
  expect(said).toStartWith(`${file}: `)
  expect(code).toBe(0)
})

test('the executable takes no settings from files of the folder in which it is started', async () => {
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  for (const name of ['', '.local', '.production', '.development', '.test'])
    writeFileSync(join(shared, `.env${name}`), 'DATA_DIR=theirs\nJWT_SECRET=theirs\n')
  for (const NODE_ENV of ['', 'production', 'development', 'test']) {
    const env = { NODE_ENV, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'portal@adp.example' }
    const { err } = await run([file, 'check'], env, { cwd: shared })
    expect(err).toBe('There is no store in DATA_DIR ./data.\n')
  }
})

test('`bun run start` runs the built server, and says when there is none', async () => {
  const root = join(folder, 'root')
  mkdirSync(join(root, 'scripts'), { recursive: true })
  for (const script of ['start.ts', 'bundle-server.ts'])
    copyFileSync(join(ROOT, 'scripts', script), join(root, 'scripts', script))
  const words = [join(root, 'scripts/start.ts'), 'version']

  expect(await bun(words)).toEqual({
    code: 1,
    said: 'The server is not built. Run `bun run build` first.\n',
  })
  mkdirSync(join(root, 'dist'))
  symlinkSync(server, join(root, 'dist/server'))
  expect(await bun(words)).toEqual({ code: 0, said: expect.stringContaining(version) })
})

describe.each([
  ['the executable', file, [file]],
  ['the built server', builtServer, [process.execPath, builtServer]],
])('%s', (_, program, command) => {
  test('passes the tests of the program and its tools', async () => {
    const tests = ['program', 'store-tools'].map((name) => `./tests/cli/${name}.test.ts`)
    const { code, said } = await bun(['test', '--timeout=60000', ...tests], {
      PORTAL_PROGRAM: program,
    })
    if (code !== 0) throw new Error(said)
  })

  test('ends itself when its event loop is blocked', async () => {
    const preload = join(ROOT, 'tests/faults/support/block-on-signal.ts')
    const env = { BUN_OPTIONS: `--preload ${preload}`, PORT: '0', DEMO: 'off' }
    const { child, printed } = start(command, env, { cwd: folder })
    await until('it has started', () => printed().includes('"event":"started"'))
    child.kill('SIGUSR2')
    expect(await child.exited).not.toBe(0)
    await until('it says why', () => printed().includes('watchdog_ends_process'))
  })
})
