import type { ClientSession } from 'mongodb'
import { accountOf, isOrdersTopic, ordersTopic } from '#src/contract/topics.ts'
import type { CountedTopic, Nudge, StoreTopic } from '../port.ts'
import { type Connection, within } from './connection.ts'
import type { CartDoc } from './documents.ts'

type Revs = Record<CountedTopic, number>

const TELL_MS = 1_000

/**
 * The revisions of all topics. There is no counter that every order would fight for: `inventory`, `catalogue` and `carts`
 * are sums over documents that never go away, so they only grow.
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

  async function revOf(topic: StoreTopic): Promise<number> {
    if (isOrdersTopic(topic)) {
      const accountId = accountOf(topic)
      const cart = await settled.carts.findOne({ accountId }, { projection: { rev: 1 } })
      return cart?.rev ?? 0
    }
    switch (topic) {
      case 'ordering':
        return ofOrdering()
      case 'carts':
        return ofCarts()
      case 'inventory':
      case 'catalogue':
        return (await ofItems())[topic]
    }
  }

  return {
    ofItems,
    ofCarts,
    revOf: (topic: StoreTopic) => run(() => revOf(topic)),
    async revs(session: ClientSession): Promise<Revs> {
      return {
        ordering: await ofOrdering(session),
        carts: await ofCarts(session),
        ...(await ofItems(session)),
      }
    },
    ordersNudge: ({ accountId, rev }: Pick<CartDoc, 'accountId' | 'rev'>): Nudge => ({
      topic: ordersTopic(accountId),
      rev: rev + 1,
    }),
    /** What to tell of summed topics: read after the commit, so that the last of several writers tells of them all. */
    async told(topics: readonly CountedTopic[], known: readonly Nudge[] = []): Promise<Nudge[]> {
      // A write that stands must not fail or wait because of this; anti-entropy tells what is not told here.
      const tell = async (topic: CountedTopic): Promise<Nudge[]> => {
        const rev = await within(TELL_MS, revOf(topic)).catch(() => null)
        return rev === null ? [] : [{ topic, rev }]
      }
      return [...known, ...(await Promise.all(topics.map(tell))).flat()]
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
