import { describe, expect, test } from 'bun:test'
import { copyFile, mkdir, readdir, rename, rm, truncate } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Store } from '#src/store/port.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { useFolder } from '#tests/support/folder.ts'
import { startPortal } from '#tests/support/portal.ts'
import { PROGRAM, runTool, start } from '#tests/support/program.ts'
import { atDepth } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, openStoreAt } from '#tests/support/stores.ts'
import { until } from '#tests/support/until.ts'
import { countTables, lookAt, makeAYear, openYear } from './support/transfers.ts'

const NOW = Date.now()
const ITEMS = 200
const CLUBS = atDepth(20, 500)

/** A cart holds at most 100 custom lines. */
const LANTERNS = 90

const folder = useFolder()
const run = (...words: string[]) => runTool(words, { DATA_DIR: folder() })
const restore = (backup: string) => run('restore', '--from', backup)
const replace = (backup: string) => run('restore', '--from', backup, '--replace')
const DONE = { code: 0, err: '' }

const openFull = () => openYear(folder(), NOW)
const addInk = (store: Store) => callsOn(() => store).item('Ink')

async function backUp(): Promise<string> {
  const { out, err, code } = await run('backup')
  expect({ code, err }).toEqual(DONE)
  return /^(\S+\.jsonl\.gz) \(/.exec(out)?.[1] ?? ''
}

async function makeLines(store: Store, clubs: number, items: number) {
  const calls = callsOn(() => store, NOW)
  const rows = (await calls.items(items, 10_000)).map(({ _id }) => stockRow(_id, 3))
  for (let made = 0; made < clubs; made++) {
    const club = await calls.club()
    await calls.order(club, rows, { toAnswer: () => '' })
    const [line] = await calls.lines(club)
    await calls.give(line?._id ?? '', 2)
  }
}

test(`the drill: ${(CLUBS * ITEMS).toLocaleString('en')} lines, lost and restored`, async () => {
  const server = openStoreAt(folder())
  await makeLines(server, CLUBS, ITEMS)

  // The server takes orders all the while; what it has answered before is in the backup.
  const state = { placed: 0, isOver: false }
  const { club, order } = callsOn(() => server, NOW)
  const late = await club({ email: 'late@campus.example' })
  const ordering = (async () => {
    while (!state.isOver) {
      await order(late, [customRow(`Lantern ${state.placed % LANTERNS}`, 1)])
      state.placed += 1
      await Bun.sleep(1)
    }
  })()
  await until('some orders', () => state.placed >= 20)
  const before = state.placed
  const backedUpAt = performance.now()
  const backup = await backUp()
  const backupSeconds = (performance.now() - backedUpAt) / 1000
  state.isOver = true
  await ordering
  expect(state.placed).toBeGreaterThan(before)
  const { epoch } = server
  await server.close()

  for (const file of await readdir(folder())) if (file.startsWith('portal.')) await rm(folder(file))
  const lostAt = performance.now()
  expect(await restore(backup)).toMatchObject(DONE)
  const restoreSeconds = (performance.now() - lostAt) / 1000

  const { lines = 0, entries } = countTables(folder())
  expect(lines).toBeGreaterThanOrEqual(CLUBS * ITEMS + Math.min(before, LANTERNS))
  expect(entries).toBeGreaterThanOrEqual(CLUBS * ITEMS + before + CLUBS)
  expect(await run('check')).toMatchObject(DONE)
  const restored = openStoreAt(folder())
  expect(restored.epoch).not.toBe(epoch)
  await callsOn(() => restored, NOW).order(late, [customRow('After the fire', 1)])
  await restored.close()
  console.log(
    `restore drill: ${lines} lines; backup ${backupSeconds.toFixed(1)} s beside a server, restore ${restoreSeconds.toFixed(1)} s`,
  )
})

describe('a restore', () => {
  test('brings back what the backup holds, and ends every session', async () => {
    let portal = await startPortal({ config: { dataDir: folder() } })
    const admin = await portal.createAdmin({ email: 'boss@campus.example' })
    await makeAYear(portal.deps.store, NOW)
    const before = await lookAt(portal.deps.store)
    const backup = await backUp()
    await portal.deps.store.ordering.set(true, ADMIN, Date.now())
    await portal.close()

    expect((await replace(backup)).code).toBe(0)
    portal = await startPortal({ config: { dataDir: folder() } })
    const { store } = portal.deps
    const accounts = before.accounts.map(
      (account) => account && { ...account, ver: account.ver + 1 },
    )
    expect(await lookAt(store)).toEqual({ ...before, accounts })
    const refused = await portal.request('GET', '/inventorys/inventory', { token: admin.token })
    expectProblem(refused, 'unauthorized')
    const token = await portal.signIn(admin)
    expect((await portal.request('GET', '/inventorys/inventory', { token })).status).toBe(200)
    // The address of the screen may have ended since the backup, a code may have been used, a mail may have been sent.
    expect(await store.ordering.isPickupKey('a key')).toBeFalse()
    expect(await store.mail.claim(NOW + 600_000, 1_000)).toBeNull()
    const form = callsOn(() => store).newAccount({ email: 'new@campus.example' })
    const client = { network: '192.0.2.1', device: null }
    const registering = store.codes.register(form, { hashes: ['a code'], client, now: NOW })
    expect(await registering.catch((error: { code: string }) => error.code)).toBe('invalid_code')
    await portal.close()
  })

  test('keeps an existing store unless --replace is given', async () => {
    const store = await openFull()
    const backup = await backUp()
    const beside = await replace(backup)
    expect(beside).toMatchObject({ code: 1 })
    expect(beside.err).toContain('Another server uses DATA_DIR')
    await addInk(store)
    await store.close()
    const before = countTables(folder())

    const refused = await restore(backup)
    expect(refused.code).toBe(1)
    expect(refused.err).toBe(
      'A store exists already. Repeat with --replace to replace it with the backup.\n',
    )
    expect(countTables(folder())).toEqual(before)

    expect((await replace(backup)).code).toBe(0)
    expect(countTables(folder())).toEqual({
      ...before,
      items: (before['items'] ?? 0) - 1,
      entries: (before['entries'] ?? 0) - 1,
    })
    // What was replaced is kept under another name, whole.
    const [replaced = ''] = (await readdir(folder())).filter((name) => /^replaced-.*e$/.test(name))
    const other = folder('other')
    const again = await runTool(['restore', '--from', folder(replaced)], { DATA_DIR: other })
    expect(again).toMatchObject(DONE)
    expect(countTables(other)).toEqual(before)
  })

  test('leaves no journal of another database beside the restored one', async () => {
    const path = folder('portal.sqlite')
    const store = await openFull()
    const backup = await backUp()
    await addInk(store)
    // As a server that was killed leaves it: whole frames, which SQLite would take into whatever stands beside them.
    await copyFile(`${path}-wal`, folder('kept-wal'))
    await store.close()
    await rm(path)
    await rename(folder('kept-wal'), `${path}-wal`)
    expect((await restore(backup)).code).toBe(0)
    expect(await run('check')).toMatchObject(DONE)
    expect(countTables(folder())['items']).toBe(3)
  })

  test('a backup is small, and only as many are kept as --keep says', async () => {
    const store = await openFull()
    await mkdir(folder('backups'))
    for (const name of ['portal-2026-01-01T1.sqlite', 'portal-2026-01-02T1.jsonl.gz', 'notes'])
      await Bun.write(folder('backups', name), '')
    const file = basename(await backUp())
    expect(Bun.file(folder('backups', file)).size).toBeLessThan(50_000)
    const { code, out } = await run('backup', '--keep', '2')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('deleted: 2.\n') })
    const kept = (await readdir(folder('backups'))).toSorted()
    expect(kept).toEqual(['notes', file, expect.stringMatching(/^portal-.*gz$/)])
    for (const keep of ['0', '-1', 'all', ''])
      expect(await run('backup', `--keep=${keep}`)).toMatchObject({
        code: 1,
        err: '--keep must be a whole number, 1 or more.\n',
      })
    await store.close()
  })

  const spoiled: [how: string, spoil: (file: string) => Promise<unknown>, said: RegExp][] = [
    ['cut short', (file) => truncate(file, 400), /is incomplete|cannot be read/],
    ['something else', (file) => Bun.write(file, 'no backup at all'), /cannot be read/],
    ['missing', (file) => rm(file), /cannot be read/],
  ]
  test.each(spoiled)('refuses a backup that is %s, and changes nothing', async (_, spoil, said) => {
    const store = await openFull()
    await store.close()
    const before = countTables(folder())
    const file = folder('spoiled')
    await copyFile(await backUp(), file)
    await spoil(file)
    const { code, err } = await replace(file)
    expect(code).toBe(1)
    expect(err).toMatch(said)
    expect(err).not.toContain('    at ')
    expect(countTables(folder())).toEqual(before)
    expect(await readdir(folder())).not.toContain('incoming')
  })

  test('killed at any moment leaves the old store or the new one, and can be repeated', async () => {
    const store = openStoreAt(folder())
    await makeLines(store, 20, 50)
    const backup = await backUp()
    await addInk(store)
    await store.close()
    const seen = new Set<number>()
    for (let ms = 40; ms < 400; ms += 40) {
      const words = ['restore', '--from', backup, '--replace']
      const { child } = start([...PROGRAM, ...words], { DATA_DIR: folder() })
      const killer = setTimeout(() => child.kill('SIGKILL'), ms)
      await child.exited
      clearTimeout(killer)
      const after = openStoreAt(folder())
      expect((await after.upkeep.verify()).broken).toEqual([])
      seen.add((await after.stock.list()).rows.length)
      await after.close()
    }
    for (const items of seen) expect([50, 51]).toContain(items)
    expect((await replace(backup)).code).toBe(0)
    expect(countTables(folder())['items']).toBe(50)
  })
})
