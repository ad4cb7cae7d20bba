import type { ClientSession } from 'mongodb'
import { announcedEntry, type NewEntry } from '#src/rules/entries.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { Nudge, OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import type { Entries } from './entries.ts'
import { SHELVES } from './queues.ts'
import type { Topics } from './topics.ts'

/** A query for carts with a line that is ahead. `announced` is absent, `null`, or holds a status. */
export const AHEAD = { 'lines.announced.status': { $exists: true } }

/** Lets clubs see what is held back. */
export function openAnnouncing({ carts }: Connection, topics: Topics) {
  return {
    /** The carts with a line that is ahead: of these accounts, or all. */
    findAhead: (session: ClientSession, accountIds?: readonly string[]): Promise<CartDoc[]> =>
      carts
        .find({ ...AHEAD, ...(accountIds && { accountId: { $in: [...accountIds] } }) }, { session })
        .sort({ _id: 1 })
        .toArray(),
    /** Forgets what the lines of these carts remember. Answers their entries, and the nudges of their orders. */
    async write(
      ahead: readonly CartDoc[],
      batch: string,
      session: ClientSession,
    ): Promise<{ entries: NewEntry[]; orders: Nudge[] }> {
      const added: NewEntry[] = []
      const writes = ahead.map(({ _id, accountId, lines }) => {
        const after = lines.map((line) => {
          const { announced } = line
          if (!announced) return line
          added.push(announcedEntry(accountId, { ...line, id: line._id }, announced))
          const known = knownAfter(
            { known: line.known, before: seenOf(line) },
            seenOf({ ...line, announced: null }),
            false,
          )
          return { ...line, announced: null, known, batch }
        })
        return {
          updateOne: {
            filter: { _id },
            update: { $set: { batch, lines: after }, $inc: { rev: 1 } },
          },
        }
      })
      if (writes.length > 0) await carts.bulkWrite(writes, { session })
      return { entries: added, orders: ahead.map(topics.ordersNudge) }
    },
  }
}

export type Announcing = ReturnType<typeof openAnnouncing>

/** The method `orders.announce`. */
export function openAnnounce(
  { carts, transact }: Connection,
  { topics, entries, announcing }: { topics: Topics; entries: Entries; announcing: Announcing },
): Pick<OrderStore, 'announce'> {
  return {
    async announce({ accountIds, actorId, now }) {
      const { batch, clubs, announced } = await transact(async (session) => {
        const wanted = accountIds && [...new Set(accountIds)]
        if (wanted) {
          const known = await carts.countDocuments({ accountId: { $in: wanted } }, { session })
          if (known < wanted.length) throw notFound('This account')
        }
        const ahead = await announcing.findAhead(session, wanted)
        const id = entries.nextBatch(ahead.flatMap((cart) => [cart, ...cart.lines]))
        const written = await announcing.write(ahead, id, session)
        const by = { by: actorId, at: now, entries: written.entries }
        return {
          batch: await entries.add(id, by, session),
          clubs: ahead.length,
          announced: written,
        }
      }, SHELVES)
      const { entries: added, orders } = announced
      return {
        value: { clubs, lines: added.length },
        moved: orders.length > 0 ? await topics.told(['carts'], orders) : [],
        ...(batch && { batch }),
      }
    },
  }
}
