/** A store with broken rows: the backup is refused, and the restore names the rows or sets them aside. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { asClubId } from '#src/contract/ids.ts'
import { writeArchive } from '#src/store/archive.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { entryStages, toEntriesDocs } from '#src/store/mongo/entry-documents.ts'
import { openMongoSource } from '#src/store/mongo/source.ts'
import type { Entry, Store } from '#src/store/port.ts'
import { batchIdAfter, entryId } from '#src/store/shared/entry-ids.ts'
import { useFolder } from '#tests/support/folder.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { runTool } from '#tests/support/program.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN, callsOn, openMongo, openStoreAt } from '#tests/support/stores.ts'
import { makeAYear, openYear, SECRET } from './support/transfers.ts'

const NOW = Date.now()
const SHELF = 20
const GIVEN = 6
/** The character that every database stores for half a surrogate pair. */
const HALF = '\ufffd'
const TWICE = 'another row has the same cartId, key'

const folder = useFolder()
const DONE = { code: 0, err: '' }

type SetAside = { kind: string; id: string; rule: string; row: Record<string, unknown> }

async function readQuarantine(directory: string): Promise<SetAside[]> {
  const [name = ''] = (await readdir(directory)).filter((file) => file.startsWith('quarantine-'))
  const file = join(directory, name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = (await Bun.file(file).text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as SetAside)
}

/** A store with rows of every kind, and a club with units allotted of a stock item and with a custom line. */
async function makeClub(store: Store) {
  await makeAYear(store, NOW)
  await store.ordering.set(true, ADMIN, NOW)
  const { club, item, order, line, give } = callsOn(() => store, NOW)
  const [owner, ink] = [await club({ email: 'club7@campus.example' }), await item('Ink', SHELF)]
  await order(owner, [stockRow(ink._id, GIVEN), customRow(HALF)])
  const { _id: lineId } = await line(owner, 'Ink')
  await give(lineId, GIVEN / 2)
  await store.close()
  return { clubId: owner.clubId, itemId: ink._id, lineId }
}

/** Restores a file, first without setting rows aside, which is refused. Answers what was said, and what was set aside. */
async function restoreTwice(file: string, env: Record<string, string> & { DATA_DIR: string }) {
  const words = ['restore', '--from', file, '--replace']
  const refused = await runTool(words, env)
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/^broken: /)
  expect(refused.err).not.toContain('    at ')
  expect(await runTool([...words, '--quarantine'], env)).toMatchObject(DONE)
  expect(await runTool(['check'], env)).toMatchObject(DONE)
  return { said: refused.err, aside: await readQuarantine(env.DATA_DIR) }
}

/** Checks that no rule is broken, the good lines are there, and the stock is right. */
async function expectSound(store: Store, { clubId, itemId, shelf }: Record<string, unknown>) {
  expect((await store.upkeep.verify()).broken).toEqual([])
  const order = (await store.orders.read(asClubId(String(clubId))))?.rows ?? []
  expect(order.map(({ itemName }) => itemName).toSorted()).toEqual(['Ink', HALF])
  const { rows } = await store.stock.list()
  expect(rows.find(({ _id }) => _id === itemId)?.itemQuantity).toBe(Number(shelf))
  await store.close()
}

test('with two lines of one name an embedded store is not backed up; restore names the lines or sets them aside', async () => {
  const path = folder('portal.sqlite')
  const club = await makeClub(openStoreAt(folder()))
  const extra = Bun.randomUUIDv7()
  const db = new Database(path)
  db.exec('DROP INDEX live_lines')
  const columns = `cartId, key, ownName, link, ordered_quantity, allotted_quantity, delivered_quantity, status, remarks, at`
  db.exec(
    `INSERT INTO lines (_id, ${columns}) SELECT '${extra}', ${columns} FROM lines WHERE ownName = '${HALF}'`,
  )
  db.close()

  const backup = await runTool(['backup'], { DATA_DIR: folder() })
  expect(backup.code).toBe(1)
  expect(backup.err).toContain(`broken: line: id ${extra} (${TWICE})\n`)
  expect(backup.err).toContain('No backup was kept')
  expect(await readdir(folder('backups'))).toEqual([])

  const home = folder('home')
  const { said, aside } = await restoreTwice(path, { DATA_DIR: home })
  expect(said).toContain(`broken: line: id ${extra} (${TWICE})\n`)
  expect(aside).toMatchObject([{ kind: 'lines', id: extra, rule: TWICE, row: { ownName: HALF } }])
  await expectSound(openStoreAt(home), { ...club, shelf: SHELF - GIVEN / 2 })
})

