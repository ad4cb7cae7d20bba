import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { handedOverEntry } from '#src/rules/entries.ts'
import { handOver } from '#src/rules/hand-over.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
import { toHandout, toPickup, type WaitingLine } from '../shared/handout.ts'
import type { Connection } from './connection.ts'
import { CARTS_AT_ONCE, type LineDoc } from './documents.ts'
import { changedDoc, toFoundLine, toLine } from './lines.ts'
import type { Parts } from './parts.ts'
import { namedClubs } from './named-clubs.ts'

/** The methods of `orders` with which things leave the store room. */
export function openHandingOver(
  { accounts, carts, clubs, snapshot }: Connection,
  { topics, items, lines, switches, entries, keys }: Parts,
): Pick<OrderStore, 'handOver' | 'handout' | 'pickup'> {
  /** The live lines that `isWanted`, and the clubs of these. */
  async function liveLines(
    isWanted: (line: LineDoc) => boolean,
    session: ClientSession,
  ): Promise<{ rows: WaitingLine[]; peopleOf: (clubId: ClubId) => string[] }> {
    const found = await carts
      .find({ 'lines.0': { $exists: true } }, { session, batchSize: CARTS_AT_ONCE })
      .toArray()
    const wanted = found.flatMap(({ clubId, lines: all }) =>
      all.filter(isWanted).map((line) => ({ clubId, line })),
    )
    const ids = [...new Set(wanted.map(({ clubId }) => clubId))]
    const named = await namedClubs(ids, { accounts, clubs }, session)
    const stock = await items.ofLines(
      wanted.map(({ line }) => line),
      session,
    )
    const rows = wanted.map(({ clubId, line }): WaitingLine => {
      const place = stock.get(line.item_id ?? '')?.place ?? ''
      const clubName = named.get(clubId)?.clubName ?? ''
      return { ...toLine(line, stock), place, owner: { clubId, clubName } }
    })
    const peopleOf = (id: ClubId) => named.get(id)?.people.map(({ cordName }) => cordName) ?? []
    return { rows, peopleOf }
  }

  return {
    handOver: ({ clubId, to, rows, actorId, idempotency, toAnswer, now }) =>
      keys.answerOnce({ actorId, idempotency, now }, async (session) => {
        const cart = await carts.findOne({ clubId }, { session })
        if (!cart) throw notFound('This club')
        const stock = await items.ofLines(cart.lines, session)
        const byId = new Map(cart.lines.map((doc) => [doc._id, toFoundLine(doc, cart._id, stock)]))
        const handed = handOver(rows, (id) => byId.get(id) ?? null)
        const written = handed.map(({ after }) => changedDoc(after.doc, after))
        await lines.write([{ cart, lines: written }], session)
        const made = handed.map((each) => handedOverEntry(clubId, each, to))
        const added = { by: actorId, at: now, entries: made }
        const after = handed.map((each) => each.after)
        return {
          value: toAnswer(after, await entries.add(added, session)),
          carts: [cart],
        }
      }),
    handout: () =>
      snapshot(async (session) => {
        const { rows, peopleOf } = await liveLines(
          (line) => line.allotted_quantity > line.delivered_quantity,
          session,
        )
        const rev = (await topics.revs.carts(session)) + (await topics.revs.inventory(session))
        return { rev, rows: toHandout(rows, peopleOf) }
      }),
    pickup: () =>
      snapshot(async (session) => {
        const { rows } = await liveLines(
          ({ status, announced }) => status === 'Ready' || announced !== null,
          session,
        )
        const { ordering, rev: switched } = await switches.read(session)
        const rev = (await topics.revs.carts(session)) + switched
        return { rev, rows: toPickup(ordering.pickup, rows) }
      }),
  }
}
