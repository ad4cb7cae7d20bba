import type { ClientSession } from 'mongodb'
import { pick } from '#src/contract/pick.ts'
import type { Tables } from '../tables.ts'
import type { Collections, EditionDoc, OrderingDoc } from './documents.ts'
import type { Moves } from './topics.ts'

/** The switches and the times of ordering. */
export function openSwitches(
  { carts, editions, ordering }: Collections,
  session: ClientSession,
  moves: Moves,
): Tables['ordering'] {
  const set = (fields: Partial<OrderingDoc>) =>
    ordering.updateOne({ _id: 'ordering' }, { $set: fields }, { session })
  return {
    /** A write that reads them must change a cart: then it conflicts with `lock`. */
    async read() {
      const current = {
        from: editions.collectionName,
        pipeline: [{ $match: { endedBatch: null } }],
        as: 'editions',
      }
      const [found] = await ordering
        .aggregate<OrderingDoc & { editions: EditionDoc[] }>(
          [{ $match: { _id: 'ordering' } }, { $lookup: current }],
          { session },
        )
        .toArray()
      const edition = found?.editions[0]
      if (!edition) throw new Error('The switches or the current edition are missing.')
      const { _id, rev, clubs: _, pickupKeyHash: _key, editions: _editions, ...switches } = found
      return { ordering: { ...switches, edition: pick(edition, ['_id', 'name']) }, rev }
    },
    /** Of two transactions that write a cart the later one is aborted, and a club may order all the time. */
    lock: () => carts.updateMany({}, { $inc: { switches: 1 } }, { session }),
    async write({ edition: _edition, ...value }) {
      await set(value)
      moves.add('ordering')
    },
    keyHash: async () =>
      (await ordering.findOne({ _id: 'ordering' }, { session }))?.pickupKeyHash ?? null,
    setKeyHash: (pickupKeyHash) => set({ pickupKeyHash }),
  }
}
