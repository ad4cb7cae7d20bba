import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import { mongod, startReplicaSet, type ReplicaSet } from '#tests/support/mongod.ts'
import { storeContract } from './store.contract.ts'
import { codeOf, DAY, HOME, MINUTE, typed } from './store/harness.ts'

/** A test that is cut off ends the servers that were started too, and with them all others. */
setDefaultTimeout(120_000)

/** The very file that SQLite passes, against a real replica set. */
describe.skipIf(mongod === null)('with mongod', () => {
  let set: ReplicaSet
  let client: MongoClient
  let databases = 0
  beforeAll(async () => {
    set = await startReplicaSet()
    client = new MongoClient(set.url('admin'))
  }, 60_000)
  afterAll(async () => {
    await client.close()
    await set.close()
  })

  storeContract('MongoDB', async ({ rateLimits = true } = {}) => {
    const database = `contract${(databases += 1)}`
    const open = () =>
      openMongoStore({
        url: set.url(database),
        waitSeconds: 5,
        rateLimits,
        log: createLogger('silent'),
      })
    let store = await open()
    return {
      store,
      async reopen() {
        await store.close()
        store = await open()
        return store
      },
      async end() {
        await store.close()
        await client.db(database).dropDatabase()
      },
    }
  })

  test('purging leaves nothing of codes, of their tries and of mails that have gone out', async () => {
    const url = set.url('purge')
    const store = await openMongoStore({ url, waitSeconds: 5, log: createLogger('silent') })
    const email = 'club@campus.example'
    await store.requestCode({ email, purpose: 'reset', client: HOME, now: 1, codeHash: 'right' })
    await codeOf(store.resetPassword(email, 'x', typed('wrong', 1)))
    await store.requestCode({ email, purpose: 'reset', client: HOME, now: MINUTE })
    await store.queueMail(email, 'new_browser', MINUTE)
    for (let mail = await store.claimMail(MINUTE, 1); mail; mail = await store.claimMail(MINUTE, 1))
      await store.mailSent(mail.id)
    const count = () =>
      Promise.all(
        ['codes', 'codeTries', 'outbox', 'codeGates'].map((name) =>
          client.db('purge').collection(name).countDocuments(),
        ),
      )
    expect(await count()).toEqual([2, 1, 2, 3])
    await store.purge(DAY)
    expect((await count()).slice(0, 3)).toEqual([2, 1, 2])
    await store.purge(DAY + MINUTE)
    expect(await count()).toEqual([0, 0, 0, 0])
    await store.close()
  })
})
