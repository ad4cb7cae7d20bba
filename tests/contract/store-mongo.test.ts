import { afterAll, beforeAll, describe, setDefaultTimeout } from 'bun:test'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import { mongod, startReplicaSet, type ReplicaSet } from '#tests/support/mongod.ts'
import { storeContract } from './store.contract.ts'

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
})
