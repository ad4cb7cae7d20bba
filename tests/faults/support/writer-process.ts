/**
 * Writes to the store at `STORE_PATH` or `MONGODB_URL` as fast as it can and prints each answer. Ends when the store fails or the process is
 * killed.
 */
import { asPersonId } from '#src/contract/ids.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, NOBODY, NOON } from '#tests/support/stores.ts'
import { CLIENTS, keyOf, openAt, readPlan, type Work } from './writer.ts'

const { STORE_PATH, MONGODB_URL = '', WORK, ROUND = '' } = process.env
const store = await openAt(STORE_PATH === undefined ? { MONGODB_URL } : { STORE_PATH }, true)
const { order, allot, undo } = callsOn(() => store)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Asks again while the store is busy: a process that was killed may have left documents locked for some seconds. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'store_unavailable') throw error
    }
}

/** Several clients at once. */
const atOnce = (run: (client: number) => Promise<never>) =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)))

const works: Record<Work, () => Promise<unknown>> = {
  /** `order 3 17` is client 3's order 17. */
  async orders() {
    const { clubs, itemId, lineIds } = await readPlan(store)
    await atOnce(async (client) => {
      for (let count = 0; ; count++) {
        const rows = [stockRow(itemId, 1)]
        const idempotency = keyOf(ROUND, 'order', count)
        const clubId = clubs[client] ?? NOBODY.clubId
        // A club has the id of its founder.
        await order({ id: asPersonId(clubId), clubId }, rows, { idempotency, toAnswer: () => '' })
        say(`order ${client} ${count}`)
        const units = count % 3 === 2 ? -1 : 1
        await allot([{ _id: lineIds[client] ?? '', allotted_quantity: units }], {
          actorId: asPersonId(`${ADMIN} ${client}`),
          idempotency: keyOf(ROUND, 'allot', count),
        })
        say(`allot ${client} ${count}`)
      }
    })
  },

  /** Gives units and takes them back: `undone`, the batch that was taken back, and the new one. */
  async undos() {
    const { lineIds } = await readPlan(store)
    await atOnce(async (client) => {
      for (let count = 0; ; count++) {
        const status = count % 2 === 0 ? 'Delivered' : 'Ready'
        const given = { _id: lineIds[client] ?? '', allotted_quantity: 3, status } as const
        const { value } = await untilAnswered(() =>
          allot([{ ...given, remarks: `${ROUND} ${count}` }], {
            toAnswer: (_, batch = '') => batch,
          }),
        )
        const idempotency = { key: value.body, bodyHash: '' }
        const undone = await untilAnswered(() => undo(value.body, { idempotency }))
        say(`undone ${value.body} ${undone.value.body}`)
      }
    })
  },

  /** Ends the edition, and takes that back. Says when each ending begins. */
  async endings() {
    for (let round = 0; ; round++) {
      const { edition } = (await store.ordering.read()).rows
      say('ending')
      const { value } = await untilAnswered(() =>
        store.editions.end({
          edition: edition._id,
          next: `${process.pid} ${round}`,
          leftovers: round % 2 === 0 ? 'shelf' : 'handed_over',
          orderMails: true,
          actorId: ADMIN,
          toAnswer: (batch) => batch,
          now: NOON,
        }),
      )
      say('ended')
      await untilAnswered(() => undo(value.body))
    }
  },

  /** Holds all lines ahead and announces them. Says when each announcement begins. */
  async announcements() {
    const lines = (await store.orders.listCustomLines()).rows
    await store.ordering.hold(true, ADMIN, NOON)
    for (let round = 0; ; round++) {
      const remarks = `${process.pid} ${round}`
      // A call names 5,000 rows at most.
      for (let start = 0; start < lines.length; start += 3_000)
        await allot(lines.slice(start, start + 3_000).map(({ _id }) => ({ _id, remarks })))
      say('announcing')
      await store.orders.announce({ actorId: ADMIN, now: NOON })
      say('announced')
    }
  },
}

say('open')
try {
  await works[WORK as Work]()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  // The store failed: prints its error, and whether it still answers reads.
  const { rows } = await store.ordering.read()
  say(`refused ${error.code} ${rows.isOpen}`)
}
