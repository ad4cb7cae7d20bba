/** Other users of the machine cannot read the data, whatever the umask was and whichever tool wrote the files. */
import { Database } from 'bun:sqlite'
import { beforeEach, expect, test } from 'bun:test'
import { chmod, chown, lchown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openStore } from '#src/store/index.ts'
import { useFolder } from '#tests/support/folder.ts'
import { PROGRAM, run, runTool } from '#tests/support/program.ts'
import { describeWith, whyMissing } from '#tests/support/servers.ts'
import { makeAYear } from './support/transfers.ts'

const NOW = Date.now()
const NOBODY = '65534'
const setpriv = Bun.which('setpriv')
/** Only root may start a process as another user. */
const whyNotAnother = process.getuid?.() === 0 ? whyMissing('setpriv', setpriv) : 'it needs root'

const folder = useFolder()
let dataDir: string
beforeEach(() => void (dataDir = folder('a', 'data')))

/** Runs a tool with umask 000, which removes no rights. */
async function runOpenly(...words: string[]): Promise<string> {
  const command = ['/bin/sh', '-c', 'umask 000; exec "$0" "$@"', ...PROGRAM, ...words]
  const { code, out, err } = await run(command, { DATA_DIR: dataDir })
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) })
  return out
}

const namesIn = (directory: string) => [
  ...new Bun.Glob('**').scanSync({ cwd: directory, onlyFiles: false }),
]

/** All files of a folder, with their modes. */
async function modesIn(directory: string): Promise<Record<string, string>> {
  const modes: Record<string, string> = {}
  for (const name of namesIn(directory))
    modes[name] = ((await stat(join(directory, name))).mode & 0o777).toString(8)
  return modes
}
const openConfigured = () =>
  openStore(
    readConfig({ DATA_DIR: dataDir }, () => ''),
    createLogger('silent'),
  )

/** Checks that other users can read none of the files, and that there are at least `least`. */
async function expectOwnerOnly(least: RegExp[]): Promise<void> {
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  const modes = await modesIn(dataDir)
  for (const [name, mode] of Object.entries(modes))
    expect([name, mode]).toEqual([name, name === 'backups' ? '700' : '600'])
  for (const name of least) expect(Object.keys(modes).some((file) => name.test(file))).toBe(true)
}

