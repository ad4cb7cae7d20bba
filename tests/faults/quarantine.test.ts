/** A store with broken rows: the backup is refused, and the restore names the rows or sets them aside. */
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { writeArchive } from '#src/store/archive.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { entryStages, toEntriesDocs } from '#src/store/mongo/entry-documents.ts'
import { openMongoSource } from '#src/store/mongo/source.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Entry, Store } from '#src/store/port.ts'
import { batchIdAfter, entryId } from '#src/store/shared/entry-ids.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN, createClub, makeAYear, openStoreAt, runTool, SECRET } from './support/transfers.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

const NOW = Date.now()
const SHELF = 20
const GIVEN = 6
/** The character that every database stores for half a surrogate pair. */
const HALF = '\ufffd'
const TWICE = 'another row has the same cart_id, line_key'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quarantine-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

type SetAside = { kind: string; id: string; rule: string; row: Record<string, unknown> }

async function readQuarantine(directory: string): Promise<SetAside[]> {
  const [name = ''] = (await readdir(directory)).filter((file) => file.startsWith('quarantine-'))
  const file = join(directory, name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = (await Bun.file(file).text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as SetAside)
}

/** A club with units allotted of a stock item, and with a custom line. */
async function makeClub(store: Store) {
  const item = { itemName: 'Ink', itemQuantity: SHELF, itemStatus: 'enabled' } as const
  const { value } = await store.stock.add(item, ADMIN, Date.now())
  const { id } = await createClub(store, 7)
  const rows = [stockRow(value._id, GIVEN), customRow(HALF)]
  await store.orders.place({ accountId: id, actorId: id, rows, toAnswer: () => '', now: NOW })
  const lines = (await store.orders.read(id))?.rows ?? []
  const line = lines.find(({ itemName }) => itemName === 'Ink')
  const decisions = [{ _id: line?._id ?? '', allotted_quantity: GIVEN / 2 }]
  await store.orders.allot({ decisions, actorId: ADMIN, toAnswer: () => '', now: NOW })
  return { accountId: id, itemId: value._id, lineId: line?._id ?? '' }
}

/** Checks that no rule is broken, the good lines are there, and the stock is right. */
async function expectSound(store: Store, { accountId, itemId, shelf }: Record<string, unknown>) {
  expect((await store.upkeep.verify()).broken).toEqual([])
  const order = (await store.orders.read(String(accountId)))?.rows ?? []
  expect(order.map(({ itemName }) => itemName).toSorted()).toEqual(['Ink', HALF])
  const { rows } = await store.stock.list()
  expect(rows.find(({ _id }) => _id === itemId)?.itemQuantity).toBe(Number(shelf))
  await store.close()
}

test('with two lines of one name an embedded store is not backed up; restore names the lines or sets them aside', async () => {
  const env = { DATA_DIR: dataDir }
  const path = join(dataDir, 'portal.sqlite')
  const store = openStoreAt(dataDir)
  await makeAYear(store, NOW)
  await store.ordering.set(true, ADMIN, Date.now())
  const club = await makeClub(store)
  await store.close()
  const extra = Bun.randomUUIDv7()
  const db = new Database(path)
  db.exec('DROP INDEX live_lines')
  db.exec(`INSERT INTO lines SELECT '${extra}', cart_id, line_key, item_id, own_name, link, ordered_quantity,
    allotted_quantity, delivered_quantity, status, remarks, created_at, NULL, NULL, NULL, NULL, NULL FROM lines WHERE own_name = '${HALF}'`)
  db.close()

  const backup = await runTool('backup', [], env)
  expect(backup.code).toBe(1)
  expect(backup.err).toContain('a cart has at most one live line for each item')
  expect(backup.err).toContain('No backup was kept')
  expect(await readdir(join(dataDir, 'backups'))).toEqual([])

  const home = join(dataDir, 'home')
  const restore = (...words: string[]) =>
    runTool('restore', ['--from', path, ...words], { DATA_DIR: home })
  const refused = await restore()
  expect(refused.code).toBe(1)
  expect(refused.err).toContain(`broken: line: id ${extra} (${TWICE})\n`)
  expect(refused.err).not.toContain('    at ')
  expect(await restore('--quarantine')).toMatchObject({ code: 0, err: '' })
  const aside = await readQuarantine(home)
  expect(aside).toMatchObject([{ kind: 'lines', id: extra, rule: TWICE, row: { ownName: HALF } }])
  await expectSound(openStoreAt(home), { ...club, shelf: SHELF - GIVEN / 2 })
  expect(await runTool('check', [], { DATA_DIR: home })).toMatchObject({ code: 0, err: '' })
})

const damages: [name: string, sql: string, kinds: string[]][] = [
  [
    'a forbidden link',
    `UPDATE lines SET link = 'javascript:alert(1)' WHERE own_name LIKE 'Lantern 2'`,
    ['entries', 'lines'],
  ],
  [
    'a forbidden link on lines that were given units',
    `UPDATE lines SET link = 'javascript:alert(1)' WHERE status = 'Delivered' AND deleted_at IS NULL`,
    ['entries', 'lines'],
  ],
  [
    'a line without a cart',
    `UPDATE lines SET cart_id = 'nowhere' WHERE own_name = 'Lantern 2'`,
    ['entries', 'lines'],
  ],
  [
    'an allotted quantity that differs from its entries',
    `UPDATE lines SET allotted_quantity = 99 WHERE own_name = 'Lantern 2'`,
    ['entries', 'lines'],
  ],
  [
    'a quantity below zero',
    `UPDATE lines SET ordered_quantity = 0 WHERE status = 'Delivered' AND deleted_at IS NULL`,
    ['entries', 'lines'],
  ],
  [
    'a stock that differs from its entries',
    `UPDATE items SET quantity = 7 WHERE name = 'Brush Round 4'`,
    ['entries', 'items', 'lines'],
  ],
  [
    'an account without a cart',
    `DELETE FROM carts WHERE account_id = (SELECT id FROM accounts WHERE email = 'club6@campus.example')`,
    ['accounts', 'entries'],
  ],
  [
    'a cart without an account',
    `UPDATE carts SET account_id = 'nobody' WHERE id = (SELECT cart_id FROM lines WHERE own_name = 'Lantern 2')`,
    ['accounts', 'carts', 'entries', 'lines'],
  ],
  [
    'two accounts with one address',
    `UPDATE accounts SET email = ' Club1@campus.example' WHERE email = 'club2@campus.example'`,
    ['accounts', 'carts', 'entries', 'lines'],
  ],
]
test.each(damages)(
  'with %s a backup is refused, and a restore sets it aside',
  async (_, sql, kinds) => {
    const path = join(dataDir, 'portal.sqlite')
    const store = openStoreAt(dataDir)
    await makeAYear(store, NOW)
    await store.close()
    const db = new Database(path)
    db.exec(`PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; ${sql}`)
    db.close()
    expect((await runTool('backup', [], { DATA_DIR: dataDir })).code).toBe(1)
    const home = join(dataDir, 'home')
    const restore = (...words: string[]) =>
      runTool('restore', ['--from', path, ...words], { DATA_DIR: home })
    const refused = await restore()
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/^broken: /)
    expect(refused.err).not.toContain('    at ')
    expect(await restore('--quarantine')).toMatchObject({ code: 0, err: '' })
    const aside = await readQuarantine(home)
    expect([...new Set(aside.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
    expect(await runTool('check', [], { DATA_DIR: home })).toMatchObject({ code: 0, err: '' })
  },
)

describeWith('with mongod', whyNoMongod, () => {
  let set: JoinedSet
  let url: string
  let client: MongoClient
  beforeAll(async () => {
    set = await joinReplicaSet()
    url = set.url(newDatabase('quarantine'))
    client = new MongoClient(url)
  })
  afterAll(async () => {
    await client.close()
    await set.close()
  })

  test('a database with repeated lines is not backed up; check names the lines and restore sets them aside', async () => {
    const env = { DATA_DIR: dataDir, MONGODB_URL: url, JWT_SECRET: SECRET }
    const open = () => openMongoStore({ url, waitSeconds: 5, log: createLogger('silent') })
    const store = await open()
    await makeAYear(store, NOW)
    await store.ordering.set(true, ADMIN, Date.now())
    const club = await makeClub(store)
    await store.close()
    // A second line of each, as a server wrote them for which two halves were two names; units were given with one.
    const db = client.db()
    const carts = db.collection<{ _id: string; lines: Record<string, unknown>[] }>('carts')
    const cart = await carts.findOne({ 'lines.item_id': club.itemId })
    const twins = (cart?.lines ?? []).map((line) => ({ ...line, _id: Bun.randomUUIDv7() }))
    await carts.updateOne({ _id: cart?._id ?? '' }, { $push: { lines: { $each: twins } } })
    const { entries } = collectionsOf(db)
    const [given] = await entries
      .aggregate<Entry>(entryStages({ ofEntry: [{ lineId: club.lineId, kind: 'line_decided' }] }))
      .toArray()
    const twin = twins.find((line) => 'item_id' in line && line['item_id'] === club.itemId)
    if (!given) throw new Error('The entry is missing.')
    const batch = batchIdAfter(given.batch)
    const again = { ...given, id: entryId(batch, 0), batch, lineId: twin?._id ?? '' }
    await entries.insertMany(toEntriesDocs([again]))
    await db
      .collection<{ _id: string; itemQuantity: number }>('items')
      .updateOne({ _id: club.itemId }, { $inc: { itemQuantity: -GIVEN / 2 } })

    expect((await runTool('check', [], env)).code).toBe(1)
    const backup = await runTool('backup', [], env)
    expect(backup.code).toBe(1)
    for (const { _id } of twins)
      expect(backup.err).toContain(`broken: line: id ${_id} (${TWICE})\n`)
    expect(await readdir(join(dataDir, 'backups'))).toEqual([])

    // Like a backup that was written without checks.
    const archive = join(dataDir, 'backup.jsonl.gz')
    const tool = new MongoClient(url)
    const source = await openMongoSource(tool, { isAlone: true })
    await writeArchive(source, archive)
    await source.close()
    const home = join(dataDir, 'home')
    for (const into of [{ DATA_DIR: home }, { ...env, DATA_DIR: join(dataDir, 'other') }]) {
      const restore = (...words: string[]) =>
        runTool('restore', ['--from', archive, '--replace', ...words], into)
      const refused = await restore()
      expect(refused.code).toBe(1)
      expect(refused.err).toContain(TWICE)
      expect(refused.err).not.toContain('    at ')
      expect(await restore('--quarantine')).toMatchObject({ code: 0, err: '' })
      const aside = await readQuarantine(into.DATA_DIR)
      expect(aside.map(({ kind }) => kind)).toEqual(['lines', 'lines', 'entries'])
      expect(aside[2]?.row).toMatchObject({ lineId: twin?._id, itemId: club.itemId })
      expect(await runTool('check', [], into)).toMatchObject({ code: 0, err: '' })
    }
    // Units that were allotted to the removed line stay off the shelf.
    await expectSound(openStoreAt(home), { ...club, shelf: SHELF - GIVEN })
    await expectSound(await open(), { ...club, shelf: SHELF - GIVEN })
  })
})
