import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { type Config, readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openStore } from '#src/store/index.ts'
import type { Store } from '#src/store/port.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import {
  countTables,
  lookAt,
  makeAYear,
  openStoreAt,
  runTool,
  SECRET,
} from './support/transfers.ts'

const NOW = Date.now()

describeWith('with mongod', whyNoMongod, () => {
  let set: JoinedSet
  let client: MongoClient
  let dataDir: string
  let database: string

  beforeAll(async () => {
    set = await joinReplicaSet()
    client = new MongoClient(set.url('admin'))
  })
  afterAll(async () => {
    await client.close()
    await set.close()
  })
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'move-'))
    database = newDatabase('move')
  })
  afterEach(async () => {
    await client.db(database).dropDatabase()
    await rm(dataDir, { recursive: true })
  })

  const env = () => ({ DATA_DIR: dataDir, MONGODB_URL: set.url(database), JWT_SECRET: SECRET })
  const move = (to: 'mongodb' | 'embedded', more: Record<string, string> = {}) =>
    runTool('move', ['--to', to], { ...env(), ...more })
  const openMongo = (): Promise<Store> => {
    const config: Config = readConfig(env(), () => '')
    return openStore(config, createLogger('silent'))
  }

  async function look(store: Store) {
    const seen = { ...(await lookAt(store)), epoch: store.epoch }
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
    return seen
  }

  test('all data is moved to MongoDB and back, with a new epoch each time', async () => {
    const embedded = openStoreAt(dataDir)
    await makeAYear(embedded, NOW)
    const { epoch: first, ...before } = await look(embedded)
    const rows = countTables(dataDir)
    expect(Object.values(rows).every((count) => count > 0)).toBe(true)

    const there = await move('mongodb')
    expect(there).toMatchObject({ code: 0, err: '' })
    expect(there.out).toContain('6 accounts, 3 items, 6 carts, 15 lines')
    const inMongo = await openMongo()
    // The first answer is kept there too, and the switch applies to every cart.
    const [club] = before.accounts
    const idempotency = { key: 'key with spaces 1', bodyHash: 'a hash' }
    expect(await inMongo.orders.findAnswer(club?.id ?? '', idempotency, NOW)).toContain(
      'Brush Round 4',
    )
    expect((await inMongo.accounts.readSession(club?.id ?? '', 'an ended token'))?.ended).toBe(true)
    const mails = [await inMongo.mail.claim(NOW, 60_000), await inMongo.mail.claim(NOW, 60_000)]
    expect(mails.map((mail) => `${mail?.purpose} ${mail?.to}`).toSorted()).toEqual([
      'reset club1@campus.example',
      'role_changed club6@campus.example',
    ])
    const { epoch: second, ...seen } = await look(inMongo)
    expect(seen).toEqual(before)

    const home = join(dataDir, 'home')
    const back = await move('embedded', { DATA_DIR: home })
    expect(back).toMatchObject({ code: 0, err: '' })
    expect((await readdir(home)).toSorted()).toEqual(['lock.sqlite', 'portal.sqlite'])
    expect(countTables(home)).toEqual(rows)
    const { epoch: third, ...again } = await look(openStoreAt(home))
    expect(again).toEqual(before)
    expect(new Set([first, second, third]).size).toBe(3)
  })

  test('a store that is not empty is refused, and stays as it was', async () => {
    const embedded = openStoreAt(dataDir)
    await makeAYear(embedded, NOW)
    await embedded.close()
    const mongo = await openMongo()
    await mongo.stock.add(
      { itemName: 'Ink', itemQuantity: 1, itemStatus: 'enabled' },
      'somebody',
      Date.now(),
    )
    await mongo.close()
    const { code, err } = await move('mongodb')
    expect(code).toBe(1)
    expect(err).toContain('The store to fill is not empty.')
    const after = await openMongo()
    expect((await after.stock.list()).rows.map(({ itemName }) => itemName)).toEqual(['Ink'])
    await after.close()
    expect(await move('embedded')).toMatchObject({ code: 1, err })
  })

  test('a move is refused while a server uses the source or the target', async () => {
    const embedded = openStoreAt(dataDir)
    await makeAYear(embedded, NOW)
    const beside = await move('mongodb')
    expect(beside.code).toBe(1)
    expect(beside.err).toContain('Another server uses DATA_DIR')
    await embedded.close()

    const mongo = await openMongo()
    const { code, err } = await move('mongodb')
    expect(code).toBe(1)
    expect(err).toContain(`Servers use the database ${database}`)
    const back = await move('embedded', { DATA_DIR: join(dataDir, 'home') })
    expect(back.code).toBe(1)
    expect(back.err).toContain(`Servers use the database ${database}`)
    await mongo.close()
  })

  test('after an interrupted move no server starts, and the move can be repeated', async () => {
    const embedded = openStoreAt(dataDir)
    await makeAYear(embedded, NOW)
    const { epoch: _, ...before } = await look(embedded)
    await (await openMongo()).close()
    // The state after a move that was killed halfway.
    const db = client.db(database)
    await db
      .collection<{ _id: string }>('portal')
      .updateOne({ _id: 'portal' }, { $set: { isArriving: true } })
    const half = {
      _id: 'half',
      itemName: 'Half',
      nameKey: 'half',
      itemQuantity: 1,
      itemStatus: 'enabled',
      rev: 1,
    }
    await db.collection<typeof half>('items').insertOne(half)
    const refused = await openMongo().catch((error: Error) => error.message)
    expect(refused).toContain('has not ended')

    expect(await move('mongodb')).toMatchObject({ code: 0, err: '' })
    const { epoch: __, ...seen } = await look(await openMongo())
    expect(seen).toEqual(before)
  })

  test('a broken rule in the source stops the move before the copy is used', async () => {
    const embedded = openStoreAt(dataDir)
    await makeAYear(embedded, NOW)
    await embedded.close()
    const { Database } = await import('bun:sqlite')
    const db = new Database(join(dataDir, 'portal.sqlite'))
    db.exec("UPDATE items SET quantity = quantity + 1 WHERE name = 'Gaffer tape'")
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
    const backup = await runTool('backup', [], env())
    expect(backup).toMatchObject({ code: 0, err: '' })
    const file = /^(\S+\.jsonl\.gz) \(/.exec(backup.out)?.[1] ?? ''
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const beside = await runTool('restore', ['--from', file, '--replace'], env())
    expect(beside.code).toBe(1)
    expect(beside.err).toContain('Servers use the database')
    await mongo.ordering.set(false, 'an administrator', Date.now())
    await mongo.close()

    const occupied = await runTool('restore', ['--from', file], env())
    expect(occupied.err).toContain('Repeat with --replace')
    const restored = await runTool('restore', ['--from', file, '--replace'], env())
    expect(restored).toMatchObject({ code: 0, err: '' })
    const home = join(dataDir, 'home')
    expect(await runTool('restore', ['--from', file], { DATA_DIR: home })).toMatchObject({
      code: 0,
    })

    const older = before.accounts.map((account) => account && { ...account, ver: account.ver + 1 })
    for (const store of [await openMongo(), openStoreAt(home)]) {
      const { epoch: _, ...seen } = await look(store)
      expect(seen).toEqual({ ...before, accounts: older })
    }
  })
})
