import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import { startReplicaSet, type ReplicaSet, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { storeContract } from './store.contract.ts'
import {
  codeOf,
  countSuccesses,
  DAY,
  HOME,
  MINUTE,
  NOON,
  stranger,
  times,
  typed,
} from './store/harness.ts'

/** A test that times out also ends the shared servers, so every later test would fail. */
setDefaultTimeout(120_000)

/** Runs the same contract as SQLite against a real replica set. */
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

  test('purging deletes expired codes, their tries and sent mails', async () => {
    const url = set.url('purge')
    const store = await openMongoStore({ url, waitSeconds: 5, log: createLogger('silent') })
    const email = 'club@campus.example'
    await store.codes.request({ email, purpose: 'reset', client: HOME, now: 1, codeHash: 'right' })
    await codeOf(store.codes.resetPassword(email, 'x', typed('wrong', 1)))
    await store.codes.request({ email, purpose: 'reset', client: HOME, now: MINUTE })
    await store.mail.queue(email, 'new_browser', MINUTE)
    for (
      let mail = await store.mail.claim(MINUTE, 1);
      mail;
      mail = await store.mail.claim(MINUTE, 1)
    )
      await store.mail.markSent(mail.id)
    const count = () =>
      Promise.all(
        ['codes', 'codeTries', 'outbox', 'codeGates'].map((name) =>
          client.db('purge').collection(name).countDocuments(),
        ),
      )
    expect(await count()).toEqual([2, 1, 2, 3])
    await store.upkeep.purge(DAY)
    expect((await count()).slice(0, 3)).toEqual([2, 1, 2])
    await store.upkeep.purge(DAY + MINUTE)
    expect(await count()).toEqual([0, 0, 0, 0])
    await store.close()
  })

  test('tries and requests count across all instances, even simultaneous ones', async () => {
    const open = () =>
      openMongoStore({ url: set.url('two'), waitSeconds: 5, log: createLogger('silent') })
    const stores = await Promise.all([open(), open(), open()])
    const [first] = stores
    const email = 'new@campus.example'
    const form = { email, clubName: 'Club', cordName: 'C', mobile: '5550100', access: 'user' }
    const at = (index: number) => stores[index % stores.length] ?? first
    const ask = (index: number) =>
      at(index).codes.request({
        email,
        purpose: 'register',
        client: HOME,
        now: NOON,
        codeHash: 'right',
      })
    expect(await countSuccesses(times(12, ask), 'too_many_requests')).toBe(1)

    const enter = (index: number, hash: string, client = HOME) =>
      at(index).codes.register({ ...form, passwordHash: 'a hash' }, typed(hash, NOON, client))
    const wrong = times(60, (index) => enter(index, 'wrong'))
    expect(await countSuccesses(wrong, 'invalid_code')).toBe(0)
    expect(await client.db('two').collection('codeTries').countDocuments()).toBe(5)
    const elsewhere = times(60, (index) => enter(index, 'wrong', stranger(2 + (index % 6))))
    expect(await countSuccesses(elsewhere, 'invalid_code')).toBe(0)
    expect(await client.db('two').collection('codeTries').countDocuments()).toBe(20)

    await first.codes.request({
      email,
      purpose: 'register',
      client: stranger(9),
      now: NOON,
      codeHash: 'right',
    })
    const right = times(30, (index) => enter(index, 'right', stranger(9)))
    expect(await countSuccesses(right, 'invalid_code')).toBe(1)
    await Promise.all(stores.map((store) => store.close()))
  })
})
