import { limits } from '#src/contract/limits.ts'
import { deletedEntry } from '#src/rules/entries.ts'
import { lineKeysOf, nameKey } from '#src/rules/names.ts'
import { isOfClub, ownClub } from '#src/rules/people.ts'
import { checkQuota, usageAfter } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { checkWithdrawal, returnedByRemoval } from '#src/rules/remove.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore, Removal } from '../port.ts'
import type { Cart, Database, Done, LineRow, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { lookUp } from './items.ts'
import { deletedLine } from './lines.ts'

/** Looks by id, then by stock item name, then by custom name; live lines come before deleted ones. `null`: deleted already. */
function* findLine({ items, lines }: Tables, cartId: string, named: string): Work<LineRow | null> {
  const [item] = yield* ask(items.find([], [nameKey(named)]))
  const keys = lineKeysOf(named, item?._id ?? null)
  const live = yield* ask(lines.ofCart(cartId))
  const found =
    live.find(({ _id }) => _id === named) ??
    keys.map((key) => live.find((line) => line.key === key)).find(Boolean)
  if (found) return found
  if (!(yield* ask(lines.wasDeleted(cartId, named, keys)))) throw notFound('This line')
  return null
}

/** The methods `orders.removeCart` and `orders.removeLine`. */
export function openRemoving({
  rateLimits,
  write,
}: Database): Pick<OrderStore, 'removeCart' | 'removeLine'> {
  function* remove(
    { carts, items, entries }: Tables,
    cart: Cart,
    rows: readonly LineRow[],
    removal: Removal,
  ): Work<Done<void>> {
    if (rows.length === 0) return { value: undefined }
    const { actorId, now, reason, isOwn } = removal
    if (isOwn && rateLimits) checkQuota(cart.usage, 1, now)
    const stock = lookUp(yield* ask(items.find(rows.flatMap(({ item_id }) => item_id ?? []))))
    const removed = rows.map((line) => {
      // A cart has one line for each item, so no other line of this removal changes the shelf.
      const left = line.item_id === null ? 0 : stock.leftOf(line.item_id)
      return { line, returned: returnedByRemoval(line, left) }
    })
    const taken = removed.flatMap(({ line: { item_id }, returned }): [string, number][] =>
      item_id !== null && returned !== 0 ? [[item_id, -returned]] : [],
    )
    yield* ask(items.take(new Map(taken)))
    const lines = removed.map(({ line, returned }) => deletedLine(line, returned, removal))
    const usage = isOwn && { usage: usageAfter(cart.usage, 1, limits.withdrawnBytes, now) }
    yield* ask(carts.write([{ cart, lines, ...usage }]))
    const made = removed.map(({ line, returned }) =>
      deletedEntry(cart.clubId, line, returned, reason),
    )
    const batch = yield* ask(entries.add({ by: actorId, at: now, entries: made }))
    return { value: undefined, batch }
  }

  return {
    removeCart: (cartId, removal) =>
      write(function* (tables) {
        const [cart] = yield* ask(tables.carts.find([cartId]))
        if (!cart) throw notFound('This cart')
        return yield* remove(tables, cart, yield* ask(tables.lines.ofCart(cart.id)), removal)
      }),
    removeLine: (cartId, named, removal) =>
      write(function* (tables) {
        const { accounts, carts, ordering } = tables
        const { isOwn, actorId, now } = removal
        const actor = isOwn ? yield* ask(accounts.find({ id: actorId })) : null
        const own = ownClub(actor, cartId)
        const [cart] = yield* ask(own === null ? carts.find([cartId]) : carts.ofClubs([own]))
        if (!cart || (isOwn && !isOfClub(actor, cart.clubId))) throw notFound('This cart')
        const line = yield* findLine(tables, cart.id, named)
        if (isOwn) checkWithdrawal(line, isOpenAt((yield* ask(ordering.read())).ordering, now))
        return yield* remove(tables, cart, line ? [line] : [], removal)
      }),
  }
}
