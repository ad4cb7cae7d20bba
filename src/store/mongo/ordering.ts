import type { ClientSession } from 'mongodb'
import { turnedEntry } from '#src/rules/entries.ts'
import type { OrderingStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import { SHELVES } from './queues.ts'

/** Counts a new cart in the switch's document and answers whether ordering is open, so that no cart misses a change of the switch. */
export async function joinSwitch(
  { ordering }: Connection,
  session: ClientSession,
): Promise<boolean> {
  const after = await ordering.findOneAndUpdate(
    { _id: 'ordering' },
    { $inc: { carts: 1 } },
    { session, returnDocument: 'after' },
  )
  return !after?.isConfirmDisabled
}

/** The area `ordering`. Each cart has a copy of the switch, so that an order conflicts with a change of it. */
export function openOrdering(
  connection: Connection,
  epoch: string,
  { entries }: { entries: Entries },
): OrderingStore {
  const { carts, ordering, run, settled, transact } = connection
  return {
    read: () =>
      run(async () => {
        const found = await settled.ordering.findOne({ _id: 'ordering' })
        return { epoch, rev: found?.rev ?? 0, rows: { isOpen: !found?.isConfirmDisabled } }
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
  }
}
