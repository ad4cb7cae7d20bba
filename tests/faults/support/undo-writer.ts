/**
 * Gives units and takes them back on the store at `STORE_PATH` or `MONGODB_URL` as fast as it can, several clients at once, and
 * prints each answered undo: `undone`, the batch that it took back, and its own. Ends when the process is killed.
 */
import { Refusal } from '#src/rules/refusal.ts'
import { openAt, placeOf } from './writer.ts'
import { ADMIN_ID, BODY_HASH, CLIENTS, NOW, readPlan } from './store-plan.ts'

const round = process.env.ROUND ?? ''
const store = await openAt(placeOf(process.env), true)
const { lineIds } = await readPlan(store)

/** Asks again while the store is busy: a process that was killed may have left documents locked for some seconds. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'store_unavailable') throw error
    }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(client: number) {
  const actorId = ADMIN_ID
  const lineId = lineIds[client] ?? ''
  for (let count = 0; ; count++) {
    const status = count % 2 === 0 ? 'Delivered' : 'Ready'
    const { value: given } = await untilAnswered(() =>
      store.orders.allot({
        decisions: [{ _id: lineId, allotted_quantity: 3, status, remarks: `${round} ${count}` }],
        actorId,
        toAnswer: (_, batch) => batch ?? '',
        now: NOW,
      }),
    )
    const idempotency = { key: given.body, bodyHash: BODY_HASH }
    const undoing = { batch: given.body, actorId, idempotency, now: NOW }
    const { value } = await untilAnswered(() =>
      store.history.undo({ ...undoing, toAnswer: (own) => own }),
    )
    say(`undone ${given.body} ${value.body}`)
  }
}

say('open')
await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)))
