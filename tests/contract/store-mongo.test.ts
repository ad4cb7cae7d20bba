import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import { createLogger } from '#src/monitoring/log.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { HistoryFilter, Store } from '#src/store/port.ts'
import { HISTORY_RULES } from '#src/store/shared/check-history.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { stockRow } from '#tests/support/rows.ts'
import { describeWith } from '#tests/support/servers.ts'
import {
  ADMIN,
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

/** What MongoDB alone promises; the contract of every store is in `store/`. */
describeWith('with mongod', whyNoMongod, () => {
  let set: JoinedSet
  let client: MongoClient
  beforeAll(async () => {
    set = await joinReplicaSet()
    client = new MongoClient(set.url('admin'))
  }, 60_000)
  afterAll(async () => {
    await client.close()
    await set.close()
  })

  test('purging deletes expired codes, their tries and sent mails', async () => {
    const database = newDatabase('purge')
    const url = set.url(database)
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
          client.db(database).collection(name).countDocuments(),
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
    const database = newDatabase('two')
    const open = () =>
      openMongoStore({ url: set.url(database), waitSeconds: 5, log: createLogger('silent') })
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
    expect(await client.db(database).collection('codeTries').countDocuments()).toBe(5)
    const elsewhere = times(60, (index) => enter(index, 'wrong', stranger(2 + (index % 6))))
    expect(await countSuccesses(elsewhere, 'invalid_code')).toBe(0)
    expect(await client.db(database).collection('codeTries').countDocuments()).toBe(20)

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

  const openAt = (database: string) =>
    openMongoStore({ url: set.url(database), waitSeconds: 5, log: createLogger('silent') })

  /** An item of ten units, and a club's line of it. */
  async function makeLine(store: Store) {
    const { value: item } = await store.stock.add(
      { itemName: 'Tape', itemQuantity: 10, itemStatus: 'enabled' },
      ADMIN,
      NOON,
    )
    const club = await store.accounts.create({
      email: 'club@campus.example',
      clubName: 'Club',
      cordName: 'C',
      mobile: '5550100',
      access: 'user',
      passwordHash: 'a hash',
    })
    const accountId = club?.id ?? ''
    const order = { accountId, actorId: accountId, toAnswer: () => '', now: NOON }
    await store.orders.place({ ...order, rows: [stockRow(item._id, 5)] })
    const [line] = (await store.orders.read(accountId))?.rows ?? []
    return { itemId: item._id, lineId: line?._id ?? '' }
  }
  const give = (store: Store, lineId: string, units: number) => {
    const decisions = [{ _id: lineId, allotted_quantity: units }]
    return store.orders.allot({ decisions, actorId: ADMIN, toAnswer: () => '', now: NOON })
  }

  test('the history of a line and of an item stays in order while clocks of instances differ', async () => {
    const database = newDatabase('clocks')
    const ahead = await openAt(database)
    const behind = await openAt(database)
    const { itemId, lineId } = await makeLine(behind)
    setSystemTime(Date.now() + 30_000)
    await give(ahead, lineId, 1)
    await ahead.ordering.set(false, ADMIN, NOON)
    setSystemTime()
    await give(behind, lineId, 2)
    await behind.ordering.set(true, ADMIN, NOON)
    const [item] = (await behind.stock.list()).rows
    const change = { rev: item?.rev ?? 0, itemQuantity: 20 }
    await behind.stock.edit(itemId, change, ADMIN, NOON)

    const list = async (filter: HistoryFilter) =>
      (await ahead.history.list({ filter, limit: 10 })).entries
    expect((await list({ line: lineId })).map(({ units }) => units)).toEqual([2, 1, 0])
    expect((await list({ item: itemId })).map(({ kind }) => kind)).toEqual([
      'item_edited',
      'line_decided',
      'line_decided',
      'line_ordered',
      'item_added',
    ])
    const turns = await list({ kinds: ['ordering_turned'] })
    expect(turns.map(({ changes }) => changes.isOpen?.[1])).toEqual([true, false])
    expect((await ahead.upkeep.verify()).broken).toEqual([])
    await Promise.all([ahead.close(), behind.close()])
  })

  test('undos of one batch on several instances at once take it back once', async () => {
    const database = newDatabase('undos')
    const stores = await Promise.all(times(4, () => openAt(database)))
    const [first] = stores as [Store]
    const { itemId, lineId } = await makeLine(first)
    await give(first, lineId, 3)
    const [given] = (await first.history.list({ filter: { line: lineId }, limit: 1 })).entries
    const undo = (index: number) =>
      (stores[index % stores.length] ?? first).history.undo({
        batch: given?.batch ?? '',
        actorId: ADMIN,
        toAnswer: () => '',
        now: NOON,
      })
    expect(await countSuccesses(times(20, undo), 'already_undone')).toBe(1)
    const [item] = (await first.stock.list()).rows
    expect(item).toMatchObject({ _id: itemId, itemQuantity: 10 })
    expect((await first.upkeep.verify()).broken).toEqual([])
    await Promise.all(stores.map((store) => store.close()))
  })

  test('instances that decide on one line in turn see what the others decided', async () => {
    const database = newDatabase('turns')
    const stores = await Promise.all(times(2, () => openAt(database)))
    const [first] = stores as [Store]
    const { lineId } = await makeLine(first)
    for (const turn of times(6, Number)) await give(stores[turn % 2] ?? first, lineId, 1)
    const { entries } = await first.history.list({ filter: { line: lineId }, limit: 6 })
    expect(entries.map(({ changes }) => changes.allotted_quantity)).toEqual(
      times(6, (turn) => [5 - turn, 6 - turn]),
    )
    expect((await first.upkeep.verify()).broken).toEqual([])
    await Promise.all(stores.map((store) => store.close()))
  })

  test('a check names the line and the item that disagree with the history', async () => {
    const database = newDatabase('damaged')
    const store = await openAt(database)
    const { itemId, lineId } = await makeLine(store)
    await give(store, lineId, 3)
    const { entries } = collectionsOf(client.db(database))
    const given = await entries.findOneAndUpdate(
      { 'entries.kind': 'line_decided' },
      { $set: { 'entries.0.units': 2 } },
    )
    expect((await store.upkeep.verify()).broken).toEqual([
      `item: id ${itemId}, quantity 7, expected 8 (${HISTORY_RULES.itemSum})`,
      `line: id ${lineId}, allotted_quantity 3, expected 2 (${HISTORY_RULES.lineSum})`,
      `line: id ${lineId}, allotted_quantity, entry ${given?._id} (${HISTORY_RULES.chain})`,
    ])
    await store.close()
  })
})
