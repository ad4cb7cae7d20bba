/** Every command of the program, in an empty folder: from source, or of the executable that PORTAL_PROGRAM names. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { build, isBuilt } from '#client/build.ts'
import { PROGRAM, runTool, startServer } from '#tests/support/program.ts'
import { until } from '#tests/support/until.ts'

const PASSWORD = 'violet-lantern-42'
const ADMIN = 'boss@campus.example'
const COMMANDS = 'serve admin check backup restore move health version help'.split(' ')

const folder = mkdtempSync(join(tmpdir(), 'program-'))
const dataDir = join(folder, 'data')

const env = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  HOST: '127.0.0.1',
  DEMO: 'off',
  LOG_LEVEL: 'info',
  ...more,
})

const run = (words: string[], more: Record<string, string> = {}) =>
  runTool(words, env(more), { cwd: folder })

let server: Awaited<ReturnType<typeof startServer>>
let url: string
beforeAll(async () => {
  // A fresh clone has no pages to serve.
  if (!isBuilt()) await build()
  server = await startServer(env({ PORT: '0' }), { cwd: folder })
  ;({ url } = server)
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.child.exited
  rmSync(folder, { recursive: true })
})
const port = () => new URL(url).port

const post = (path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function readCode(email: string): Promise<string> {
  expect((await post('/users/request-code', { email })).status).toBe(200)
  const outbox = join(dataDir, 'outbox')
  const mails = () => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  const isTo = (mail: string) => mail.includes(email)
  await until('the mail is there', () => mails().some(isTo))
  return /(?<!\d)\d{6}(?!\d)/.exec(mails().find(isTo) ?? '')?.[0] ?? ''
}

test('it serves pages, their assets, the description of the API and the API page', async () => {
  const page = await (await fetch(url)).text()
  const [asset] = /\/assets\/[\w-]+\.js/.exec(page) ?? []
  for (const path of ['/', '/inventory', '/docs', asset ?? '/no-asset', '/health/live'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
  const described = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(described.paths)).toContain('/users/login')
})

test('a club registers by a mailed code, but not with a common password', async () => {
  const email = 'film@campus.example'
  const form = {
    email,
    clubName: 'Film Club',
    cordName: 'Coordinator',
    mobile: '+91 98765 43210',
    verificationCode: await readCode(email),
  }
  const common = await post('/users/register', { ...form, password: 'password123456' })
  expect(common.status).toBe(422)
  expect(await common.text()).toContain('one of the most common')
  expect((await post('/users/register', { ...form, password: PASSWORD })).status).toBe(201)
  expect((await post('/users/login', { email, password: PASSWORD })).status).toBe(200)
})

test('admin makes an administrator while the server runs', async () => {
  const { code, out, err } = await run(['admin', '--email', ADMIN, '--password', PASSWORD])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toStartWith(`Created ${ADMIN} (bosslevel`)
  expect((await post('/users/login', { email: ADMIN, password: PASSWORD })).status).toBe(200)
})

test('check finds the store sound', async () => {
  expect(await run(['check'])).toMatchObject({ code: 0, err: '' })
})

test('a backup is restored into another folder', async () => {
  const { code, out } = await run(['backup'])
  expect(code).toBe(0)
  const [file = ''] = out.split(' (')
  const restored = await run(['restore', '--from', file], { DATA_DIR: join(folder, 'other') })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('3 accounts')
})

test('move asks for what it needs', async () => {
  const { code, err } = await run(['move'])
  expect(code).toBe(1)
  expect(err).toContain('--to must be mongodb or embedded.')
})

test('health tells whether the server is ready', async () => {
  expect(await run(['health'], { PORT: port() })).toMatchObject({ code: 0, err: '' })
  const nobody = await run(['health'], { PORT: '1' })
  expect(nobody).toMatchObject({ code: 1, out: '' })
  expect(nobody.err).toBe('No server answers at http://127.0.0.1:1/health/ready.\n')
})

test('version and help answer in a screen', async () => {
  expect((await run(['version'])).out).toStartWith(`${version} (Bun ${Bun.version}, `)
  const { code, out } = await run(['help'])
  expect(code).toBe(0)
  for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
  const lines = out.trimEnd().split('\n')
  expect(lines.length).toBeLessThan(32)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(101)
  expect((await run(['--help'])).out).toBe(out)
})

test('--env names a file of settings, which the environment goes before', async () => {
  writeFileSync(
    join(folder, 'settings'),
    '# of this portal\nexport DATA_DIR="a $folder" # empty\nPORT=1\nJWT_SECRET=short\n',
  )
  const check = (...words: string[]) => run([...words, 'check'], { JWT_SECRET: '' })
  for (const words of [['--env', 'settings'], ['--env=settings']])
    expect(await check(...words)).toMatchObject({
      code: 1,
      err: 'There is no store in DATA_DIR a $folder.\n',
    })
  expect((await run(['--env', 'settings', 'check'])).err).toStartWith('JWT_SECRET needs 32 bytes')
  expect((await run(['--env', 'settings', 'health'])).err).toContain('127.0.0.1:1/')
  expect(await run(['--env', 'settings', 'health'], { PORT: port() })).toMatchObject({ code: 0 })
})

test.each([
  [['--env', 'nowhere', 'check'], /^--env nowhere cannot be read: ENOENT[^\n]*\n$/],
  [['--env', '.', 'check'], /^--env \. cannot be read: EISDIR[^\n]*\n$/],
  [['--env'], /^--env needs the path of a file\.\n$/],
  [['--env='], /^--env needs the path of a file\.\n$/],
])('%j is refused with one line', async (words, line) => {
  expect(await run(words)).toEqual({ code: 1, out: '', err: expect.stringMatching(line) })
})

test.each([
  [['serv'], 'serv is an unknown command.'],
  [['constructor'], 'constructor is an unknown command.'],
  [['--ports=1'], '--ports is an unknown option.'],
  [['serve', 'now'], 'now is an unknown option.'],
  [['check', '--fast'], '--fast is an unknown option.'],
  [['help', '--nonsense'], '--nonsense is an unknown option.'],
  [['version', '--nonsense'], '--nonsense is an unknown option.'],
])('%j is refused with one line and the help', async (words, line) => {
  const { code, out, err } = await run(words)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toBe(`${line}\n\n${(await run(['help'])).out}`)
})

test('a start with wrong settings prints one line for each, an unusable DATA_DIR included', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { code, out, err } = await run([], { DATA_DIR: file, PORT: 'x', LOG_LEVEL: 'loud' })
  // a supervisor must not try again
  expect({ code, out }).toEqual({ code: 78, out: '' })
  expect(err.trimEnd().split('\n').toSorted()).toEqual([
    expect.stringMatching(/^DATA_DIR cannot be used: /),
    'LOG_LEVEL must be one of: debug, info, warn, error, silent.',
    'PORT must be a whole number from 0 to 65535.',
  ])
})

test('a second server on the same data is refused', async () => {
  const { code, err } = await run(['serve'], { PORT: '0' })
  expect(code).toBe(1)
  expect(err).toStartWith('Another server uses DATA_DIR ')
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('a server goes on when nobody reads its output any more', async () => {
  const other = Bun.spawn([...PROGRAM], {
    cwd: folder,
    env: env({ PORT: '0', DATA_DIR: join(folder, 'unread') }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = other.stdout.getReader()
  let printed = ''
  while (!printed.includes('"event":"started"'))
    printed += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  const address = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? ''
  for (let call = 0; call < 3; call++)
    expect((await fetch(`${address}/openapi.json`)).status).toBe(200)
  other.kill('SIGTERM')
  expect(await other.exited).toBe(0)
})

test('the server ends when it is told to, and its last line is printed', async () => {
  server.child.kill('SIGTERM')
  expect(await server.child.exited).toBe(0)
  const { out } = await server.ended()
  expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    event: 'stopped',
  })
})
