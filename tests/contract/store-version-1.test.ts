/** What version 1 wrote is opened, restored and moved by this version; nothing of it is lost. */
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Store } from '#src/store/port.ts'
import { openStoreAt, runTool, SECRET } from '#tests/faults/support/transfers.ts'
import { type ReplicaSet, startReplicaSet, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import {
  ARCHIVE_OF_1,
  expectCodesAndMails,
  expectEverything,
  INSTALLATION_OF_1,
  loadDatabaseOf1,
  writeDatabaseOf1,
} from './fixtures/version-1.ts'

const HALF = '\ufffd'
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

let dataDir: string
let path: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'version-1-'))
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

async function expectIn(store: Store, { isRestored = false } = {}): Promise<void> {
  if (!isRestored) await expectCodesAndMails(store)
  await expectEverything(store)
  await store.close()
}

describe('an embedded store of version 1', () => {
  test('opens, with an installation id of its own and the epoch that it had', async () => {
    writeDatabaseOf1(path)
    const epoch = look<{ epoch: string }>(path, 'SELECT epoch FROM portal')?.epoch
    const store = openStoreAt(dataDir)
    expect(store.epoch).toBe(epoch ?? '')
    await expectIn(store)
    expect(versionOf(path)).toBe(2)
    expect(installationOf(path)).toMatch(UUID)
    await expectReopened()
  })

  async function expectReopened() {
    const installation = installationOf(path)
    await openStoreAt(dataDir).close()
    expect(installationOf(path)).toBe(installation)
  }

  test('is restored from a backup, which stays as it was', async () => {
    const backup = join(dataDir, 'backup.sqlite')
    writeDatabaseOf1(backup)
    expect(await runTool('restore', ['--from', backup], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      err: '',
    })
    expect([versionOf(backup), versionOf(path)]).toEqual([1, 2])
    await expectIn(openStoreAt(dataDir), { isRestored: true })
  })

  test('is backed up as version 2, and stays as it was', async () => {
    writeDatabaseOf1(path)
    const { code, err } = await runTool('backup', [], { DATA_DIR: dataDir })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [backup = ''] = await readdir(join(dataDir, 'backups'))
    expect(versionOf(join(dataDir, 'backups', backup))).toBe(2)
    expect(versionOf(path)).toBe(1)
    const home = join(dataDir, 'home')
    const words = ['--from', join(dataDir, 'backups', backup)]
    expect((await runTool('restore', words, { DATA_DIR: home })).code).toBe(0)
    await expectIn(openStoreAt(home), { isRestored: true })
  })

  test('a backup of MongoDB of version 1 is restored', async () => {
    const restored = await runTool('restore', ['--from', ARCHIVE_OF_1], { DATA_DIR: dataDir })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(installationOf(path)).toMatch(UUID)
    await expectIn(openStoreAt(dataDir), { isRestored: true })
  })
})

/** A backup of version 1 with a second line beside one of a club's own, as halves of surrogate pairs made them. */
async function writeDamagedArchive(file: string): Promise<string> {
  const bytes = new Uint8Array(await Bun.file(ARCHIVE_OF_1).arrayBuffer())
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

test('lines that bore one name in version 1 already are a fault, and named', async () => {
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
  let set: ReplicaSet
  let client: MongoClient
  let database: string
  let databases = 0
  beforeAll(async () => {
    set = await startReplicaSet()
    client = new MongoClient(set.url('admin'))
  }, 60_000)
  afterAll(async () => {
    await client.close()
    await set.close()
  })
  beforeEach(() => {
    database = `version1x${(databases += 1)}`
  })

  const env = () => ({ DATA_DIR: dataDir, MONGODB_URL: set.url(database), JWT_SECRET: SECRET })
  const open = () =>
    openMongoStore({ url: set.url(database), waitSeconds: 5, log: createLogger('silent') })
  const portal = () =>
    client
      .db(database)
      .collection<{ epoch: string; installation: string; schema: number }>('portal')
      .findOne()

  test('a database of version 1 opens, with an installation id that follows from no secret', async () => {
    await loadDatabaseOf1(client, database)
    const before = await portal()
    const store = await open()
    expect(store.epoch).toBe(before?.epoch ?? '')
    await expectIn(store)
    const after = await portal()
    expect(after).toMatchObject({ schema: 2, installation: expect.stringMatching(UUID) })
    expect(after).not.toHaveProperty('migration')
    expect(before).toMatchObject({ schema: 1, installation: INSTALLATION_OF_1 })
  }, 30_000)

  test('a database that broke a rule in version 1 already opens, and a check names the cart', async () => {
    await loadDatabaseOf1(client, database)
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
      `cart: id ${cart?._id} (a cart has one live line for each item and 1,000 at most)`,
    ])
    await store.close()
  }, 30_000)

  test('backups of version 1 of both kinds are restored', async () => {
    const embedded = join(dataDir, 'backup.sqlite')
    writeDatabaseOf1(embedded)
    const archive = join(dataDir, 'backup.jsonl.gz')
    await copyFile(ARCHIVE_OF_1, archive)
    for (const backup of [embedded, archive]) {
      const restored = await runTool('restore', ['--from', backup, '--replace'], env())
      expect(restored).toMatchObject({ code: 0, err: '' })
      await expectIn(await open(), { isRestored: true })
    }
  }, 60_000)

  test('an embedded store of version 1 is moved, and keeps its installation on the way back', async () => {
    writeDatabaseOf1(path)
    expect(await runTool('move', ['--to', 'mongodb'], env())).toMatchObject({ code: 0, err: '' })
    expect(versionOf(path)).toBe(1)
    const installation = (await portal())?.installation ?? ''
    expect(installation).toMatch(UUID)
    await expectIn(await open())
    const home = { ...env(), DATA_DIR: join(dataDir, 'home') }
    expect(await runTool('move', ['--to', 'embedded'], home)).toMatchObject({ code: 0, err: '' })
    expect(installationOf(join(home.DATA_DIR, 'portal.sqlite'))).toBe(installation)

    // and a backup and a restore keep it too
    const { out } = await runTool('backup', [], env())
    const file = /^(\S+\.jsonl\.gz) \(/.exec(out)?.[1] ?? ''
    await runTool('restore', ['--from', file, '--replace'], env())
    expect((await portal())?.installation).toBe(installation)
  }, 60_000)
})
