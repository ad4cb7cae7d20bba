/** Members of the replica set and instances that fail while requests run. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import type { StockSummary } from '#src/contract/records.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { entryStages } from '#src/store/mongo/entry-documents.ts'
import type { Entry } from '#src/store/port.ts'
import type { Answer } from '#tests/support/ask.ts'
import { missingServer, startCluster, type Cluster, type Person } from '#tests/support/cluster.ts'
import { type ReplicaSet, startReplicaSet } from '#tests/support/mongod.ts'
import { atDepth } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import type { StockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'

const CLUBS = atDepth(3, 10)
/** A cart takes 100 custom lines, and three rounds add so many each. */
const EACH = atDepth(12, 33)
const UNITS = 20_000
/** How many answers arrive before the fault happens. */
const STRIKES_AFTER = 0.3 * (2 * CLUBS * EACH)
/** Clients stop retrying after this. */
const GIVE_UP_MS = 90_000

/** Sends a request under a key to one of the instances. */
type Call = (room: StockRoom, key: string) => Promise<Answer<unknown>>

describeWith('three instances on three mongods', missingServer, () => {
  let set: ReplicaSet
  let cluster: Cluster
  let clubs: Person[]
  let rounds = 0
  beforeAll(async () => {
    set = await startReplicaSet(3)
    cluster = await startCluster({ instances: 3, set })
    clubs = []
    for (let made = 0; made < CLUBS; made++) clubs.push(await cluster.addClub(`Club ${made}`))
  })
  afterAll(async () => {
    await cluster?.close()
    await set?.close()
  })

  /** Sends orders and as many allotments, each with a key and retried until it is answered, while `strike` runs. */
  async function workThrough(strike: () => Promise<unknown>) {
    const round = `Round ${(rounds += 1)}`
    const { admin } = cluster
    const room = cluster.room()
    const item = await room.addItem(UNITS, round)
    const lines = new Map<Person, string>()
    for (const club of clubs) lines.set(club, (await room.orderLine(club, item))._id)

    let slowestMs = 0
    let turns = 0
    const answers = new Map<string, { call: Call; text: string }>()
    /** Retries a call with the same key on any instance until it is answered, as a page does. */
    async function persist(key: string, call: Call): Promise<void> {
      const begun = performance.now()
      for (;;) {
        const asked = performance.now()
        const answer = await call(cluster.room(turns++), key).catch((error: Error) => error)
        slowestMs = Math.max(slowestMs, performance.now() - asked)
        if (!(answer instanceof Error)) {
          if (answer.status === 200) {
            answers.set(key, { call, text: JSON.stringify(answer.body) })
            return
          }
          expect(answer.status).toBe(503)
          expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
        } else expect(answer.name).not.toBe('TimeoutError')
        if (performance.now() - begun > GIVE_UP_MS) throw new Error(`No answer: ${key}`)
        await Bun.sleep(100)
      }
    }

    const orders = (club: Person) => (index: number) =>
      persist(`${round} order ${club.id} ${index}`, (at, key) => {
        const own = { itemName: `${round} own ${index}`, ordered_quantity: 1 + index }
        return at.order(club, [own, { item_id: item._id, ordered_quantity: 1 }], { key })
      })
    const allotments = (club: Person) => (index: number) =>
      persist(`${round} allot ${club.id} ${index}`, (at, key) =>
        at.allot([{ _id: lines.get(club), allotted_quantity: 1 + index }], key),
      )

    const page = await enterLive(cluster.at(2).url, admin.token)
    const over = new AbortController()
    let reads = 0
    /** Reads the stock all the time: it is never negative, and the sum of stock and allotted units never changes. */
    async function watch(): Promise<void> {
      while (!over.signal.aborted) {
        const answer = await cluster
          .room(reads)
          .ask<StockSummary[]>('GET', '/cart/cart-item-summary')
          .catch((error: Error) => error)
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
    const work = clubs.flatMap((club) =>
      [orders(club), allotments(club)].map(async (send) => {
        for (let index = 0; index < EACH; index++) await send(index)
      }),
    )
    await until('the work is under way', () => answers.size > STRIKES_AFTER)
    await strike()
    await Promise.all(work)
    over.abort()
    await watching
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `${answers.size} answers in ${seconds.toFixed(1)} s, the slowest after ${Math.round(slowestMs)} ms, ${reads} looks at the stock`,
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
      const order = await cluster.room(1).linesOf(club)
      const own = order.filter(({ itemName }) => itemName.startsWith(`${round} own`))
      const quantities = own.map(({ ordered_quantity }) => ordered_quantity)
      expect(quantities.toSorted((a, b) => a - b)).toEqual(wanted)
      const line = order.find(({ itemName }) => itemName === round)
      expect(line).toMatchObject({ ordered_quantity: 1 + EACH, allotted_quantity: given })
      const decided = entryStages({
        ofEntry: [{ kind: 'line_decided', lineId: lines.get(club) ?? '' }],
      })
      const found = await entries.aggregate<Entry>(decided).toArray()
      const changes = found.map(({ units }) => units)
      expect(changes.toSorted((a, b) => a - b)).toEqual(wanted)
    }
    expect(await cluster.room().summaryOf(item)).toMatchObject({
      availableQuantity: UNITS - CLUBS * given,
      totalAllottedQuantity: CLUBS * given,
      totalOrderedQuantity: CLUBS * (1 + EACH),
    })
    // A retry gets the first answer from any instance.
    for (const [index, [key, { call, text }]] of [...answers].entries()) {
      if (index % 25 !== 0) continue
      const again = await call(cluster.room(index), key)
      expect(JSON.stringify(again.body)).toBe(text)
    }
    const { headers } = await cluster.room().ask('GET', '/cart/get-club-list')
    const etag = headers.get('etag')
    const shows = () => {
      const shown = page.state('carts')
      return etag === `"${shown?.epoch}.${shown?.rev}"`
    }
    await until('the administrator’s page has the last of it', () => !page.isOpen() || shows())
    await page.close()
    const { code, out, err } = await cluster.check()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('The store is sound.')
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
    const room = cluster.room()
    const item = await room.addItem(10, 'Half known')
    const line = await room.orderLine(clubs[0] ?? cluster.admin, item)
    const give = (index: number, allotted_quantity: number) =>
      cluster.room(index).allot([{ _id: line._id, allotted_quantity }], crypto.randomUUID())
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
