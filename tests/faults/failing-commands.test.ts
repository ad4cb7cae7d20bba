/** Orders and allotments in MongoDB while commands fail, and while one of them cannot be written. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import { serverName } from '#src/store/mongo/client.ts'
import type { Store } from '#src/store/port.ts'
import { startReplicaSet, type ReplicaSet, whyNoMongod } from '#tests/support/mongod.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { describeWith } from '#tests/support/servers.ts'
import { callsOn, type Coordinator, openMongo } from '#tests/support/stores.ts'

const DATABASE = 'failing'
const CLUBS = 6
const UNITS = 1_000

describeWith('failing commands in MongoDB', whyNoMongod, () => {
  let set: ReplicaSet
  let client: MongoClient
  let store: Store
  let clubs: Coordinator[]
  let itemId: string
  beforeAll(async () => {
    set = await startReplicaSet(1, ['enableTestCommands=1'])
    client = new MongoClient(set.url(DATABASE))
  })
  afterAll(async () => {
    await client.close()
    await set.close()
  })
  beforeEach(async () => {
    store = await openMongo(set.url(DATABASE))
    itemId = (await calls.item('Tape', UNITS))._id
    clubs = []
    while (clubs.length < CLUBS) clubs.push(await calls.club())
  })
  afterEach(async () => {
    await store.close()
    await client.db(DATABASE).dropDatabase()
  })

  const calls = callsOn(() => store)
  const order = (club: Coordinator, key: string) =>
    calls.order(club, [customRow(key), stockRow(itemId, 2)], {
      idempotency: { key, bodyHash: key },
      toAnswer: () => key,
    })
  const give = (lineId: string, key: string) =>
    calls.allot([{ _id: lineId, allotted_quantity: 1 }], { idempotency: { key, bodyHash: key } })
  const tapeOf = (club: Coordinator) => calls.line(club, 'Tape')

  /** The next command of this name that the store sends fails. */
  async function failNext(command: string, how: Record<string, unknown>): Promise<void> {
    await client.db('admin').command({
      configureFailPoint: 'failCommand',
      mode: { times: 1 },
      data: { failCommands: [command], appName: serverName(DATABASE), ...how },
    })
  }

  const BROKEN: [what: string, command: string, how: Record<string, unknown>][] = [
    ['the connection breaks while carts are written', 'update', { closeConnection: true }],
    ['the connection breaks while the history is written', 'insert', { closeConnection: true }],
    ['the connection breaks while carts are read', 'find', { closeConnection: true }],
    ['the connection breaks before the commit', 'commitTransaction', { closeConnection: true }],
    [
      'the commit is done and its answer is unknown',
      'commitTransaction',
      { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } },
    ],
    [
      'another transaction has written the same cart',
      'update',
      { errorCode: 112, errorLabels: ['TransientTransactionError'] },
    ],
  ]
  for (const [what, command, how] of BROKEN)
    test(`${what}: each order and each allotment is done once`, async () => {
      await Promise.all(clubs.map((club) => order(club, `first ${club.id}`)))
      const lines = await Promise.all(clubs.map(async (club) => (await tapeOf(club))._id))
      await failNext(command, how)
      const answers = await Promise.all([
        ...clubs.map((club) => order(club, `second ${club.id}`)),
        ...lines.map((line) => give(line, `given ${line}`)),
      ])
      expect(answers.every(({ value }) => !value.replayed)).toBe(true)
      for (const club of clubs)
        expect(await tapeOf(club)).toMatchObject({ ordered_quantity: 4, allotted_quantity: 1 })
      const again = await Promise.all(clubs.map((club) => order(club, `second ${club.id}`)))
      expect(again.map(({ value }) => value)).toEqual(
        clubs.map(({ id }) => ({ body: `second ${id}`, replayed: true })),
      )
      expect((await store.stock.list()).rows).toMatchObject([{ itemQuantity: UNITS - CLUBS }])
      expect((await store.upkeep.verify()).broken).toEqual([])
    })

  test('an order that MongoDB refuses to write fails alone', async () => {
    const [bad, ...good] = clubs as [Coordinator, ...Coordinator[]]
    await Promise.all(clubs.map((club) => order(club, `first ${club.id}`)))
    const carts = client.db(DATABASE).collection('carts')
    // The guard of the collection refuses every later write of this cart.
    await carts.updateOne(
      { clubId: bad.id },
      { $set: { 'lines.0.delivered_quantity': -1 } },
      { bypassDocumentValidation: true },
    )
    const calls = clubs.map((club) => order(club, `second ${club.id}`))
    const [refused, ...done] = await Promise.allSettled(calls)
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } })
    expect(done.map(({ status }) => status)).toEqual(good.map(() => 'fulfilled'))
    for (const club of good) expect(await tapeOf(club)).toMatchObject({ ordered_quantity: 4 })
    expect(await tapeOf(bad)).toMatchObject({ ordered_quantity: 2 })
  })
})
