import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { announcedEntry, type NewEntry } from '#src/rules/entries.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import { changedDoc, type Lines, toLine } from './lines.ts'
import type { Parts } from './parts.ts'

/** A query for carts with a line that is ahead. `announced` is absent, `null`, or holds a status. */
export const AHEAD = { 'lines.announced.status': { $exists: true } }

/** Lets clubs see what is held back. */
export function openAnnouncing({ carts }: Connection, lines: Lines) {
  return {
    /** The carts with a line that is ahead: of these accounts, or all. */
    findAhead: (session: ClientSession, clubIds?: readonly ClubId[]): Promise<CartDoc[]> =>
      carts
        .find({ ...AHEAD, ...(clubIds && { clubId: { $in: [...clubIds] } }) }, { session })
        .toArray(),
    /** Forgets what the lines of these carts remember. Answers their entries. */
    async write(
      ahead: readonly CartDoc[],
      session: ClientSession,
      message?: string,
    ): Promise<NewEntry[]> {
      const entries: NewEntry[] = []
      const changed = ahead.map((cart) => ({
        cart,
        lines: cart.lines.flatMap((doc) => {
          const line = toLine(doc)
          const { announced } = line
          if (!announced) return []
          entries.push(announcedEntry(cart.clubId, line, announced, message))
          return changedDoc(doc, { ...line, announced: null })
        }),
      }))
      await lines.write(changed, session)
      return entries
    },
  }
}

/** The method `orders.announce`. */
export function openAnnounce(
  { carts }: Connection,
  { topics, entries, announcing }: Parts,
): Pick<OrderStore, 'announce'> {
  return {
    announce: ({ clubIds, message, actorId, now }) =>
      topics.write(async (session) => {
        const wanted = clubIds && [...new Set(clubIds)]
        if (wanted) {
          const known = await carts.countDocuments({ clubId: { $in: wanted } }, { session })
          if (known < wanted.length) throw notFound('This account')
        }
        const ahead = await announcing.findAhead(session, wanted)
        const added = await announcing.write(ahead, session, message)
        return {
          value: { clubs: ahead.length, lines: added.length },
          batch: await entries.add({ by: actorId, at: now, entries: added }, session),
          carts: ahead,
        }
      }),
  }
}