const damages: [name: string, sql: string, kinds: string[]][] = [
  [
    'a forbidden link',
    `UPDATE lines SET link = 'javascript:alert(1)' WHERE ownName LIKE 'Lantern 2'`,
    ['entries', 'lines'],
  ],
  [
    'a forbidden link on lines that were given units',
    `UPDATE lines SET link = 'javascript:alert(1)' WHERE status = 'Delivered' AND deleted IS NULL`,
    ['entries', 'lines'],
  ],
  [
    'a line without a cart',
    `UPDATE lines SET cartId = 'nowhere' WHERE ownName = 'Lantern 2'`,
    ['entries', 'lines'],
  ],
  [
    'an allotted quantity that differs from its entries',
    `UPDATE lines SET allotted_quantity = 99 WHERE ownName = 'Lantern 2'`,
    ['entries', 'lines'],
  ],
  [
    'a quantity below zero',
    `UPDATE lines SET ordered_quantity = 0 WHERE status = 'Delivered' AND deleted IS NULL`,
    ['entries', 'lines'],
  ],
  [
    'a stock that differs from its entries',
    `UPDATE items SET itemQuantity = 7 WHERE itemName = 'Brush Round 4'`,
    ['entries', 'items', 'lines', 'pastLines'],
  ],
  [
    'a club without a cart',
    `DELETE FROM carts WHERE clubId = (SELECT id FROM accounts WHERE email = 'club6@campus.example')`,
    ['clubs', 'entries'],
  ],
  [
    'a cart without a club',
    `UPDATE carts SET clubId = 'nobody' WHERE id = (SELECT cartId FROM lines WHERE ownName = 'Lantern 2')`,
    ['accounts', 'carts', 'clubs', 'entries', 'lines'],
  ],
  [
    'two accounts with one address',
    `UPDATE accounts SET email = ' Club1@campus.example' WHERE email = 'club2@campus.example'`,
    ['accounts', 'entries'],
  ],
  [
    'a coordinator without a club',
    `UPDATE accounts SET clubId = NULL, joinedAt = NULL WHERE email = 'mate@campus.example'`,
    ['accounts', 'entries'],
  ],
]
test.each(damages)(
  'with %s a backup is refused, and a restore sets it aside',
  async (_, sql, kinds) => {
    const path = folder('portal.sqlite')
    await (await openYear(folder(), NOW)).close()
    const db = new Database(path)
    db.exec(`PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; ${sql}`)
    db.close()
    expect((await runTool(['backup'], { DATA_DIR: folder() })).code).toBe(1)
    const { aside } = await restoreTwice(path, { DATA_DIR: folder('home') })
    expect([...new Set(aside.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
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
    const env = { DATA_DIR: folder(), MONGODB_URL: url, JWT_SECRET: SECRET }
    const club = await makeClub(await openMongo(url))
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

    expect((await runTool(['check'], env)).code).toBe(1)
    const backup = await runTool(['backup'], env)
    expect(backup.code).toBe(1)
    for (const { _id } of twins)
      expect(backup.err).toContain(`broken: line: id ${_id} (${TWICE})\n`)
    expect(await readdir(folder('backups'))).toEqual([])

    // Like a backup that was written without checks.
    const archive = folder('backup.jsonl.gz')
    const tool = new MongoClient(url)
    const source = await openMongoSource(tool, { isAlone: true })
    await writeArchive(source, archive)
    await source.close()
    const home = folder('home')
    for (const into of [{ DATA_DIR: home }, { ...env, DATA_DIR: folder('other') }]) {
      const { said, aside } = await restoreTwice(archive, into)
      expect(said).toContain(TWICE)
      expect(aside.map(({ kind }) => kind)).toEqual(['lines', 'lines', 'entries'])
      expect(aside[2]?.row).toMatchObject({ lineId: twin?._id, itemId: club.itemId })
    }
    // Units that were allotted to the removed line stay off the shelf.
    await expectSound(openStoreAt(home), { ...club, shelf: SHELF - GIVEN })
    await expectSound(await openMongo(url), { ...club, shelf: SHELF - GIVEN })
  })
})
