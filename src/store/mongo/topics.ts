import type { ClientSession, Collection, Document } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { type CountedTopic, ordersTopic } from '#src/contract/topics.ts'
import type { Nudge } from '../port.ts'
import type { Tables } from '../tables.ts'
import type { Collections } from './documents.ts'

async function sum<Doc extends Document>(
  from: Collection<Doc>,
  rev: string,
  options: { session?: ClientSession },
): Promise<number> {
  const [sums] = await from
    .aggregate<{ rev: number }>([{ $group: { _id: null, rev: { $sum: rev } } }], options)
    .toArray()
  return sums?.rev ?? 0
}

/**
 * The revision of each counted topic. `inventory`, `catalogue` and `carts` are sums over documents that are never deleted, so they only grow. A
 * counter document would make every two orders conflict.
 */
function revsOf(
  { carts, items, ordering, portal }: Collections,
  options: { session?: ClientSession } = {},
): Record<CountedTopic, () => Promise<number>> {
  return {
    ordering: async () => (await ordering.findOne({ _id: 'ordering' }, options))?.rev ?? 0,
    people: async () => (await portal.findOne({ _id: 'portal' }, options))?.peopleRev ?? 0,
    carts: () => sum(carts, '$rev', options),
    inventory: () => sum(items, '$rev', options),
    catalogue: () => sum(items, '$catalogueRev', options),
  }
}

/** The revisions, in one transaction or snapshot. */
export const openTopics = (all: Collections, session: ClientSession): Tables['topics'] => ({
  async rev(...topics) {
    const revs = revsOf(all, { session })
    let rev = 0
    for (const topic of topics) rev += await revs[topic]()
    return rev
  },
  async orderRev(clubId) {
    const options = { session, projection: { rev: 1 } }
    return (await all.carts.findOne({ clubId }, options))?.rev ?? null
  },
})

/** Which topics a transaction moves. */
export class Moves {
  readonly #orders = new Map<ClubId, number>()
  readonly #counted = new Set<CountedTopic>()

  add(topic: CountedTopic): void {
    this.#counted.add(topic)
  }

  /** The revision of a club's order was raised to `rev`. */
  addOrder(clubId: ClubId, rev: number): void {
    this.#orders.set(clubId, rev)
    this.#counted.add('carts')
  }

  /** Raises the revisions that are counters. Belongs at the end of the transaction. */
  async count({ ordering, portal }: Collections, session: ClientSession): Promise<void> {
    if (this.#counted.has('ordering'))
      await ordering.updateOne({ _id: 'ordering' }, { $inc: { rev: 1 } }, { session })
    if (this.#counted.has('people'))
      await portal.updateOne({ _id: 'portal' }, { $inc: { peopleRev: 1 } }, { session })
  }

  orders(): Nudge[] {
    return [...this.#orders].map(([clubId, rev]) => ({ topic: ordersTopic(clubId), rev }))
  }

  /** Read after the commit, so that the last of several writers announces them all. */
  summed(settled: Collections): Promise<Nudge[]> {
    const revs = revsOf(settled)
    return Promise.all(
      [...this.#counted].map(async (topic) => ({ topic, rev: await revs[topic]() })),
    )
  }
}
