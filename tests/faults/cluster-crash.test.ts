/** Members of the replica set and instances that fail while requests run. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import type { OrderLine, StockItem, StockSummary } from '#src/contract/records.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { entryStages } from '#src/store/mongo/entry-documents.ts'
import type { Entry } from '#src/store/port.ts'
import {
  ask,
  missingServer,
  startCluster,
  type Asked,
  type Cluster,
  type Person,
} from '#tests/support/cluster.ts'
import { type ReplicaSet, startReplicaSet } from '#tests/support/mongod.ts'
import { atDepth } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { until } from '#tests/support/until.ts'

const CLUBS = atDepth(6, 10)
const EACH = atDepth(15, 50)
const UNITS = 20_000
/** How many answers arrive before the fault happens. */
const STRIKES_AFTER = 0.3 * (2 * CLUBS * EACH)
/** Clients stop retrying after this. */
const GIVE_UP_MS = 90_000

type Placed = { items: OrderLine[] }
type Call = { method: 'POST' | 'PUT'; path: string; asked: Asked & { key: string } }

describeWith('three instances on three mongods', missingServer, () => {
  let set: ReplicaSet
  let cluster: Cluster
  let clubs: Person[]
  let rounds = 0
  beforeAll(async () => {
    set = await startReplicaSet(3)
    cluster = await startCluster({ instances: 3, set })
    clubs = []
    for (let made = 0; made < CLUBS; made += 2)
      clubs.push(
        ...(await Promise.all([made, made + 1].map((index) => cluster.addClub(`Club ${index}`)))),
      )
  })
  afterAll(async () => {
    await cluster?.close()
    await set?.close()
  })

  /** Sends orders and as many allotments, each with a key and retried until it is answered, while `strike` runs. */
  async function workThrough(strike: () => Promise<unknown>) {
    const round = `Round ${(rounds += 1)}`
    const { admin } = cluster
    const { body: item } = await ask<StockItem>(
      cluster.at(0).url,
      'POST',
      '/inventorys/inventory',
      {
        token: admin.token,
        body: { itemName: round, itemQuantity: UNITS },
      },
    )
    const lines = new Map<Person, string>()
    for (const club of clubs) {
      const { body } = await ask<Placed>(cluster.at(0).url, 'POST', '/cart/add-items', {
        token: club.token,
        body: { userId: club.id, items: [{ item_id: item._id, ordered_quantity: 1 }] },
      })
      lines.set(club, body.items.find(({ itemName }) => itemName === round)?._id ?? '')
    }

    const slowest = { ms: 0 }
    const answers = new Map<string, { call: Call; text: string }>()
    let turns = 0
    /** Retries a call with the same key on any instance until it is answered, as a page does. */
    async function persist(call: Call): Promise<void> {
      const begun = performance.now()
      for (;;) {
        const asked = performance.now()
        const answer = await ask(cluster.at(turns++).url, call.method, call.path, call.asked).catch(
          (error: Error) => error,
        )
        slowest.ms = Math.max(slowest.ms, performance.now() - asked)
        if (!(answer instanceof Error)) {
          if (answer.status === 200) {
            answers.set(call.asked.key, { call, text: JSON.stringify(answer.body) })
            return
          }
          expect(answer.status).toBe(503)
          expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
        } else expect(answer.name).not.toBe('TimeoutError')
        if (performance.now() - begun > GIVE_UP_MS) throw new Error(`No answer: ${call.path}`)
        await Bun.sleep(100)
      }
    }

    const orders = clubs.map((club) =>
      Array.from({ length: EACH }, (_, index): Call => ({
        method: 'POST',
        path: '/cart/add-items',
        asked: {
          token: club.token,
          key: `${round} order ${club.id} ${index}`,
          body: {
            userId: club.id,
            items: [
              { itemName: `${round} own ${index}`, ordered_quantity: 1 + index },
              { item_id: item._id, ordered_quantity: 1 },
            ],
          },
        },
      })),
    )
    const allotments = clubs.map((club) =>
      Array.from({ length: EACH }, (_, index): Call => ({
        method: 'PUT',
        path: '/cart/update-multiple-cart-items',
        asked: {
          token: admin.token,
          key: `${round} allot ${club.id} ${index}`,
          body: { items: [{ _id: lines.get(club), allotted_quantity: 1 + index }] },
        },
      })),
    )

    const page = await enterLive(cluster.at(2).url, admin.token)
    const over = new AbortController()
    let reads = 0
    /** Reads the stock all the time: it is never negative, and the sum of stock and allotted units never changes. */
    async function watch(): Promise<void> {
      while (!over.signal.aborted) {
        const answer = await ask<StockSummary[]>(
          cluster.at(reads).url,
          'GET',
          '/cart/cart-item-summary',
          { token: admin.token },
        ).catch((error: Error) => error)
        reads += 1
        if (answer instanceof Error) expect(answer.name).not.toBe('TimeoutError')
        else if (answer.status === 200) {
          const row = answer.body.find(({ _id }) => _id === item._id)
          expect(row?.availableQuantity).toBeGreaterThanOrEqual(0)
          expect((row?.availableQuantity ?? 0) + (row?.totalAllottedQuantity ?? 0)).toBe(UNITS)
        } else expect(answer.status).toBe(503)
        await Bun.sleep(50)
      }
    }

    const begun = performance.now()
    const watching = watch()
    const work = [...orders, ...allotments].map(async (calls) => {
      for (const call of calls) await persist(call)
    })
    await until('the work is under way', () => answers.size > STRIKES_AFTER)
    await strike()
    await Promise.all(work)
    over.abort()
    await watching
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `${answers.size} answers in ${seconds.toFixed(1)} s, the slowest after ${Math.round(slowest.ms)} ms, ${reads} looks at the stock`,
    )
    return { round, item, lines, answers, page }
  }

  /** Checks that no answered change is missing and that none was applied twice. */
  async function expectExact({
    round,
    item,
    lines,
    answers,
    page,
  }: Awaited<ReturnType<typeof workThrough>>) {
    expect(answers.size).toBe(2 * CLUBS * EACH)
    const { entries } = collectionsOf(cluster.db)
    const wanted = Array.from({ length: EACH }, (_, index) => 1 + index)
    const given = wanted.reduce((sum, units) => sum + units, 0)
    for (const club of clubs) {
      const { body } = await ask<OrderLine[]>(
        cluster.at(1).url,
        'GET',
        `/cart/cart-items-final/${club.id}`,
        { token: club.token },
      )
      const own = body.filter(({ itemName }) => itemName.startsWith(`${round} own`))
      const quantities = own.map(({ ordered_quantity }) => ordered_quantity)
      expect(quantities.toSorted((a, b) => a - b)).toEqual(wanted)
      const line = body.find(({ itemName }) => itemName === round)
      expect(line).toMatchObject({ ordered_quantity: 1 + EACH, allotted_quantity: given })
      const decided = entryStages({
        ofEntry: [{ kind: 'line_decided', lineId: lines.get(club) ?? '' }],
      })
      const found = await entries.aggregate<Entry>(decided).toArray()
      const changes = found.map(({ units }) => units)
      expect(changes.toSorted((a, b) => a - b)).toEqual(wanted)
    }
    const stock = await ask<StockSummary[]>(cluster.at(0).url, 'GET', '/cart/cart-item-summary', {
      token: cluster.admin.token,
    })
    expect(stock.body.find(({ _id }) => _id === item._id)).toMatchObject({
      availableQuantity: UNITS - CLUBS * given,
      totalAllottedQuantity: CLUBS * given,
      totalOrderedQuantity: CLUBS * (1 + EACH),
    })
    // A retry gets the first answer from any instance.
    for (const [index, { call, text }] of [...answers.values()].entries()) {
      if (index % 25 !== 0) continue
      const again = await ask(cluster.at(index).url, call.method, call.path, call.asked)
      expect(JSON.stringify(again.body)).toBe(text)
    }
    const etag = (
      await ask(cluster.at(0).url, 'GET', '/cart/get-club-list', cluster.admin)
    ).headers.get('etag')
    const shows = () => {
      const shown = page.state('carts')
      return etag === `"${shown?.epoch}.${shown?.rev}"`
    }
    await until('the administrator’s page has the last of it', () => !page.isOpen() || shows())
    await page.close()
    const { exitCode, out, errors } = await cluster.check()
    expect(errors).toBe('')
    expect(out).toContain('The store is sound.')
    expect(exitCode).toBe(0)
  }

  test('the primary is killed during orders and allotments: no answered change is lost or applied twice', async () => {
    const primary = await set.primary()
    const done = await workThrough(() => set.kill(primary))
    expect(await set.primary()).not.toBe(primary)
    await expectExact(done)
    await set.restart(primary)
  })

  test('the primary steps down during orders and allotments: no answered change is lost or applied twice', async () => {
    const { port } = await set.primary()
    const done = await workThrough(async () => {
      const direct = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
      await direct.db('admin').command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 })
      await direct.close()
    })
    await expectExact(done)
  })

  test('no request is refused because of a change that a majority has not stored yet', async () => {
    const { token } = cluster.admin
    const { body: item } = await ask<StockItem>(
      cluster.at(0).url,
      'POST',
      '/inventorys/inventory',
      { token, body: { itemName: 'Half known', itemQuantity: 10 } },
    )
    const [club] = clubs
    const { body: placed } = await ask<Placed>(cluster.at(0).url, 'POST', '/cart/add-items', {
      token: club?.token ?? '',
      body: { userId: club?.id, items: [{ item_id: item._id, ordered_quantity: 1 }] },
    })
    const line = placed.items.find(({ itemName }) => itemName === 'Half known')?._id
    const give = (index: number, units: number) =>
      ask(cluster.at(index).url, 'PUT', '/cart/update-multiple-cart-items', {
        token,
        key: crypto.randomUUID(),
        body: { items: [{ _id: line, allotted_quantity: units }] },
      })
    const primary = await set.primary()
    const others = set.members.filter((member) => member !== primary)
    const here = new MongoClient(`mongodb://127.0.0.1:${primary.port}/?directConnection=true`)
    const items = here
      .db(cluster.db.databaseName)
      .collection<{ _id: string; itemQuantity: number }>('items')
    for (const { process } of others) process.kill('SIGSTOP')
    try {
      const given = give(0, 7)
      while ((await items.findOne({ _id: item._id }))?.itemQuantity !== 3);
      const refused = give(1, 5)
      // Shorter than the time after which an isolated primary steps down.
      await Promise.race([refused, Bun.sleep(500)])
      const majority = await items.findOne({ _id: item._id }, { readConcern: 'majority' })
      const isTold = await Promise.race([refused.then(() => true), Bun.sleep(1).then(() => false)])
      expect({ quantity: majority?.itemQuantity, isTold }).toEqual({ quantity: 10, isTold: false })
      for (const { process } of others) process.kill('SIGCONT')
      expect((await given).status).toBe(200)
      expect((await refused).body.message).toContain('3')
    } finally {
      for (const { process } of others) process.kill('SIGCONT')
      await here.close()
    }
  })

  test('an instance is killed during orders and allotments: no answered change is lost or applied twice', async () => {
    const done = await workThrough(async () => {
      await cluster.at(0).kill()
      await cluster.at(0).start()
    })
    await expectExact(done)
  })
})
