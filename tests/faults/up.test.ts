/** `bun run up` restarts a server that ends. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { useFolder } from '#tests/support/folder.ts'
import { freePort } from '#tests/support/mongod.ts'
import { descendants } from '#tests/support/processes.ts'
import { start as run } from '#tests/support/program.ts'
import { until } from '#tests/support/until.ts'

const folder = useFolder()
let port: number
let started: ReturnType<typeof run>
let up: (typeof started)['child']
let servers: Set<number>

function start(env: Record<string, string> = {}): void {
  const own = { DATA_DIR: folder(), PORT: String(port), HOST: '127.0.0.1' }
  started = run([process.execPath, 'run', 'up'], { ...own, ...env })
  up = started.child
}
const printed = () => started.printed()
/** Whether the server was started this many times and answers now. */
const isThere = (times = 1) =>
  (printed().match(/The portal is at/g)?.length ?? 0) >= times &&
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** The server process itself, a descendant of `up`. */
function serverPid(): number {
  const pid = descendants(up.pid).findLast(({ name }) => name.startsWith('bun'))?.pid
  if (pid === undefined) throw new Error('There is no server.')
  servers.add(pid)
  return pid
}

beforeEach(async () => {
  port = await freePort()
  servers = new Set()
})
afterEach(async () => {
  up.kill('SIGKILL')
  await up.exited
  await until('no server is left', () => [...servers].every((pid) => !isRunning(pid)))
})

test('the console shows the address that people type, the mails, the accounts, and no more', async () => {
  start({ PUBLIC_URL: 'https://portal.example' })
  await until('it answers', () => isThere())
  serverPid()
  await fetch(`http://127.0.0.1:${port}/openapi.json`)
  up.kill('SIGTERM')
  await up.exited
  const lines = printed()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('$ '))
  expect(lines).toEqual([
    ...(lines.includes('Building the pages …') ? ['Building the pages …'] : []),
    'The portal is at https://portal.example/inventory',
    `Mails are files in ${folder('outbox')}; their codes are printed here.`,
    expect.stringMatching(/^Administrator +admin@portal\.example +\S+$/),
    expect.stringMatching(/^Demo Club +\S+ +\S+$/),
    'These passwords are shown once. Keep them, or set another:',
    'npx -y bun@1.4.5 run admin -- --email … --password-stdin',
  ])
})

test('a killed server is restarted, prints no password twice, and stops cleanly', async () => {
  start()
  await until('it answers', () => isThere())
  const first = serverPid()
  process.kill(first, 'SIGKILL')
  await until('another answers', () => isThere(2))
  expect(printed()).toContain('The server has ended (SIGKILL). It starts again.')
  expect(printed().match(/These passwords are shown once/g)).toHaveLength(1)
  const second = serverPid()
  expect(second).not.toBe(first)
  up.kill('SIGTERM')
  expect(await up.exited).toBe(0)
  expect(isRunning(second)).toBe(false)
})

test('a refused start is not repeated', async () => {
  start({ RATE_LIMITS: 'maybe' })
  expect(await up.exited).toBe(78)
  await until('it says why', () => printed().includes('RATE_LIMITS must be one of'))
  expect(printed().match(/RATE_LIMITS/g)).toHaveLength(1)
})

test('a server that crashes at every start is given up', async () => {
  start()
  const killed = new Set<number>()
  while (up.exitCode === null && killed.size < 10) {
    if (await isThere(killed.size + 1)) {
      const pid = serverPid()
      if (!killed.has(pid)) process.kill(pid, 'SIGKILL')
      killed.add(pid)
    }
    await Bun.sleep(20)
  }
  expect(await up.exited).toBe(1)
  expect(killed.size).toBe(5)
})

test('no server stays behind when `up` itself is killed', async () => {
  start()
  await until('it answers', () => isThere())
  const pid = serverPid()
  for (const { pid: one } of [{ pid: up.pid }, ...descendants(up.pid)])
    if (one !== pid) process.kill(one, 'SIGKILL')
  await until('the server has ended too', () => !isRunning(pid))
})
