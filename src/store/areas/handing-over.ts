import { handedOverEntry } from '#src/rules/entries.ts'
import { handOver } from '#src/rules/hand-over.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
import type { Database } from '../tables.ts'
import { ask } from '../work.ts'
import { answerOnce } from './answers.ts'
import { changedLine } from './lines.ts'

/** The method `orders.handOver`. */
export const openHandOver =
  (db: Database): OrderStore['handOver'] =>
  ({ clubId, to, rows, toAnswer, ...call }) =>
    answerOnce(db, call, function* ({ carts, lines, entries }) {
      const [cart] = yield* ask(carts.ofClubs([clubId]))
      if (!cart) throw notFound('This club')
      const found = yield* ask(lines.find(rows.map(({ _id }) => _id)))
      const own = found.filter(({ cartId }) => cartId === cart.id)
      const byId = new Map(own.map((line) => [line._id, line]))
      const handed = handOver(rows, (id) => byId.get(id) ?? null)
      const after = handed.map((each) => changedLine(each.line, each.after))
      yield* ask(carts.write([{ cart, lines: after }]))
      const made = handed.map((each) => handedOverEntry(clubId, each, to))
      const { actorId: by, now: at } = call
      const batch = yield* ask(entries.add({ by, at, entries: made }))
      return { value: toAnswer(after, batch), batch }
    })
