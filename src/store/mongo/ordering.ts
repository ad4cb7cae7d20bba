import type { ClientSession } from 'mongodb'
import { heldEntry, turnedEntry } from '#src/rules/entries.ts'
import type { Nudge, OrderingStore } from '../port.ts'
import type { Announcing } from './announcing.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import type { Entries } from './entries.ts'
import { SHELVES } from './queues.ts'
import type { Topics } from './topics.ts'

/** Counts a new cart in the document of the switches and answers its copy of them, so that no cart misses a change. */
export async function joinSwitch(
  { ordering }: Connection,
  session: ClientSession,
): Promise<Pick<CartDoc, 'open' | 'held'>> {
  const after = await ordering.findOneAndUpdate(
    { _id: 'ordering' },
    { $inc: { carts: 1 } },
    { session, returnDocument: 'after' },
  )
  return { open: !after?.isConfirmDisabled, held: after?.decisionsHeld ?? false }
}

/** The area `ordering`. Each cart has a copy of the switch, so that an order conflicts with a change of it. */
export function openOrdering(
  connection: Connection,
  epoch: string,
  { entries, topics, announcing }: { entries: Entries; topics: Topics; announcing: Announcing },
): OrderingStore {
  const { carts, ordering, run, settled, transact } = connection
  return {
    read: () =>
      run(async () => {
        const found = await settled.ordering.findOne({ _id: 'ordering' })
        return {
          epoch,
          rev: found?.rev ?? 0,
          rows: {
            isOpen: !found?.isConfirmDisabled,
            decisionsHeld: found?.decisionsHeld ?? false,
          },
        }
      }),
    async set(isOpen, actorId, now) {
      const value = { isOpen }
      const turned = await transact(async (session) => {
        // The switch comes first: of two changes at once the second waits here, before it has touched a cart.
        const before = await ordering.findOneAndUpdate(
          { _id: 'ordering', isConfirmDisabled: isOpen },
          { $set: { isConfirmDisabled: !isOpen }, $inc: { rev: 1 } },
          { session },
        )
        if (!before) return null
        await carts.updateMany({}, { $set: { open: isOpen } }, { session })
        const batch = entries.nextBatch([before])
        await ordering.updateOne({ _id: 'ordering' }, { $set: { batch } }, { session })
        await entries.add(batch, { by: actorId, at: now, entries: [turnedEntry(isOpen)] }, session)
        return { batch, rev: before.rev + 1 }
      }, SHELVES)
      if (!turned) return { value, moved: [] }
      const { batch, rev } = turned
      return { value, moved: [{ topic: 'ordering', rev }], batch }
    },
    async hold(decisionsHeld, actorId, now) {
      const value = { decisionsHeld }
      const turned = await transact(async (session) => {
        const before = await ordering.findOneAndUpdate(
          { _id: 'ordering', decisionsHeld: !decisionsHeld },
          { $set: { decisionsHeld }, $inc: { rev: 1 } },
          { session },
        )
        if (!before) return null
        await carts.updateMany({}, { $set: { held: decisionsHeld } }, { session })
        const ahead = decisionsHeld ? [] : await announcing.findAhead(session)
        const lines = ahead.flatMap((cart) => cart.lines)
        const batch = entries.nextBatch([before, ...lines])
        await ordering.updateOne({ _id: 'ordering' }, { $set: { batch } }, { session })
        const announced = await announcing.write(ahead, batch, session)
        const added = [heldEntry(decisionsHeld), ...announced.entries]
        await entries.add(batch, { by: actorId, at: now, entries: added }, session)
        return { batch, rev: before.rev + 1, orders: announced.orders }
      }, SHELVES)
      if (!turned) return { value, moved: [] }
      const { batch, rev, orders } = turned
      const nudges: Nudge[] = [{ topic: 'ordering', rev }, ...orders]
      return { value, moved: await topics.told(orders.length > 0 ? ['carts'] : [], nudges), batch }
    },
  }
}
