import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import { asClubId, asPersonId } from '#src/contract/ids.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { entryStages, toEntriesDocs } from '#src/store/mongo/entry-documents.ts'
import type { Entry, HistoryFilter, Store } from '#src/store/port.ts'
import { HISTORY_RULES } from '#src/store/shared/check-history.ts'
import { batchIdAfter, entryId, MOST_LOOKED_AT } from '#src/store/shared/entry-ids.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN, callsOn, NOON, openMongo, REMOVAL, times } from '#tests/support/stores.ts'
import {
  countSuccesses,
  DAY,
  fillExpiring,
  HOME,
  MINUTE,
  stranger,
  typed,
} from './store/harness.ts'

/** What MongoDB alone promises; the contract of every store is in `store/`. */
describeWith('with mongod', whyNoMongod, () => {
  let set: JoinedSet
  let client: MongoClient
  beforeAll(async () => {
    set = await joinReplicaSet()
    client = new MongoClient(set.url('admin'))
  })
  afterAll(async () => {
    await client.close()
    await set.close()
  })
  /** A new database, and so many instances that use it. */
  async function open(instances = 1) {
    const name = newDatabase('alone')
    const stores: Store[] = []
    while (stores.length < instances) stores.push(await openMongo(set.url(name)))
    return {
      db: client.db(name),
      stores: stores as [Store, Store],
      at: (index: number): Store => stores[index % instances] as Store,
      close: () => Promise.all(stores.map((store) => store.close())),
    }
  }

  test('purging deletes expired codes, their tries and sent mails', async () => {
    const { db, stores, close } = await open()
    const [store] = stores
    await fillExpiring(store, 'club@campus.example')
    const count = () =>
      Promise.all(
        ['codes', 'codeTries', 'outbox', 'codeGates'].map((name) =>
          db.collection(name).countDocuments(),
        ),
      )
    expect(await count()).toEqual([2, 1, 2, 3])
    await store.upkeep.purge(DAY)
    expect((await count()).slice(0, 3)).toEqual([2, 1, 2])
    await store.upkeep.purge(DAY + MINUTE)
    expect(await count()).toEqual([0, 0, 0, 0])
    await close()
  })

  test('tries and requests count across all instances, even simultaneous ones', async () => {
    const { db, stores, at, close } = await open(3)
    const [first] = stores
    const email = 'new@campus.example'
    const form = callsOn(() => first).newAccount({ email })
    const request = { email, purpose: 'register', now: NOON, codeHash: 'right' } as const
    const ask = (index: number) => at(index).codes.request({ ...request, client: HOME })
    expect(await countSuccesses(times(12, ask), 'too_many_requests')).toBe(1)

    const enter = (index: number, hash: string, client = HOME) =>
      at(index).codes.register(form, typed(hash, NOON, client))
    const wrong = times(60, (index) => enter(index, 'wrong'))
    expect(await countSuccesses(wrong, 'invalid_code')).toBe(0)
    expect(await db.collection('codeTries').countDocuments()).toBe(5)
    const elsewhere = times(60, (index) => enter(index, 'wrong', stranger(2 + (index % 6))))
    expect(await countSuccesses(elsewhere, 'invalid_code')).toBe(0)
    expect(await db.collection('codeTries').countDocuments()).toBe(20)

    await first.codes.request({ ...request, client: stranger(9) })
    const right = times(30, (index) => enter(index, 'right', stranger(9)))
    expect(await countSuccesses(right, 'invalid_code')).toBe(1)
    await close()
  })

  /** An item of ten units, and a club's line of it. */
  async function makeLine(store: Store) {
    const { club, item, order, line } = callsOn(() => store)
    const [account, tape] = [await club(), await item('Tape')]
    await order(account, [stockRow(tape._id, 5)])
    return { itemId: tape._id, lineId: (await line(account, 'Tape'))._id }
  }
  const give = (store: Store, lineId: string, units: number) =>
    callsOn(() => store).give(lineId, units)

  test('the history of a line and of an item stays in order while clocks of instances differ', async () => {
    const { stores, close } = await open(2)
    const [ahead, behind] = stores
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

    const list = callsOn(() => ahead).entries
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
    await close()
  })

  test('undos of one batch on several instances at once take it back once', async () => {
    const { stores, at, close } = await open(4)
    const [first] = stores
    const { itemId, lineId } = await makeLine(first)
    const batch = await give(first, lineId, 3)
    const undo = (index: number) => callsOn(() => at(index)).undo(batch)
    expect(await countSuccesses(times(20, undo), 'already_undone')).toBe(1)
    const [item] = (await first.stock.list()).rows
    expect(item).toMatchObject({ _id: itemId, itemQuantity: 10 })
    expect((await first.upkeep.verify()).broken).toEqual([])
    await close()
  })

  test('a check names what disagrees with the history, and invitations to a club or by a person that is missing', async () => {
    const { db, stores, close } = await open()
    const [store] = stores
    const { itemId, lineId } = await makeLine(store)
    await give(store, lineId, 3)
    const { clubId, id } = await callsOn(() => store).club({ email: 'asha@campus.example' })
    const invite = async (email: string) =>
      (await store.people.invite({ email, clubId }, id, NOON)).value.id
    const [one, two] = [await invite('one@campus.example'), await invite('two@campus.example')]
    expect((await store.upkeep.verify()).broken).toEqual([])
    const { entries, invitations } = collectionsOf(db)
    await invitations.updateOne({ _id: one }, { $set: { clubId: asClubId('gone') } })
    await invitations.updateOne({ _id: two }, { $set: { by: asPersonId('gone') } })
    const given = await entries.findOneAndUpdate(
      { 'entries.kind': 'line_decided' },
      { $set: { 'entries.0.units': 2 } },
    )
    expect((await store.upkeep.verify()).broken).toEqual([
      expect.stringContaining(`invitation: id ${one} (`),
      expect.stringContaining(`invitation: id ${two} (`),
      `item: id ${itemId}, quantity 7, expected 8 (${HISTORY_RULES.itemSum})`,
      `line: id ${lineId}, allotted_quantity 3, expected 2 (${HISTORY_RULES.lineSum})`,
      `line: id ${lineId}, allotted_quantity, entry ${given?._id} (${HISTORY_RULES.chain})`,
    ])
    await close()
  })

  test('a filter that finds little looks at a part of the calls for each page, and reaches all of them', async () => {
    const { db, stores, close } = await open()
    const [store] = stores
    const { club, order, cartOf } = callsOn(() => store)
    const account = await club()
    await order(account, [customRow('Neon')])
    await store.orders.removeLine(await cartOf(account), 'Neon', REMOVAL)
    await order(account, [customRow('Lamp')])
    const { entries } = collectionsOf(db)
    const ordered = entryStages({ ofEntry: [{ clubId: account.id, kind: 'line_ordered' }] })
    const [entry] = await entries.aggregate<Entry>(ordered).toArray()
    if (!entry) throw new Error('There is an entry.')
    let { batch } = entry
    const copies = times(MOST_LOOKED_AT + 1, () => {
      batch = batchIdAfter(batch)
      return { ...entry, batch, id: entryId(batch, 0) }
    })
    await entries.insertMany(toEntriesDocs(copies))
    const filter: HistoryFilter = { club: account.clubId, kinds: ['line_deleted'] }
    const first = await store.history.list({ filter, limit: 50 })
    expect(first.entries).toEqual([])
    const rest = await store.history.list({ filter, limit: 50, before: first.next ?? '' })
    expect(rest).toMatchObject({ entries: [{ kind: 'line_deleted' }], next: null })
    await close()
  })
})
