import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { readdir, stat } from 'node:fs/promises'
import { MongoClient } from 'mongodb'
import type { Store } from '#src/store/port.ts'
import { useFolder } from '#tests/support/folder.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { PROGRAM, runTool, start } from '#tests/support/program.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN, callsOn, NOBODY, openMongo as openAt, openStoreAt } from '#tests/support/stores.ts'
import { until } from '#tests/support/until.ts'
import { countTables, lookAt, makeAYear, openYear, SECRET } from './support/transfers.ts'

const NOW = Date.now()
const DONE = { code: 0, err: '' }
const folder = useFolder()

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
  beforeEach(() => void (database = newDatabase('move')))
  afterEach(() => client.db(database).dropDatabase())

  const env = () => ({ DATA_DIR: folder(), MONGODB_URL: set.url(database), JWT_SECRET: SECRET })
  const run = (words: string[], more: Record<string, string> = {}) =>
    runTool(words, { ...env(), ...more })
  const move = (to: 'mongodb' | 'embedded', more?: Record<string, string>) =>
    run(['move', '--to', to], more)
  const openMongo = () => openAt(set.url(database))
  const refusal = (said: string) => ({ code: 1, err: expect.stringContaining(said) })

  const openFull = () => openYear(folder(), NOW)
  async function look(store: Store) {
    const seen = { ...(await lookAt(store)), epoch: store.epoch }
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
    return seen
  }

  test('all data is moved to MongoDB and back, with a new epoch each time', async () => {
    const { epoch: first, ...before } = await look(await openFull())
    const rows = countTables(folder())
    expect(Object.values(rows).every((count) => count > 0)).toBe(true)

    const there = await move('mongodb')
    expect(there).toMatchObject(DONE)
    expect(there.out).toContain(
      '7 clubs, 8 accounts, 1 invitations, 3 items, 7 carts, 15 lines, 2 editions, 1 pastCarts',
    )
    const inMongo = await openMongo()
    expect(await inMongo.ordering.isPickupKey('a key')).toBeFalse()
    // The first answer is kept there too, and the switch applies to every cart.
    const [club] = before.accounts
    const idempotency = { key: 'key with spaces 1', bodyHash: 'a hash' }
    expect(await inMongo.orders.findAnswer(club?.id ?? NOBODY.id, idempotency, NOW)).toContain(
      'Brush Round 4',
    )
    expect(
      (await inMongo.accounts.readSession(club?.id ?? NOBODY.id, 'an ended token'))?.ended,
    ).toBe(true)
    const mails = await Promise.all([1, 2, 3, 4].map(() => inMongo.mail.claim(NOW, 60_000)))
    expect(mails.map((mail) => `${mail?.purpose} ${mail?.to}`).toSorted()).toEqual([
      'invitation invited@campus.example',
      'order_changed early@campus.example',
      'reset club1@campus.example',
      'role_changed club6@campus.example',
    ])
    const { epoch: second, ...seen } = await look(inMongo)
    expect(seen).toEqual(before)

    const home = folder('home')
    const back = await move('embedded', { DATA_DIR: home })
    expect(back).toMatchObject(DONE)
    expect((await readdir(home)).toSorted()).toEqual(['lock.sqlite', 'portal.sqlite'])
    expect(countTables(home)).toEqual(rows)
    const { epoch: third, ...again } = await look(openStoreAt(home))
    expect(again).toEqual(before)
    expect(new Set([first, second, third]).size).toBe(3)
  })

  test('a store that is not empty is refused, and stays as it was', async () => {
    await (await openFull()).close()
    const mongo = await openMongo()
    await callsOn(() => mongo).item('Ink')
    await mongo.close()
    const refused = refusal('The store to fill is not empty.')
    expect(await move('mongodb')).toMatchObject(refused)
    const after = await openMongo()
    expect((await after.stock.list()).rows.map(({ itemName }) => itemName)).toEqual(['Ink'])
    await after.close()
    expect(await move('embedded')).toMatchObject(refused)
  })

  test('a move is refused while a server uses the source or the target', async () => {
    const embedded = await openFull()
    expect(await move('mongodb')).toMatchObject(refusal('Another server uses DATA_DIR'))
    await embedded.close()

    const mongo = await openMongo()
    const used = refusal(`Servers use the database ${database}`)
    expect(await move('mongodb')).toMatchObject(used)
    expect(await move('embedded', { DATA_DIR: folder('home') })).toMatchObject(used)
    await mongo.close()
  })

  test('a restore leaves the store as it was if it is killed while it writes, or a server starts meanwhile', async () => {
    const mongo = await openMongo()
    await makeAYear(mongo, NOW)
    const { out } = await run(['backup'])
    const file = out.split(' (')[0] ?? ''
    await callsOn(() => mongo).item('Ink')
    await mongo.close()
    const words = ['restore', '--from', file, '--replace']
    const db = client.db(database)
    /** Starts a restore, and stops it with a signal while it writes. */
    async function interrupt(signal: 'SIGKILL' | 'SIGSTOP') {
      const restoring = start([...PROGRAM, ...words], env())
      await until(
        'it writes',
        async () => (await db.collection('incoming.accounts').findOne()) !== null,
      )
      restoring.child.kill(signal)
      return restoring
    }

    await (await interrupt('SIGKILL')).ended()
    await db.collection('incoming.accounts').drop()
    const stopped = await interrupt('SIGSTOP')
    const server = await openMongo()
    stopped.child.kill('SIGCONT')
    expect(await stopped.ended()).toMatchObject(refusal('Servers use the database'))
    expect((await server.stock.list()).rows).toHaveLength(4)
    await server.close()

    expect(await run(words)).toMatchObject(DONE)
    const { stock } = await look(await openMongo())
    expect(stock).toHaveLength(3)
    const names = (await db.listCollections().toArray()).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('incoming.'))).toEqual([])
  })

  test('after an interrupted move no server starts, and the move can be repeated', async () => {
    const { epoch: _, ...before } = await look(await openFull())
    await (await openMongo()).close()
    // The state after a move that was killed while it put the new store in place.
    const db = client.db(database)
    await db
      .collection<{ _id: string }>('portal')
      .updateOne({ _id: 'portal' }, { $set: { isArriving: true } })
    const half = {
      _id: 'half',
      itemName: 'Half',
      key: 'half',
      itemQuantity: 1,
      itemStatus: 'enabled',
      rev: 1,
    }
    await db.collection<typeof half>('items').insertOne(half)
    const refused = await openMongo().catch((error: Error) => error.message)
    expect(refused).toContain('has not ended')

    expect(await move('mongodb')).toMatchObject(DONE)
    const { epoch: __, ...seen } = await look(await openMongo())
    expect(seen).toEqual(before)
  })

  test('a broken rule in the source stops the move before the copy is used', async () => {
    await (await openFull()).close()
    const db = new Database(folder('portal.sqlite'))
    db.exec("UPDATE items SET itemQuantity = itemQuantity + 1 WHERE itemName = 'Gaffer tape'")
    db.close()
    const { code, err } = await move('mongodb')
    expect(code).toBe(1)
    expect(err).toContain(
      'the quantity of an item equals its first quantity plus the units of its entries',
    )
    expect(err).toContain('The copied data was not put into use.')
    const mongo = await openMongo()
    expect((await mongo.stock.list()).rows).toEqual([])
    await mongo.close()
  })

  test('a backup of MongoDB beside a server is a snapshot, and can be restored into either store', async () => {
    const mongo = await openMongo()
    await makeAYear(mongo, NOW)
    const before = await lookAt(mongo)
    const backup = await run(['backup'])
    expect(backup).toMatchObject(DONE)
    const file = /^(\S+\.jsonl\.gz) \(/.exec(backup.out)?.[1] ?? ''
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const restore = (...words: string[]) => run(['restore', '--from', file, ...words])
    expect(await restore('--replace')).toMatchObject(refusal('Servers use the database'))
    await mongo.ordering.set(false, ADMIN, NOW)
    await mongo.close()

    expect(await restore()).toMatchObject(refusal('Repeat with --replace'))
    expect(await restore('--replace')).toMatchObject(DONE)
    const home = folder('home')
    const intoHome = await runTool(['restore', '--from', file], { DATA_DIR: home })
    expect(intoHome).toMatchObject(DONE)

    const older = before.accounts.map((account) => account && { ...account, ver: account.ver + 1 })
    for (const store of [await openMongo(), openStoreAt(home)]) {
      const { epoch: _, ...seen } = await look(store)
      expect(seen).toEqual({ ...before, accounts: older })
    }
  })
})
