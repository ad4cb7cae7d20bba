import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { copyFile, mkdtemp, readdir, rename, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '#src/store/port.ts'
import { PROGRAM } from '#tests/support/program.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { startPortal } from '#tests/support/portal.ts'
import { atDepth } from '#tests/support/random.ts'
import { until } from '#tests/support/until.ts'
import {
  ADMIN,
  countTables,
  createClub,
  lookAt,
  makeAYear,
  openStoreAt,
  runTool,
} from './support/transfers.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

const NOW = Date.now()
const ITEMS = 200
const CLUBS = atDepth(100, 500)

/** A cart holds at most 100 custom lines. */
const LANTERNS = 90

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'restore-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const run = (tool: 'backup' | 'restore' | 'check', ...words: string[]) =>
  runTool(tool, words, { DATA_DIR: dataDir })

async function backUp(): Promise<string> {
  const { out, err, code } = await run('backup')
  expect({ err, code }).toEqual({ err: '', code: 0 })
  return /^(\S+\.sqlite) \(/.exec(out)?.[1] ?? ''
}

async function makeLines(store: Store, clubs: number, items: number) {
  const ids: string[] = []
  for (let index = 0; index < items; index++) {
    const item = { itemName: `Item ${index}`, itemQuantity: 10_000, itemStatus: 'enabled' } as const
    ids.push((await store.stock.add(item, ADMIN, Date.now())).value._id)
  }
  const rows = ids.map((id) => stockRow(id, 3))
  for (let number = 0; number < clubs; number++) {
    const { id } = await createClub(store, number)
    const order = { accountId: id, actorId: id, rows, toAnswer: () => '', now: NOW }
    await store.orders.place(order)
    const [line] = (await store.orders.read(id))?.rows ?? []
    const decisions = [{ _id: line?._id ?? '', allotted_quantity: 2 }]
    await store.orders.allot({ decisions, actorId: ADMIN, toAnswer: () => '', now: NOW })
  }
}

test(`the drill: ${(CLUBS * ITEMS).toLocaleString('en')} lines, lost and restored`, async () => {
  const server = openStoreAt(dataDir)
  await makeLines(server, CLUBS, ITEMS)

  // The server takes orders all the while; what it has answered before is in the backup.
  const state = { placed: 0, isOver: false }
  const { id } = await createClub(server, CLUBS)
  const ordering = (async () => {
    while (!state.isOver) {
      const rows = [customRow(`Lantern ${state.placed % LANTERNS}`, 1)]
      await server.orders.place({
        accountId: id,
        actorId: id,
        rows,
        toAnswer: () => '',
        now: NOW,
      })
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

  for (const file of await readdir(dataDir))
    if (file.startsWith('portal.')) await rm(join(dataDir, file))
  const lostAt = performance.now()
  const { code, err } = await run('restore', '--from', backup)
  const restoreSeconds = (performance.now() - lostAt) / 1000
  expect({ code, err }).toEqual({ code: 0, err: '' })

  const { lines = 0, entries } = countTables(dataDir)
  expect(lines).toBeGreaterThanOrEqual(CLUBS * ITEMS + Math.min(before, LANTERNS))
  expect(entries).toBeGreaterThanOrEqual(CLUBS * ITEMS + before + CLUBS)
  expect(await run('check')).toMatchObject({ code: 0, err: '' })
  const restored = openStoreAt(dataDir)
  expect(restored.epoch).not.toBe(epoch)
  await restored.orders.place({
    accountId: id,
    actorId: id,
    rows: [customRow('After the fire', 1)],
    toAnswer: () => '',
    now: NOW,
  })
  await restored.close()
  console.log(
    `restore drill: ${lines} lines; backup ${backupSeconds.toFixed(1)} s beside a server, restore ${restoreSeconds.toFixed(1)} s`,
  )
})

describe('a restore', () => {
  test('brings back what the backup holds, and ends every session', async () => {
    let portal = await startPortal({ config: { dataDir } })
    const admin = await portal.createAdmin({ email: 'boss@campus.example' })
    await makeAYear(portal.deps.store, NOW)
    const before = await lookAt(portal.deps.store)
    const backup = await backUp()
    await portal.deps.store.ordering.set(true, ADMIN, Date.now())
    await portal.close()

    expect((await run('restore', '--from', backup, '--replace')).code).toBe(0)
    portal = await startPortal({ config: { dataDir } })
    const { store } = portal.deps
    const accounts = before.accounts.map(
      (account) => account && { ...account, ver: account.ver + 1 },
    )
    expect(await lookAt(store)).toEqual({ ...before, accounts })
    const refused = await portal.request('GET', '/inventorys/inventory', { token: admin.token })
    expectProblem(refused, 'unauthorized')
    const token = await portal.signIn(admin)
    expect((await portal.request('GET', '/inventorys/inventory', { token })).status).toBe(200)
    // A code may have been used since the backup, a mail may have been sent.
    expect(await store.mail.claim(NOW + 600_000, 1_000)).toBeNull()
    const form = { ...(await createClub(store, 9)), email: 'new@campus.example' }
    const client = { network: '192.0.2.1', device: null }
    const registering = store.codes.register(form, { hashes: ['a code'], client, now: NOW })
    expect(await registering.catch((error: { code: string }) => error.code)).toBe('invalid_code')
    await portal.close()
  })

  test('keeps an existing store unless --replace is given', async () => {
    const store = openStoreAt(dataDir)
    await makeAYear(store, NOW)
    const backup = await backUp()
    const beside = await run('restore', '--from', backup, '--replace')
    expect(beside).toMatchObject({ code: 1 })
    expect(beside.err).toContain('Another server uses DATA_DIR')
    await store.stock.add(
      { itemName: 'Ink', itemQuantity: 1, itemStatus: 'enabled' },
      ADMIN,
      Date.now(),
    )
    await store.close()
    const before = countTables(dataDir)

    const refused = await run('restore', '--from', backup)
    expect(refused.code).toBe(1)
    expect(refused.err).toBe(
      'A store exists already. Repeat with --replace to replace it with the backup.\n',
    )
    expect(countTables(dataDir)).toEqual(before)

    expect((await run('restore', '--from', backup, '--replace')).code).toBe(0)
    expect(countTables(dataDir)).toEqual({
      ...before,
      items: (before['items'] ?? 0) - 1,
      entries: (before['entries'] ?? 0) - 1,
    })
    // What was replaced is kept under another name, whole.
    const [replaced = ''] = (await readdir(dataDir)).filter((name) => /^replaced-.*e$/.test(name))
    const other = join(dataDir, 'other')
    const again = await runTool('restore', ['--from', join(dataDir, replaced)], { DATA_DIR: other })
    expect(again.code).toBe(0)
    expect(countTables(other)).toEqual(before)
  })

  test('leaves no journal of another database beside the restored one', async () => {
    const path = join(dataDir, 'portal.sqlite')
    const store = openStoreAt(dataDir)
    await makeAYear(store, NOW)
    const backup = await backUp()
    await store.stock.add(
      { itemName: 'Ink', itemQuantity: 1, itemStatus: 'enabled' },
      ADMIN,
      Date.now(),
    )
    // As a server that was killed leaves it: whole frames, which SQLite would take into whatever stands beside them.
    await copyFile(`${path}-wal`, join(dataDir, 'kept-wal'))
    await store.close()
    await rm(path)
    await rename(join(dataDir, 'kept-wal'), `${path}-wal`)
    expect((await run('restore', '--from', backup)).code).toBe(0)
    expect(await run('check')).toMatchObject({ code: 0, err: '' })
    expect(countTables(dataDir)['items']).toBe(3)
  })

  const spoiled: [how: string, spoil: (file: string) => Promise<unknown>, said: RegExp][] = [
    ['cut short', (file) => truncate(file, 40_000), /is damaged|cannot be read/],
    ['something else', (file) => Bun.write(file, 'no backup at all'), /cannot be read/],
    ['missing', (file) => rm(file), /cannot be read/],
  ]
  test.each(spoiled)('refuses a backup that is %s, and changes nothing', async (_, spoil, said) => {
    const store = openStoreAt(dataDir)
    await makeAYear(store, NOW)
    await store.close()
    const before = countTables(dataDir)
    const file = join(dataDir, 'spoiled.sqlite')
    await copyFile(await backUp(), file)
    await spoil(file)
    const { code, err } = await run('restore', '--from', file, '--replace')
    expect(code).toBe(1)
    expect(err).toMatch(said)
    expect(err).not.toContain('    at ')
    expect(countTables(dataDir)).toEqual(before)
    expect(await readdir(dataDir)).not.toContain('incoming')
  })

  test('killed at any moment leaves the old store or the new one, and can be repeated', async () => {
    const store = openStoreAt(dataDir)
    await makeLines(store, 20, 50)
    const backup = await backUp()
    await store.stock.add(
      { itemName: 'Ink', itemQuantity: 1, itemStatus: 'enabled' },
      ADMIN,
      Date.now(),
    )
    await store.close()
    const seen = new Set<number>()
    for (let ms = 40; ms < 400; ms += 40) {
      const words = ['restore', '--from', backup, '--replace']
      const child = Bun.spawn([...PROGRAM, ...words], {
        cwd: join(import.meta.dir, '../..'),
        env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
        stdout: 'ignore',
        stderr: 'ignore',
      })
      const killer = setTimeout(() => child.kill('SIGKILL'), ms)
      await child.exited
      clearTimeout(killer)
      const after = openStoreAt(dataDir)
      expect((await after.upkeep.verify()).broken).toEqual([])
      seen.add((await after.stock.list()).rows.length)
      await after.close()
    }
    for (const items of seen) expect([50, 51]).toContain(items)
    expect((await run('restore', '--from', backup, '--replace')).code).toBe(0)
    expect(countTables(dataDir)['items']).toBe(50)
  })
})
