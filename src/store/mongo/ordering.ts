import type { ClientSession } from 'mongodb'
import type { OrderingStore } from '../port.ts'
import type { Connection } from './connection.ts'

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
export function openOrdering(connection: Connection, epoch: string): OrderingStore {
  const { carts, ordering, run, settled, transact } = connection
  return {
    read: () =>
      run(async () => {
        const found = await settled.ordering.findOne({ _id: 'ordering' })
        return { epoch, rev: found?.rev ?? 0, rows: { isOpen: !found?.isConfirmDisabled } }
      }),
    async set(isOpen) {
      const value = { isOpen }
      const rev = await transact(async (session) => {
        // The switch comes first: of two changes at once the second waits here, before it has touched a cart.
        const before = await ordering.findOneAndUpdate(
          { _id: 'ordering', isConfirmDisabled: isOpen },
          { $set: { isConfirmDisabled: !isOpen }, $inc: { rev: 1 } },
          { session },
        )
        if (!before) return null
        await carts.updateMany({}, { $set: { open: isOpen } }, { session })
        return before.rev + 1
      })
      return { value, moved: rev === null ? [] : [{ topic: 'ordering', rev }] }
    },
  }
}
