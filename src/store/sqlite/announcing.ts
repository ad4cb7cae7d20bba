import type { ClubId } from '#src/contract/ids.ts'
import { announcedEntry, type NewEntry } from '#src/rules/entries.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { Nudge, OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Lines } from './lines.ts'
import type { Parts } from './parts.ts'
import type { CartRow, Topics } from './topics.ts'

/** A line that a club sees as it is from now on. */
type AnnouncedLine = { cart: CartRow; entry: NewEntry }

/** Lets clubs see what is held back. Both functions belong in a write. */
export function openAnnouncing(topics: Topics, lines: Lines) {
  return {
    /** Forgets what these carts' lines remember, or every cart's. */
    takeAhead(only?: ReadonlySet<string>, message?: string): AnnouncedLine[] {
      const carts = new Map<string, CartRow | null>()
      return lines.ahead().flatMap((line): AnnouncedLine[] => {
        const { cartId, announced } = line
        if (!announced || only?.has(cartId) === false) return []
        const cart = carts.get(cartId) ?? topics.cart(cartId)
        carts.set(cartId, cart)
        if (!cart) return []
        lines.update(line, { ...line, announced: null }, false)
        return [{ cart, entry: announcedEntry(cart.clubId, line, announced, message) }]
      })
    },
    /** Moves the orders of these lines. */
    move(announced: readonly AnnouncedLine[]): Nudge[] {
      const carts = new Map(announced.map(({ cart }) => [cart.id, cart]))
      return topics.moveCarts([...carts.values()])
    },
  }
}

/** The method `orders.announce`. */
export function openAnnounce(
  { write }: Connection,
  { topics, entries, announcing }: Parts,
): Pick<OrderStore, 'announce'> {
  function cartIdOf(clubId: ClubId): string {
    const cart = topics.cartOf(clubId)
    if (!cart) throw notFound('This account')
    return cart.id
  }
  return {
    announce: ({ clubIds, message, actorId, now }) =>
      write(() => {
        const announced = announcing.takeAhead(clubIds && new Set(clubIds.map(cartIdOf)), message)
        const batch = entries.add({
          by: actorId,
          at: now,
          entries: announced.map(({ entry }) => entry),
        })
        const clubs = new Set(announced.map(({ cart }) => cart.id)).size
        const value = { clubs, lines: announced.length }
        return { value, moved: announcing.move(announced), batch }
      }),
  }
}
