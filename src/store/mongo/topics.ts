import type { ClientSession } from 'mongodb'
import {
  accountOf,
  type CountedTopic,
  isOrdersTopic,
  ordersTopic,
  type StoreTopic,
} from '#src/contract/topics.ts'
import type { Nudge } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import { within } from './failures.ts'
import { joinReads } from './joint-reads.ts'

const TELL_MS = 1_000

/**
 * The revisions of all topics. `inventory`, `catalogue` and `carts` are sums over documents that are never deleted, so they only grow. A
 * counter document would make every two orders conflict.
 */
export function openTopics(connection: Connection) {
  const { run, settled } = connection
  const options = (session?: ClientSession) => (session ? { session } : {})
  const from = (session?: ClientSession) => (session ? connection : settled)

  async function ofItems(session?: ClientSession) {
    const [sums] = await from(session)
      .items.aggregate<{ inventory: number; catalogue: number }>(
        [
          {
            $group: {
              _id: null,
              inventory: { $sum: '$rev' },
              catalogue: { $sum: '$catalogueRev' },
            },
          },
        ],
        options(session),
      )
      .toArray()
    return { inventory: sums?.inventory ?? 0, catalogue: sums?.catalogue ?? 0 }
  }
  async function ofCarts(session?: ClientSession): Promise<number> {
    const [sums] = await from(session)
      .carts.aggregate<{ carts: number }>(
        [{ $group: { _id: null, carts: { $sum: { $add: ['$rev', '$detailsRev'] } } } }],
        options(session),
      )
      .toArray()
    return sums?.carts ?? 0
  }
  async function ofOrdering(session?: ClientSession): Promise<number> {
    return (await from(session).ordering.findOne({ _id: 'ordering' }, options(session)))?.rev ?? 0
  }

  async function ofCounted(topics: readonly CountedTopic[]): Promise<Map<CountedTopic, number>> {
    const revs = new Map<CountedTopic, number>()
    if (topics.includes('ordering')) revs.set('ordering', await ofOrdering())
    if (topics.includes('carts')) revs.set('carts', await ofCarts())
    if (topics.includes('inventory') || topics.includes('catalogue')) {
      const { inventory, catalogue } = await ofItems()
      revs.set('inventory', inventory).set('catalogue', catalogue)
    }
    return revs
  }
  const readCounted = joinReads(ofCounted)
  async function revOf(topic: StoreTopic): Promise<number | null> {
    if (!isOrdersTopic(topic)) return readCounted(topic)
    const accountId = accountOf(topic)
    const cart = await settled.carts.findOne({ accountId }, { projection: { rev: 1 } })
    return cart?.rev ?? null
  }

  return {
    ofItems,
    ofCarts,
    /** `null` for the order of an unknown account. */
    revOf: (topic: StoreTopic) => run(() => revOf(topic)),
    async revs(session: ClientSession): Promise<Record<CountedTopic, number>> {
      return {
        ordering: await ofOrdering(session),
        carts: await ofCarts(session),
        ...(await ofItems(session)),
      }
    },
    /** The nudge of a cart's order, whose revision the caller has raised by one. */
    ordersNudge: ({ accountId, rev }: Pick<CartDoc, 'accountId' | 'rev'>): Nudge => ({
      topic: ordersTopic(accountId),
      rev: rev + 1,
    }),
    /** The nudges of summed topics, after `known`. Read after the commit, so that the last of several writers announces them all. */
    async told(topics: readonly CountedTopic[], known: readonly Nudge[] = []): Promise<Nudge[]> {
      // A committed write must not fail or wait because of this; anti-entropy announces what is missing here.
      const tell = async (topic: CountedTopic): Promise<Nudge[]> => {
        const rev = await within(TELL_MS, readCounted(topic)).catch(() => null)
        return rev === null ? [] : [{ topic, rev }]
      }
      return [...known, ...(await Promise.all(topics.map(tell))).flat()]
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
