import type { ClientSession, Collection, Document } from 'mongodb'
import {
  clubOf,
  type CountedTopic,
  isOrdersTopic,
  ordersTopic,
  type StoreTopic,
} from '#src/contract/topics.ts'
import { within } from '#src/rules/within.ts'
import type { Nudge, Written } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import { tooLate } from './failures.ts'

/** A committed write waits no longer for the revisions that it announces. */
const NUDGE_MS = 1_000

/** What a transaction did. */
export type Done<T> = {
  value: T
  batch?: string | undefined
  /** The topics that moved, without `carts` if `carts` is not empty. */
  topics?: readonly CountedTopic[]
  /** The carts whose revision it raised by one, as they were before. */
  carts?: readonly Pick<CartDoc, 'clubId' | 'rev'>[]
}

async function sum<Doc extends Document>(
  from: Collection<Doc>,
  rev: Document | string,
  options: { session?: ClientSession },
): Promise<number> {
  const [sums] = await from
    .aggregate<{ rev: number }>([{ $group: { _id: null, rev: { $sum: rev } } }], options)
    .toArray()
  return sums?.rev ?? 0
}

/**
 * The revisions of all topics. `inventory`, `catalogue` and `carts` are sums over documents that are never deleted, so they only grow. A
 * counter document would make every two orders conflict.
 */
export function openTopics(connection: Connection) {
  const { run, settled, transact } = connection
  const from = (session?: ClientSession) => (session ? connection : settled)
  const options = (session?: ClientSession) => (session ? { session } : {})

  /** The revision of each counted topic. */
  const revs: Record<CountedTopic, (session?: ClientSession) => Promise<number>> = {
    async ordering(session) {
      const found = await from(session).ordering.findOne({ _id: 'ordering' }, options(session))
      return found?.rev ?? 0
    },
    async people(session) {
      const found = await from(session).portal.findOne({ _id: 'portal' }, options(session))
      return found?.peopleRev ?? 0
    },
    carts: (session) =>
      sum(from(session).carts, { $add: ['$rev', '$detailsRev'] }, options(session)),
    inventory: (session) => sum(from(session).items, '$rev', options(session)),
    catalogue: (session) => sum(from(session).items, '$catalogueRev', options(session)),
  }

  async function revOf(topic: StoreTopic): Promise<number | null> {
    if (!isOrdersTopic(topic)) return revs[topic]()
    const clubId = clubOf(topic)
    const cart = await settled.carts.findOne({ clubId }, { projection: { rev: 1 } })
    return cart?.rev ?? null
  }

  /** Read after the commit, so that the last of several writers announces them all. */
  const nudgesOf = (topics: readonly CountedTopic[]): Promise<Nudge[]> =>
    Promise.all(topics.map(async (topic) => ({ topic, rev: await revs[topic]() })))

  return {
    revs,
    /** `null` for the order of an unknown club. */
    revOf: (topic: StoreTopic) => run(() => revOf(topic)),
    /** Runs `work` as `transact` does. Answers what it did, with the revisions of the topics that it moved. */
    async write<T>(work: (session: ClientSession) => Promise<Done<T>>): Promise<Written<T>> {
      const { value, batch, topics = [], carts = [] } = await transact(work)
      const orders = carts.map(({ clubId, rev }): Nudge => ({
        topic: ordersTopic(clubId),
        rev: rev + 1,
      }))
      const summed = nudgesOf(carts.length > 0 ? ['carts', ...topics] : topics)
      // A committed write must not fail because of this; anti-entropy announces what is missing.
      const nudges = await within(NUDGE_MS, summed, tooLate).catch(() => [])
      return { value, moved: [...orders, ...nudges], ...(batch && { batch }) }
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