test('with umask 000 only the owner can read backups, restored stores, replaced stores and quarantine files', async () => {
  const store = await openConfigured()
  await makeAYear(store, NOW)
  await store.close()
  const out = await runOpenly('backup')
  expect(out).toMatch(/^\S+\.jsonl\.gz \(/)
  const damaged = folder('damaged.sqlite')
  await Bun.write(damaged, Bun.file(join(dataDir, 'portal.sqlite')))
  const db = new Database(damaged)
  db.exec(`UPDATE lines SET link = 'javascript:alert(1)' WHERE ownName = 'Lantern 1'`)
  db.close()
  await runOpenly('restore', '--from', damaged, '--replace', '--quarantine')
  await expectOwnerOnly([
    /^portal\.sqlite$/,
    /^lock\.sqlite$/,
    /^replaced-/,
    /^quarantine-/,
    /^backups\/portal-/,
  ])
})

test('only the owner can read the directory, journals and lock that a server creates', async () => {
  const before = process.umask(0)
  try {
    const store = await openConfigured()
    await store.upkeep.ping()
    await expectOwnerOnly([/^portal\.sqlite-wal$/, /^portal\.sqlite-shm$/, /^lock\.sqlite$/])
    await store.close()
  } finally {
    process.umask(before)
  }
})

test('the start removes the rights of other users from existing files', async () => {
  await (await openConfigured()).close()
  await mkdir(join(dataDir, 'backups'), { mode: 0o755 })
  for (const name of ['backups/portal-2026.sqlite', 'replaced-2026.sqlite', 'quarantine-1.jsonl'])
    await writeFile(join(dataDir, name), '')
  for (const name of namesIn(dataDir))
    await chmod(join(dataDir, name), name === 'backups' ? 0o700 : 0o644)
  await chmod(dataDir, 0o755)
  await (await openConfigured()).close()
  await expectOwnerOnly([/^portal\.sqlite$/, /^backups\/portal-/])
})

test('a directory shared by all users is refused', async () => {
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o1777)
  const refused = await openConfigured().then(null, (error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect(String(refused)).toContain('shared by all users of this machine')
  expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777)
})

describeWith('another user', whyNotAnother, () => {
  const ofNobody = (command: readonly string[], env: Record<string, string>) =>
    run([setpriv ?? '', `--reuid=${NOBODY}`, '--clear-groups', ...command], {
      HOME: '/nonexistent',
      ...env,
    })
  const asNobody = async (code: string, env: Record<string, string>) =>
    (await ofNobody([process.execPath, '-e', code], env)).out.trim()
  const toolOfNobody = (word: string) => ofNobody([...PROGRAM, word], { DATA_DIR: dataDir })

  test('cannot hold the lock that keeps a server from starting', async () => {
    await (await openConfigured()).close()
    // Opens the directory, to check that the file is protected by its own mode too.
    for (const path of [folder(), folder('a'), dataDir]) await chmod(path, 0o755)
    const code = `
      import { Database } from 'bun:sqlite'
      try {
        const db = new Database(process.env.LOCK, { readonly: true })
        db.exec('BEGIN; SELECT * FROM sqlite_schema')
        console.log('held')
      } catch (error) {
        console.log(error.code)
      }`
    const said = await asNobody(code, { LOCK: join(dataDir, 'lock.sqlite') })
    expect(said).toBe('SQLITE_CANTOPEN')
    await (await openConfigured()).close()
  })

  const NOBODY_ID = Number(NOBODY)
  /** Runs a tool that reads all settings; answers what it says of its problems. */
  async function said(more: Record<string, string> = {}) {
    const { code, err } = await runTool(['check'], { DATA_DIR: dataDir, ...more })
    return { code, lines: err.trim().split('\n') }
  }
  const refused = (path: string) => ({
    code: 1,
    lines: [expect.stringContaining(`${path} belongs to user ${NOBODY}, and the portal runs as`)],
  })

  test('who owns the data directory could read it, so it is refused', async () => {
    await (await openConfigured()).close()
    await chown(dataDir, NOBODY_ID, NOBODY_ID)
    await chmod(dataDir, 0o755)
    expect(await said()).toEqual(refused(dataDir))
    expect((await stat(dataDir)).mode & 0o777).toBe(0o755)
    await chown(dataDir, 0, 0)
    expect(await said()).toEqual({ code: 0, lines: [''] })
  })

  test.each([
    'check',
    'backup',
    'admin --email boss@campus.example',
    'restore --from nowhere --replace',
    'move --to mongodb',
  ])('whose data directory it is, keeps root from leaving files in it with %s', async (words) => {
    await mkdir(dataDir, { recursive: true })
    await chown(dataDir, NOBODY_ID, NOBODY_ID)
    const { code, err } = await runTool(words.split(' '), { DATA_DIR: dataDir })
    expect({ code, lines: err.trim().split('\n') }).toEqual(refused(dataDir))
    expect(await readdir(dataDir)).toEqual([])
  })

  test('whom the data directory keeps out, hears of that, and of no missing store', async () => {
    await (await openConfigured()).close()
    for (const path of [folder(), folder('a')]) await chmod(path, 0o755)
    for (const tool of ['check', 'backup'])
      expect(await toolOfNobody(tool)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^DATA_DIR cannot be used: EACCES[^\n]*\n$/),
      })
  })

  test('needs no backups to start a server, and hears in one line why it can write none', async () => {
    await mkdir(join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
    for (const path of [folder(), folder('a')]) await chmod(path, 0o755)
    await chown(dataDir, NOBODY_ID, NOBODY_ID)
    const start = `
      import { openSqliteStore } from '#src/store/sqlite.ts'
      import { keepDataDirectory } from '#src/store/owner-only.ts'
      keepDataDirectory(process.env.DATA_DIR)
      await openSqliteStore({ path: process.env.DATA_DIR + '/portal.sqlite' }).close()
      console.log('started')`
    // Root made the folder, with a tool of an earlier version.
    expect(await asNobody(start, { DATA_DIR: dataDir })).toBe('started')
    expect(await toolOfNobody('backup')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The backup cannot be written: EACCES[^\n]*\n$/),
    })
    // Root copied a backup into it, as container engines do.
    await chmod(join(dataDir, 'backups'), 0o755)
    await writeFile(join(dataDir, 'backups', 'portal-2026.jsonl.gz'), '', { mode: 0o644 })
    expect(await asNobody(start, { DATA_DIR: dataDir })).toBe('started')
  })

  test.each(['portal.sqlite', 'lock.sqlite', 'outbox', 'security.log', 'jwt-secret'])(
    'who laid %s into the data directory before the first start is refused',
    async (name) => {
      await (await openConfigured()).close()
      const path = join(dataDir, name)
      await writeFile(path, 'the other user knows this secret', { flag: 'a' })
      await chown(path, NOBODY_ID, NOBODY_ID)
      expect(await said()).toEqual(refused(path))
      await expect(openConfigured()).rejects.toThrow(ConfigError)
    },
  )

  test('who laid a link into the data directory is refused', async () => {
    await (await openConfigured()).close()
    const path = join(dataDir, 'jwt-secret')
    await symlink('/etc/os-release', path)
    await lchown(path, NOBODY_ID, NOBODY_ID)
    expect(await said()).toEqual(refused(path))
  })

  test('who owns the file of a secret, or of settings, is refused', async () => {
    const path = folder('secret')
    await writeFile(path, 'METRICS_TOKEN=the other user knows this secret')
    await chown(path, NOBODY_ID, NOBODY_ID)
    expect(await said({ JWT_SECRET_FILE: path })).toEqual({
      ...refused(`JWT_SECRET_FILE: ${path}`),
      code: 78,
    })
    const { err } = await runTool(['--env', path, 'version'])
    expect(err).toStartWith(`${path} belongs to user ${NOBODY}`)
    await chown(path, 0, 0)
    expect((await said({ JWT_SECRET_FILE: path })).lines).toEqual([
      `There is no store in DATA_DIR ${dataDir}.`,
    ])
  })

  test('may run the portal on files of root, which container engines mount', async () => {
    await mkdir(dataDir, { recursive: true })
    for (const path of [folder(), folder('a'), dataDir]) await chmod(path, 0o755)
    await chown(dataDir, NOBODY_ID, NOBODY_ID)
    await writeFile(folder('secret'), 'a secret that is long enough for it')
    await chmod(folder('secret'), 0o644)
    const code = `
      import { keepDataDirectory, readSecretFile } from '#src/store/owner-only.ts'
      keepDataDirectory(process.env.DATA_DIR)
      console.log(readSecretFile(process.env.SECRET))`
    const read = await asNobody(code, { DATA_DIR: dataDir, SECRET: folder('secret') })
    expect(read).toBe('a secret that is long enough for it')
  })

  test('whose directory it is, is named as a problem', async () => {
    await mkdir(dataDir, { recursive: true })
    for (const path of [folder(), folder('a')]) await chmod(path, 0o755)
    await chmod(dataDir, 0o777)
    const code = `
      import { keepDataDirectory } from '#src/store/owner-only.ts'
      try {
        keepDataDirectory(process.env.DATA_DIR)
      } catch (error) {
        console.log(error.name, error.message)
      }`
    const said = await asNobody(code, { DATA_DIR: dataDir })
    expect(said).toStartWith(`ConfigError Others may read ${dataDir} (mode 777)`)
  })
})
