/** Several instances change the same item, and the ordering switch, at the same time. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { EditionOrders } from '#src/contract/editions.ts'
import type { OrderingState } from '#src/contract/frames.ts'
import type { StockItem } from '#src/contract/records.ts'
import { collectionsOf } from '#src/store/mongo/documents.ts'
import { entryStages } from '#src/store/mongo/entry-documents.ts'
import type { Entry } from '#src/store/port.ts'
import { missingServer, startCluster, type Cluster, type Person } from '#tests/support/cluster.ts'
import { atDepth, seed, seededRandom } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import {
  findOrder,
  register,
  shelf,
  type Operation,
  type ShelfAnswer,
  type ShelfCall,
} from '#tests/support/linearizable.ts'

const CALLS = atDepth(150, 400)
const AT_ONCE = 20
const UNITS = 0.7 * CALLS
/** Small numbers: the search for a valid order of the calls grows with both. */
const CLIENTS = 6
const STEPS = 40

const random = seededRandom(seed)
const pick = <T>(values: readonly T[]): T => {
  const found = values[Math.floor(random() * values.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}

describeWith('instances at the same item', missingServer, () => {
  let cluster: Cluster
  let clubs: Person[]
  let item: StockItem
  let lines: string[]
  beforeAll(async () => {
    cluster = await startCluster({ instances: 3 })
    clubs = await Promise.all(['Film Club', 'Photo Club'].map((name) => cluster.addClub(name)))
  })
  afterAll(() => cluster?.close())

  beforeEach(async () => {
    const room = cluster.room()
    item = await room.addItem(UNITS)
    lines = []
    for (const club of clubs) lines.push((await room.orderLine(club, item))._id)
  })

  /** Repeats a call under its key while the instance has too much to do, as a page does. */
  async function give(index: number, line: string, allotted_quantity: number) {
    const key = crypto.randomUUID()
    for (;;) {
      const answer = await cluster.room(index).allot([{ _id: line, allotted_quantity }], key)
      if (answer.status !== 503) return answer
    }
  }
  async function look(index: number) {
    const row = await cluster.room(index).summaryOf(item)
    return { left: row.availableQuantity, given: row.totalAllottedQuantity }
  }

  test(`two instances allot it ${CALLS} times: no unit is allotted twice, and every change is recorded`, async () => {
    const counts = { done: 0, refused: 0 }
    let next = 0
    const over = new AbortController()
    async function watch(index: number): Promise<number> {
      let reads = 0
      for (; !over.signal.aborted; reads++) {
        const { left, given } = await look(index)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left + given).toBe(UNITS)
      }
      return reads
    }
    const watching = [watch(0), watch(1)]
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, client) => {
        while (next < CALLS) {
          const call = next++
          const { status, body } = await give(client % 2, lines[call % lines.length] ?? '', 1)
          if (status === 200) counts.done += 1
          else {
            expect(body.code).toBe('insufficient_stock')
            counts.refused += 1
          }
        }
      }),
    )
    const seconds = (performance.now() - begun) / 1000
    over.abort()
    const reads = (await Promise.all(watching)).reduce((sum, count) => sum + count, 0)
    console.log(
      `${CALLS} allotments by two instances in ${seconds.toFixed(1)} s, ${reads} looks meanwhile`,
    )
    expect(counts).toEqual({ done: UNITS, refused: CALLS - UNITS })
    expect(await look(2)).toEqual({ left: 0, given: UNITS })
    const entries = await collectionsOf(cluster.db)
      .entries.aggregate<Entry>(
        entryStages({ ofEntry: [{ itemId: item._id, kind: 'line_decided' }] }),
      )
      .toArray()
    expect(entries).toHaveLength(UNITS)
    expect(entries.every(({ units }) => units === 1)).toBe(true)
    expect((await cluster.check()).code).toBe(0)
  })

  /** Runs steps of several clients at once, each on an instance, and records when each step began and ended. */
  async function record<Input, Output>(
    step: (client: number) => { input: Input; run: () => Promise<Output> },
  ): Promise<Operation<Input, Output>[]> {
    const history: Operation<Input, Output>[] = []
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let done = 0; done < STEPS; done++) {
          const { input, run } = step(client)
          const called = performance.now()
          const output = await run()
          history.push({ input, called, output, returned: performance.now() })
        }
      }),
    )
    return history
  }

  test('allotments and reads of one item are linearizable', async () => {
    const history = await record<ShelfCall, ShelfAnswer>((client) => {
      if (random() < 0.3) return { input: 'read', run: () => look(client) }
      const line = pick(lines)
      const units = pick([-300, -50, 7, 150, 400])
      return {
        input: { give: units, line },
        async run() {
          const { status, body } = await give(client, line, units)
          if (status === 200) return 'done'
          expect(body.code).toBe(units > 0 ? 'insufficient_stock' : 'insufficient_allotment')
          return { refused: Number(/\d+/.exec(body.message)?.[0]) }
        },
      }
    })
    const { linearizable, longest } = findOrder(shelf(UNITS), history)
    if (!linearizable) console.log(JSON.stringify({ history, longest }))
    expect(linearizable).toBe(true)
    const answers = history.map(({ output }) => JSON.stringify(output))
    expect(answers.filter((answer) => answer.includes('refused')).length).toBeGreaterThan(0)
    expect(answers.filter((answer) => answer.includes('done')).length).toBeGreaterThan(0)
  })

  const ENDINGS = atDepth(3, 50)
  test(`an edition ends ${ENDINGS} times while instances order, correct and decide: each write is whole in one edition`, async () => {
    const [first, second] = clubs as [Person, Person]
    const orders = (who: Person, edition: string) =>
      cluster
        .room()
        .ask<EditionOrders>('GET', `/cart/editions/${edition}`)
        .then(({ body }) => body.clubs.find(({ user_id }) => user_id === who.id)?.lines ?? [])
    for (let round = 0; round < ENDINGS; round++) {
      const room = cluster.room(round)
      const given = (await room.orderLine(first, item))._id
      const { _id: asked, ordered_quantity: was } = await room.orderLine(second, item, 5)
      const { body: before } = await room.ask<OrderingState>('GET', '/cart/confirm-disabled')
      const { _id: edition } = before.edition
      const name = `Round ${round} ${Bun.randomUUIDv7()}`
      const leftovers = pick(['shelf', 'handed_over'])
      const [ended, placed, decided, corrected] = await Promise.all([
        cluster
          .room(0)
          .ask('POST', '/cart/editions/end', { edition, next: name.slice(0, 60), leftovers }),
        cluster.room(1).order(first, [{ itemName: name, ordered_quantity: 1 }]),
        cluster.room(2).allot([{ _id: given, allotted_quantity: 1, remarks: name }]),
        cluster.room(1).ask('PATCH', `/cart/lines/${asked}`, { ordered_quantity: was - 2, was }),
      ])
      expect(ended.status).toBe(200)
      expect([200, 409]).toContain(placed.status)
      expect([200, 404]).toContain(decided.status)
      expect([200, 404]).toContain(corrected.status)
      const [kept, ofSecond] = [await orders(first, edition), await orders(second, edition)]
      expect(kept.find(({ _id }) => _id === given)?.remarks).toBe(
        decided.status === 200 ? name : '',
      )
      expect(ofSecond.find(({ _id }) => _id === asked)?.ordered_quantity).toBe(
        corrected.status === 200 ? was - 2 : was,
      )
      // Ordering is closed from then on.
      expect(kept.some(({ itemName }) => itemName === name)).toBe(placed.status === 200)
      expect(await room.linesOf(first)).toEqual([])
      await room.switchOrdering(false)
    }
    expect((await cluster.check()).code).toBe(0)
  })

  test('changes of the switch, reads of it and orders are linearizable', async () => {
    const [club] = clubs as [Person]
    type Ordering = { isConfirmDisabled: boolean }
    const history = await record<'read' | { write: boolean }, boolean>((client) => {
      const room = cluster.room(client)
      const kind = pick(['turn', 'read', 'order', 'order'])
      if (kind === 'turn') {
        const isConfirmDisabled = random() < 0.5
        return {
          input: { write: isConfirmDisabled },
          async run() {
            expect((await room.switchOrdering(isConfirmDisabled)).status).toBe(200)
            return isConfirmDisabled
          },
        }
      }
      if (kind === 'read')
        return {
          input: 'read',
          async run() {
            const { body } = await room.ask<Ordering>('GET', '/cart/confirm-disabled')
            return body.isConfirmDisabled
          },
        }
      // An order also reads the switch: it is placed or refused accordingly.
      return {
        input: 'read',
        async run() {
          const { status, body } = await room.order(club, [
            { itemName: 'Felt', ordered_quantity: 1 },
          ])
          if (status !== 200) expect(body).toMatchObject({ code: 'ordering_disabled' })
          return status !== 200
        },
      }
    })
    const { linearizable, longest } = findOrder(register(false), history)
    if (!linearizable) console.log(JSON.stringify({ history, longest }))
    expect(linearizable).toBe(true)
    expect(new Set(history.map(({ output }) => output)).size).toBe(2)
    expect((await cluster.check()).code).toBe(0)
  })
})
