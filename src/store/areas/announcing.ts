import { announcedEntry, type NewEntry } from '#src/rules/entries.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
import type { Cart, Database, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { byCart, changedLine } from './lines.ts'

/** Lets the clubs of these carts, or all, see what is held back. Answers the carts and their entries. */
export function* announceAhead(
  { carts, lines }: Tables,
  { only, message }: { only?: readonly string[] | undefined; message?: string | undefined } = {},
): Work<{ carts: Cart[]; entries: NewEntry[] }> {
  const ahead = yield* ask(lines.live('ahead', only))
  const found = yield* ask(carts.find(ahead.map(({ cartId }) => cartId)))
  const byId = new Map(found.map((cart) => [cart.id, cart]))
  const entries = ahead.flatMap((line) => {
    const cart = byId.get(line.cartId)
    return cart && line.announced ? announcedEntry(cart.clubId, line, line.announced, message) : []
  })
  const written = ahead.map((line) => changedLine(line, { ...line, announced: null }))
  yield* ask(carts.write(byCart(found, written)))
  return { carts: found, entries }
}

/** The method `orders.announce`. */
export const openAnnounce =
  ({ write }: Database): OrderStore['announce'] =>
  ({ clubIds, message, actorId, now }) =>
    write(function* (tables) {
      const wanted = clubIds && [...new Set(clubIds)]
      const named = wanted && (yield* ask(tables.carts.ofClubs(wanted)))
      if (named && named.length < wanted.length) throw notFound('This account')
      const only = named?.map(({ id }) => id)
      const { carts, entries } = yield* announceAhead(tables, { only, message })
      const batch = yield* ask(tables.entries.add({ by: actorId, at: now, entries }))
      return { value: { clubs: carts.length, lines: entries.length }, batch }
    })
