import type { ClubId } from '#src/contract/ids.ts'
import type { Line } from '#src/contract/line.ts'
import { handedOverEntry } from '#src/rules/entries.ts'
import { handOver } from '#src/rules/hand-over.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
import { toHandout, toPickup, type WaitingLine } from '../shared/handout.ts'
import type { Connection } from './connection.ts'
import { LINE_COLUMNS, read, type Stored } from './lines.ts'
import type { Parts } from './parts.ts'

type WaitingRow = Line & WaitingLine['owner'] & { place: string }

function toWaiting(row: Stored<WaitingRow>): WaitingLine {
  const { clubId, clubName, ...line } = read<WaitingRow>(row)
  return { ...line, owner: { clubId, clubName } }
}

/** The methods of `orders` with which things leave the store room. */
export function openHandingOver(
  { prepare, write, snapshot }: Connection,
  { topics, lines, ordering, entries, keys }: Parts,
): Pick<OrderStore, 'handOver' | 'handout' | 'pickup'> {
  const liveLines = (which: string) =>
    prepare<Stored<WaitingRow>, []>(
      `SELECT ${LINE_COLUMNS}, coalesce((SELECT place FROM items WHERE id = l.item_id), '') AS place,
         k.id AS clubId, k.name AS clubName
       FROM lines l JOIN carts c ON c.id = l.cart_id JOIN clubs k ON k.id = c.club_id
       WHERE l.deleted IS NULL AND ${which}`,
    )
  const waiting = liveLines('l.allotted_quantity > l.delivered_quantity')
  const maybeReady = liveLines(`(l.status = 'Ready' OR l.announced IS NOT NULL)`)
  const peopleOf = prepare<{ name: string }, [ClubId]>(
    `SELECT cord_name AS name FROM accounts WHERE club_id = ? AND disabled = 0 ORDER BY joined_at, id`,
  )
  return {
    handOver: ({ clubId, to, rows, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const cart = topics.cartOf(clubId)
          if (!cart) throw notFound('This club')
          const handed = handOver(rows, (id) => {
            const line = lines.byId(id)
            return line?.cartId === cart.id ? line : null
          })
          for (const { line, after } of handed) lines.update(line, after, false)
          const batch = entries.add({
            by: actorId,
            at: now,
            entries: handed.map((each) => handedOverEntry(clubId, each, to)),
          })
          const after = handed.map((each) => each.after)
          return { body: toAnswer(after, batch), moved: topics.moveCarts([cart]) }
        }),
      ),
    handout: () =>
      snapshot(() => {
        const { inventory, carts } = topics.revs()
        const rows = toHandout(waiting.all().map(toWaiting), (club) =>
          peopleOf.all(club).map(({ name }) => name),
        )
        return { rev: inventory + carts, rows }
      }),
    pickup: () =>
      snapshot(() => {
        const { ordering: switches, carts } = topics.revs()
        const { pickup } = ordering.read().ordering
        const rows = toPickup(pickup, maybeReady.all().map(toWaiting))
        return { rev: switches + carts, rows }
      }),
  }
}
