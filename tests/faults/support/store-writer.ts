/**
 * Places orders and allots units on the store at `STORE_PATH` as fast as it can, several clients at once, and prints each
 * answer: `order 3 17` is client 3's order 17. Ends when the store fails or the process is killed.
 */
import { Refusal } from '#src/rules/refusal.ts'
import { openAt, placeOf } from './writer.ts'
import { ADMIN_ID, BODY_HASH, CLIENTS, keyOf, NOW, readPlan } from './store-plan.ts'
import { stockRow } from '#tests/support/rows.ts'

const round = process.env.ROUND ?? ''
const store = await openAt(placeOf(process.env), true)
const { clubs, itemId, lineIds } = await readPlan(store)

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(client: number) {
  const clubId = clubs[client] ?? ''
  for (let count = 0; ; count++) {
    await store.orders.place({
      accountId: clubId,
      actorId: clubId,
      rows: [stockRow(itemId, 1)],
      idempotency: { key: keyOf(round, 'order', count), bodyHash: BODY_HASH },
      toAnswer: () => '',
      now: NOW,
    })
    say(`order ${client} ${count}`)
    await store.orders.allot({
      decisions: [{ _id: lineIds[client] ?? '', allotted_quantity: count % 3 === 2 ? -1 : 1 }],
      actorId: `${ADMIN_ID} ${client}`,
      idempotency: { key: keyOf(round, 'allot', count), bodyHash: BODY_HASH },
      toAnswer: () => '',
      now: NOW,
    })
    say(`allot ${client} ${count}`)
  }
}

say('open')
try {
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  // The store failed: prints its error, and whether it still answers reads.
  const { rows } = await store.ordering.read()
  say(`refused ${error.code} ${rows.isOpen}`)
}
