/** Servers migrate a MongoDB of schema 1: several start at once, and one is killed halfway. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Db, MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { SCHEMA } from '#src/store/mongo/migrations.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import {
  expectCodesAndMails,
  expectEverything,
  fixtureOf,
  NOW,
} from '#tests/contract/fixtures/earlier.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const MORE_CODES = 300
const TRIES = 3
const TRIES_OF_1 = 3

type Portal = { _id: string; schema: number; epoch: string; migration?: unknown }
type Try = { _id: string; codeId: string }
type Code = {
  _id: string
  email: string
  purpose: string
  client: string
  requestedAt: number
  hash: string
  armedAt: number
  tries: number
  spent: boolean
  clientKind?: string
}

describeWith('a database of schema 1', whyNoMongod, () => {
  let set: JoinedSet
  let client: MongoClient
  let db: Db
  beforeAll(async () => {
    set = await joinReplicaSet()
    client = new MongoClient(set.url('admin'))
  })
  afterAll(async () => {
    await client.close()
    await set.close()
  })
  beforeEach(async () => {
    db = client.db(newDatabase('migrate'))
    await fixtureOf(1).loadDatabase(client, db.databaseName)
    // Enough documents to catch a server during its migration.
    await codes().insertMany(
      Array.from({ length: MORE_CODES }, (_, index) => ({
        _id: Bun.randomUUIDv7(),
        email: `more${index}@campus.example`,
        purpose: 'register',
        client: '192.0.2.1',
        requestedAt: NOW,
        hash: 'a hash',
        armedAt: NOW,
        tries: TRIES,
        spent: false,
      })),
    )
  })
  const codes = () => db.collection<Code>('codes')
  const tries = () => db.collection<Try>('codeTries')
  const portal = () => db.collection<Portal>('portal').findOne({ _id: 'portal' })

  function startServer() {
    const server = Bun.spawn([process.execPath, 'tests/faults/support/open-mongo.ts'], {
      cwd: join(import.meta.dir, '../..'),
      env: { PATH: process.env.PATH ?? '', MONGODB_URL: set.url(db.databaseName) },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const said = new Response(server.stdout).text()
    return { kill: () => server.kill('SIGKILL'), exited: server.exited, said }
  }

  async function expectMigrated() {
    const after = await portal()
    expect(after).toMatchObject({ schema: SCHEMA })
    expect(after).not.toHaveProperty('migration')
    expect(await codes().countDocuments({ tries: { $exists: true } })).toBe(0)
    expect(await codes().countDocuments({ clientKind: 'network' })).toBe(MORE_CODES + 4)
    expect(await tries().countDocuments()).toBe(MORE_CODES * TRIES + TRIES_OF_1)
    const url = set.url(db.databaseName)
    const store = await openMongoStore({ url, waitSeconds: 5, log: createLogger('silent') })
    await expectCodesAndMails(store, 1)
    await expectEverything(store)
    await store.close()
  }

  test('is migrated once by servers that start at the same moment', async () => {
    const epoch = (await portal())?.epoch ?? ''
    const servers = [startServer(), startServer(), startServer()]
    const said = await Promise.all(servers.map((server) => server.said))
    expect(said).toEqual([`${epoch}\n`, `${epoch}\n`, `${epoch}\n`])
    await expectMigrated()
  })

  test('is migrated by other servers after the first was killed', async () => {
    const epoch = (await portal())?.epoch ?? ''
    for (const kill of [1, 2]) {
      const server = startServer()
      await until(
        'it is at work',
        async () => (await tries().countDocuments()) > (kill * MORE_CODES * TRIES) / 4,
      )
      server.kill()
      await server.exited
      expect(await portal()).toMatchObject({ schema: 1, migration: { by: expect.any(String) } })
    }
    const servers = [startServer(), startServer()]
    const said = await Promise.all(servers.map((server) => server.said))
    expect(said).toEqual([`${epoch}\n`, `${epoch}\n`])
    await expectMigrated()
  })
})
