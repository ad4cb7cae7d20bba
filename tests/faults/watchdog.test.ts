/** The watchdog ends a server process whose event loop is blocked. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { descendants } from '#tests/support/processes.ts'
import { PROGRAM, startServer } from '#tests/support/program.ts'
import { until } from '#tests/support/until.ts'

const NAME = basename(PROGRAM[0] ?? '')

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

const unshare = process.getuid?.() === 0 ? Bun.which('unshare') : null

/** `inside`: the command that runs the server, for example in a namespace. */
async function start(inside: string[] = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchdog-'))
  const {
    child: server,
    url,
    printed,
  } = await startServer(
    {
      // The single executable takes no option of Bun on its command line.
      BUN_OPTIONS: `--preload ${join(import.meta.dir, 'support/block-on-signal.ts')}`,
      DATA_DIR: dataDir,
    },
    { command: [...inside, ...PROGRAM] },
  )
  closers.push(async () => {
    for (const { pid } of descendants(server.pid)) process.kill(pid, 'SIGKILL')
    server.kill('SIGKILL')
    await server.exited
    rmSync(dataDir, { recursive: true })
  })
  await until('it answers', async () => (await fetch(`${url}/health/live`)).ok)
  return { server, url, printed }
}

test.concurrent('a blocked server ends, and its last line gives the reason', async () => {
  const { server, printed } = await start()
  server.kill('SIGUSR2')
  server.kill('SIGTERM')
  await server.exited
  expect(server.signalCode).toBe('SIGKILL')
  const line = () =>
    printed()
      .split('\n')
      .findLast((text) => text.startsWith('{')) ?? ''
  await until('the line is read', () => line().includes('watchdog'))
  expect(JSON.parse(line())).toMatchObject({
    level: 'error',
    stream: 'app',
    event: 'watchdog_ends_process',
    note: expect.stringContaining('10 s'),
  })
})

test
  .skipIf(!unshare)
  .concurrent('a blocked server also ends as the first process of a container', async () => {
    const { server, printed } = await start([unshare ?? '', '--pid', '--fork', '--mount-proc'])
    const inside = descendants(server.pid).find(({ name }) => name === NAME)
    if (!inside) throw new Error('There is no server.')
    process.kill(inside.pid, 'SIGUSR2')
    await server.exited
    expect(printed()).toContain('watchdog_ends_process')
  })

test.concurrent('a busy server whose event loop still turns is not ended', async () => {
  const { server, url, printed } = await start()
  server.kill('SIGUSR1')
  await until('it has been busy', () => printed().includes('was busy'))
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test.concurrent(
  'a server that was suspended, as by a sleeping computer, is not ended',
  async () => {
    const { server, url } = await start()
    server.kill('SIGSTOP')
    await Bun.sleep(13_000)
    server.kill('SIGCONT')
    const end = performance.now() + 3_000
    while (performance.now() < end) {
      expect((await fetch(`${url}/health/live`)).status).toBe(200)
      await Bun.sleep(100)
    }
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  },
)
