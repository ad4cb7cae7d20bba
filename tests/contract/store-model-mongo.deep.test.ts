import { afterAll, beforeAll, expect, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import { type ReplicaSet, startReplicaSet, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { runModel } from './store/model-run.ts'

/** A history takes about a second and a half here. */
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 40)

describeWith('with mongod', whyNoMongod, () => {
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

  test(`the store in MongoDB agrees with its model over ${HISTORIES} histories`, async () => {
    const log = createLogger('silent')
    const counts = await runModel(async () => {
      const database = `model${(databases += 1)}`
      const url = set.url(database)
      const store = await openMongoStore({ url, waitSeconds: 5, log })
      return {
        store,
        reopen: () => Promise.resolve(store),
        async end() {
          await store.close()
          await client.db(database).dropDatabase()
        },
      }
    }, HISTORIES)
    expect(counts.get('undo done')).toBeGreaterThan(HISTORIES / 10)
  }, 1_800_000)
})
