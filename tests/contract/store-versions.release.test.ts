/** Stores and backups of every earlier schema can be opened, restored and moved without loss. */
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { SCHEMA } from '#src/store/mongo/migrations.ts'
import { migrateToVersion3 } from '#src/store/mongo/version-3.ts'
import { migrateToVersion6 } from '#src/store/mongo/version-6.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Store } from '#src/store/port.ts'
import { openStoreAt, runTool, SECRET } from '#tests/faults/support/transfers.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import {
  expectCodesAndMails,
  expectEverything,
  expectHeld,
  expectHistory,
  fixtureOf,
  INSTALLATION_OF_1,
  SCHEMAS,
} from './fixtures/earlier.ts'

const HALF = '\ufffd'
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

let dataDir: string
let path: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'versions-'))
  path = join(dataDir, 'portal.sqlite')
})
afterEach(() => rm(dataDir, { recursive: true }))

function look<T>(file: string, sql: string): T | null {
  const db = new Database(file, { readonly: true })
  try {
    return db.query<T, []>(sql).get()
  } finally {
    db.close()
  }
}
const versionOf = (file: string) =>
  look<{ user_version: number }>(file, 'PRAGMA user_version')?.user_version
const installationOf = (file: string) =>
  look<{ installation: string }>(file, 'SELECT installation FROM portal')?.installation ?? ''

/** A restored store has no valid codes and no waiting mails any more. */
async function expectIn(
  store: Store,
  { schema, isRestored = false }: { schema: number; isRestored?: boolean },
): Promise<void> {
  await expectHeld(store, schema)
  await expectHistory(store, schema)
  if (!isRestored) await expectCodesAndMails(store, schema)
  await expectEverything(store)
  await store.close()
}

describe.each(SCHEMAS)('an embedded store of schema %d', (schema) => {
  const { archive, writeDatabase } = fixtureOf(schema)

  test('opens with its epoch and a random installation id', async () => {
    writeDatabase(path)
    const epoch = look<{ epoch: string }>(path, 'SELECT epoch FROM portal')?.epoch
    const store = openStoreAt(dataDir)
    expect(store.epoch).toBe(epoch ?? '')
    await expectIn(store, { schema })
    expect(versionOf(path)).toBe(SCHEMA)
    expect(installationOf(path)).toMatch(UUID)
    await expectReopened()
  })

  async function expectReopened() {
    const installation = installationOf(path)
    await openStoreAt(dataDir).close()
    expect(installationOf(path)).toBe(installation)
  }

  test('is restored from a backup, which is not changed', async () => {
    const backup = join(dataDir, 'backup.sqlite')
    writeDatabase(backup)
    expect(await runTool('restore', ['--from', backup], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      err: '',
    })
    expect([versionOf(backup), versionOf(path)]).toEqual([schema, SCHEMA])
    await expectIn(openStoreAt(dataDir), { schema, isRestored: true })
  })

  test('is backed up with the newest schema, and is not changed', async () => {
    writeDatabase(path)
    const { code, err } = await runTool('backup', [], { DATA_DIR: dataDir })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [backup = ''] = await readdir(join(dataDir, 'backups'))
    expect(versionOf(join(dataDir, 'backups', backup))).toBe(SCHEMA)
    expect(versionOf(path)).toBe(schema)
    const home = join(dataDir, 'home')
    const words = ['--from', join(dataDir, 'backups', backup)]
    expect((await runTool('restore', words, { DATA_DIR: home })).code).toBe(0)
    await expectIn(openStoreAt(home), { schema, isRestored: true })
  })

  test('is restored from an archive of the same schema', async () => {
    const restored = await runTool('restore', ['--from', archive], { DATA_DIR: dataDir })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(installationOf(path)).toMatch(UUID)
    await expectIn(openStoreAt(dataDir), { schema, isRestored: true })
  })
})

/** An archive of schema 1 with two custom lines of one name, as schema 1 could write them for half a surrogate pair. */
async function writeDamagedArchive(file: string): Promise<string> {
  const bytes = new Uint8Array(await Bun.file(fixtureOf(1).archive).arrayBuffer())
  const id = Bun.randomUUIDv7()
  let text = new TextDecoder().decode(Bun.gunzipSync(bytes))
  const [own = ''] =
    /\{"id":"[^"]+","cartId":"[^"]+","itemId":null,"ownName":"Lantern 1",[^}]+\}/.exec(text) ?? []
  const half = own.replace('Lantern 1', HALF)
  text = text.replace(own, `${half},${half.replace(/"id":"[^"]+"/, `"id":"${id}"`)}`)
  text = text.replace(/"lines":(\d+)/, (_, count: string) => `"lines":${Number(count) + 1}`)
  await Bun.write(file, Bun.gzipSync(text))
  return id
}

test('restore names lines that had the same name in schema 1 already', async () => {
  const backup = join(dataDir, 'backup.jsonl.gz')
  const id = await writeDamagedArchive(backup)
  const restore = (...words: string[]) =>
    runTool('restore', ['--from', backup, ...words], { DATA_DIR: dataDir })
  const refused = await restore()
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toStartWith(`broken: line: id ${id} (another row has the same cart_id`)
  expect(await restore('--quarantine')).toMatchObject({ code: 0, err: '' })
  const store = openStoreAt(dataDir)
  expect((await store.upkeep.verify()).broken).toEqual([])
  await store.close()
})

