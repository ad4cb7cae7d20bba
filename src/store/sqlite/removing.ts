import type { ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { deletedEntry, type NewEntry } from '#src/rules/entries.ts'
import { lineKeysOf, nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOfClub, ownClub } from '#src/rules/people.ts'
import { checkWithdrawal, returnedByRemoval } from '#src/rules/remove.ts'
import { checkQuota, usageAfter } from '#src/rules/quota.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore, Removal, Written } from '../port.ts'
import type { Connection } from './connection.ts'
import type { LineRow } from './lines.ts'
import type { CartRow } from './topics.ts'
import type { Parts } from './parts.ts'

/** The methods `orders.removeCart` and `orders.removeLine`. */
export function openRemoving(
  { prepare, write }: Connection,
  { rateLimits, accounts, topics, items, lines, ordering, entries }: Parts,
): Pick<OrderStore, 'removeCart' | 'removeLine'> {
  const setUsage = prepare('UPDATE carts SET usage = ? WHERE id = ?')

  /** Counts a line that its club withdraws. Throws `too_many_requests`. */
  function countWithdrawal(cartId: string, now: number): void {
    const usage = topics.usageOf(cartId)
    if (rateLimits) checkQuota(usage, 1, now)
    setUsage.run(JSON.stringify(usageAfter(usage, 1, limits.withdrawnBytes, now)), cartId)
  }

  /** Deletes one line and answers its entry. */
  function removeOne(line: LineRow, clubId: ClubId, removal: Removal): NewEntry {
    const { item_id: itemId } = line
    const left = itemId === null ? 0 : items.leftOf(itemId)
    const returned = returnedByRemoval(line, left)
    lines.remove(line, line.allotted_quantity - returned, removal)
    if (itemId !== null && returned !== 0) items.take(itemId, -returned)
    return deletedEntry(clubId, line, returned, removal.reason)
  }

  function removeAll(cart: CartRow, rows: LineRow[], removal: Removal): Written<void> {
    if (rows.length === 0) return { value: undefined, moved: [] }
    const removed = rows.map((row) => removeOne(row, cart.clubId, removal))
    const batch = entries.add({ by: removal.actorId, at: removal.now, entries: removed })
    const moved = topics.moveCarts([cart])
    if (removed.some(({ units }) => units !== 0)) moved.push(topics.move('inventory'))
    return { value: undefined, moved, batch }
  }

  /** Looks by id, then by stock item name, then by custom name; live lines come before deleted ones. `null`: deleted already. */
  function findLine(cartId: string, named: string): LineRow | null {
    const item = items.byName(nameKey(named))
    const keys = lineKeysOf(named, item?._id ?? null)
    const live = lines.rowsOfCart(cartId)
    const found =
      live.find(({ _id: id }) => id === named) ??
      keys.map((key) => live.find((line) => line.key === key)).find(Boolean)
    if (found) return found
    if (!lines.wasDeleted(cartId, named, keys)) throw notFound('This line')
    return null
  }

  return {
    removeCart: (cartId, removal) =>
      write(() => {
        const cart = topics.cart(cartId)
        if (!cart) throw notFound('This cart')
        return removeAll(cart, lines.rowsOfCart(cartId), removal)
      }),
    removeLine: (cartId, named, removal) =>
      write(() => {
        const actor = removal.isOwn ? accounts.find({ id: removal.actorId }) : null
        const own = ownClub(actor, cartId)
        const cart = own === null ? topics.cart(cartId) : topics.cartOf(own)
        if (!cart || (removal.isOwn && !isOfClub(actor, cart.clubId))) throw notFound('This cart')
        const line = findLine(cart.id, named)
        if (removal.isOwn) {
          checkWithdrawal(line, isOpenAt(ordering.read().ordering, removal.now))
          if (line) countWithdrawal(cart.id, removal.now)
        }
        return removeAll(cart, line ? [line] : [], removal)
      }),
  }
}
