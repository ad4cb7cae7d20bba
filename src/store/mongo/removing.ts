import type { ClientSession } from 'mongodb'
import { limits } from '#src/contract/limits.ts'
import { deletedEntry } from '#src/rules/entries.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { lineKeysOf, nameKey } from '#src/rules/names.ts'
import { checkQuota, usageAfter } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOfClub, ownClub } from '#src/rules/people.ts'
import { checkWithdrawal, returnedByRemoval } from '#src/rules/remove.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore, Removal, Written } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc } from './documents.ts'
import { toLine } from './lines.ts'
import type { Done } from './topics.ts'
import type { Parts } from './parts.ts'

/** The methods `orders.removeCart` and `orders.removeLine`. */
export function openRemoving(
  { accounts, carts, removedLines }: Connection,
  { rateLimits, topics, items, switches, entries }: Parts,
): Pick<OrderStore, 'removeCart' | 'removeLine'> {
  /** Moves lines from their cart to the removed ones. `isOwn`: a club withdraws one line. */
  async function remove(
    cart: CartDoc,
    lines: readonly LineDoc[],
    { actorId, now, reason, isOwn = false }: Removal,
    session: ClientSession,
  ): Promise<Done<undefined>> {
    const { usage = null } = cart
    if (isOwn && rateLimits) checkQuota(usage, 1, now)
    const stock = await items.ofLines(lines, session)
    const taken = new Map<string, number>()
    const removed = lines.map((doc) => {
      const line = toLine(doc)
      // A cart has one line for each item, so no other line of this removal changes the shelf.
      const left = stock.get(line.item_id ?? '')?.itemQuantity ?? 0
      const returned = returnedByRemoval(line, left)
      if (line.item_id !== null && returned !== 0) taken.set(line.item_id, -returned)
      return { doc, line, returned }
    })
    await items.take(taken, session)
    const written = removed.map(({ line, returned }) =>
      deletedEntry(cart.clubId, line, returned, reason),
    )
    const batch = await entries.add({ by: actorId, at: now, entries: written }, session)
    await removedLines.insertMany(
      removed.map(({ doc, line, returned }) => ({
        ...doc,
        allotted_quantity: line.allotted_quantity - returned,
        cartId: cart._id,
        deleted: { at: now, by: actorId, why: reason },
        known: knownAfter({ known: doc.known, before: seenOf(line) }, null, isOwn),
      })),
      { session },
    )
    const ids = new Set(lines.map(({ _id }) => _id))
    await carts.updateOne(
      { _id: cart._id },
      {
        $set: {
          lines: cart.lines.filter(({ _id }) => !ids.has(_id)),
          ...(isOwn && { usage: usageAfter(usage, 1, limits.withdrawnBytes, now) }),
        },
        $inc: { rev: 1 },
      },
      { session },
    )
    return { value: undefined, batch, carts: [cart], topics: taken.size > 0 ? ['inventory'] : [] }
  }

  /** Looks by id, then by stock item name, then by custom name; live lines come before deleted ones. `null`: deleted already. */
  async function findLine(cart: CartDoc, named: string, session: ClientSession) {
    const item = await items.byName(nameKey(named), session)
    const keys = lineKeysOf(named, item?._id ?? null)
    const found =
      cart.lines.find(({ _id }) => _id === named) ??
      keys.map((key) => cart.lines.find((line) => line.key === key)).find(Boolean)
    if (found) return found
    const known = await removedLines.findOne(
      { cartId: cart._id, $or: [{ _id: named }, { key: { $in: keys } }] },
      { session, projection: { _id: 1 } },
    )
    if (!known) throw notFound('This line')
    return null
  }

  const removeFrom = (
    cartId: string,
    removal: Removal,
    choose: (cart: CartDoc, session: ClientSession) => Promise<readonly LineDoc[]>,
  ): Promise<Written<void>> =>
    topics.write(async (session) => {
      const { isOwn, actorId } = removal
      const found = isOwn ? await accounts.findOne({ _id: actorId }, { session }) : null
      const actor = found && { ...found, id: found._id }
      const own = ownClub(actor, cartId)
      const cart = await carts.findOne(own === null ? { _id: cartId } : { clubId: own }, {
        session,
      })
      if (!cart || (isOwn && !isOfClub(actor, cart.clubId))) throw notFound('This cart')
      const lines = await choose(cart, session)
      return lines.length > 0 ? remove(cart, lines, removal, session) : { value: undefined }
    })

  return {
    removeCart: (cartId, removal) => removeFrom(cartId, removal, async (cart) => cart.lines),
    removeLine: (cartId, named, removal) =>
      removeFrom(cartId, removal, async (cart, session) => {
        const line = await findLine(cart, named, session)
        if (removal.isOwn) {
          const { ordering } = await switches.read(session)
          checkWithdrawal(line && toLine(line), isOpenAt(ordering, removal.now))
        }
        return line ? [line] : []
      }),
  }
}