describeWith('with mongod', whyNoMongod, () => {
  let set: JoinedSet
  let client: MongoClient
  let database: string
  beforeAll(async () => {
    set = await joinReplicaSet()
    client = new MongoClient(set.url('admin'))
  })
  afterAll(async () => {
    await client.close()
    await set.close()
  })
  beforeEach(() => {
    database = newDatabase('versions')
  })

  const env = () => ({ DATA_DIR: dataDir, MONGODB_URL: set.url(database), JWT_SECRET: SECRET })
  const open = () =>
    openMongoStore({ url: set.url(database), waitSeconds: 5, log: createLogger('silent') })
  const portal = () =>
    client
      .db(database)
      .collection<{ epoch: string; installation: string; schema: number }>('portal')
      .findOne()

  describe.each(SCHEMAS)('a database of schema %d', (schema) => {
    const { archive, loadDatabase, writeDatabase } = fixtureOf(schema)

    test('opens with its epoch and a random installation id', async () => {
      await loadDatabase(client, database)
      const before = await portal()
      const store = await open()
      expect(store.epoch).toBe(before?.epoch ?? '')
      await expectIn(store, { schema })
      const after = await portal()
      expect([before?.schema, after?.schema]).toEqual([schema, SCHEMA])
      expect(after).not.toHaveProperty('migration')
      expect(after?.installation).toMatch(UUID)
      // Schema 1 derived the id from a secret, which may have to be changed.
      const isKept = before?.installation !== INSTALLATION_OF_1
      expect(after?.installation === before?.installation).toBe(isKept)
    })

    test('is restored from both kinds of backup of its schema', async () => {
      const embedded = join(dataDir, 'backup.sqlite')
      writeDatabase(embedded)
      for (const backup of [embedded, archive]) {
        const restored = await runTool('restore', ['--from', backup, '--replace'], env())
        expect(restored).toMatchObject({ code: 0, err: '' })
        await expectIn(await open(), { schema, isRestored: true })
      }
    })
    test('receives an embedded store of its schema and keeps the installation id on the way back', async () => {
      writeDatabase(path)
      expect(await runTool('move', ['--to', 'mongodb'], env())).toMatchObject({ code: 0, err: '' })
      expect(versionOf(path)).toBe(schema)
      const installation = (await portal())?.installation ?? ''
      expect(installation).toMatch(UUID)
      await expectIn(await open(), { schema })
      const home = { ...env(), DATA_DIR: join(dataDir, 'home') }
      expect(await runTool('move', ['--to', 'embedded'], home)).toMatchObject({ code: 0, err: '' })
      expect(installationOf(join(home.DATA_DIR, 'portal.sqlite'))).toBe(installation)

      // A backup and a restore keep it too.
      const { out } = await runTool('backup', [], env())
      const file = /^(\S+\.jsonl\.gz) \(/.exec(out)?.[1] ?? ''
      await runTool('restore', ['--from', file, '--replace'], env())
      expect((await portal())?.installation).toBe(installation)
    })
  })

  test.each([
    { schema: 3, migrateTo: migrateToVersion3 },
    { schema: 6, migrateTo: migrateToVersion6 },
  ])(
    'a migration to schema $schema that is cut off before any of its writes, or at its end, carries the same history',
    async ({ schema, migrateTo }) => {
      const load = (name: string) => fixtureOf(schema - 1).loadDatabase(client, name)
      const entriesOf = (name: string) =>
        client.db(name).collection('entries').find().sort({ _id: 1 }).toArray()
      await load(database)
      await (await open()).close()
      const whole = await entriesOf(database)
      expect(whole.length).toBeGreaterThan(3)

      for (let writes = 0, isCutOff = true; isCutOff; writes += 1) {
        database = newDatabase('cut')
        await load(database)
        const db = client.db(database)
        let left = writes
        const hold = () => {
          left -= 1
          if (left < 0) throw new Error('The lease is lost.')
        }
        isCutOff = await migrateTo(collectionsOf(db), hold, db).then(
          () => false,
          () => true,
        )
        const store = await open()
        expect(await entriesOf(database)).toEqual(whole)
        expect((await store.upkeep.verify()).broken).toEqual([])
        await store.close()
        expect(await db.listCollections({ name: 'movements' }).toArray()).toEqual([])
      }
    },
  )

  test('a database of a newer schema is refused and not changed', async () => {
    await fixtureOf(SCHEMA).loadDatabase(client, database)
    const db = client.db(database)
    await db.dropCollection('codeGates')
    await db.createCollection('ofTheNewerSchema')
    await db.collection('portal').updateOne({}, { $set: { schema: SCHEMA + 1 } })
    const before = await portal()
    await expect(open()).rejects.toThrow('was written by a newer version of the portal')
    expect(await portal()).toEqual(before)
    expect(await db.listCollections({ name: 'codeGates' }).toArray()).toEqual([])
  })

  test('a database of schema 1 that broke a rule opens, and a check names the cart', async () => {
    await fixtureOf(1).loadDatabase(client, database)
    const carts = client.db(database).collection<{ _id: string; lines: object[] }>('carts')
    const cart = await carts.findOne({ 'lines.ownName': 'Lantern 1' })
    const half = { ...cart?.lines.at(-1), key: `name:${HALF}`, ownName: HALF }
    const lines = [Bun.randomUUIDv7(), Bun.randomUUIDv7()].map((_id) => ({
      ...half,
      _id,
      allotted: 0,
    }))
    await carts.updateOne({ _id: cart?._id ?? '' }, { $push: { lines: { $each: lines } } })
    const store = await open()
    expect((await store.upkeep.verify()).broken).toEqual([
      `cart: id ${cart?._id} (a cart has at most one live line for each item and at most 1,000 live lines)`,
    ])
    await store.close()
  })
})
