import type { ClubId } from '#src/contract/ids.ts'
import {
  type Feed,
  isOpenedTopic,
  ORDERS,
  ordersTopic,
  type Source,
  type Topic,
  TOPIC_NAMES,
  TOPICS,
} from '#src/contract/topics.ts'
import type { Role } from '#src/contract/statuses.ts'
import { may, type Right } from './permissions.ts'

/** The person behind a live connection; `null` for a visitor. */
export type Listener = { clubId: ClubId | null; role: Role } | null

function sourceFor(topic: Topic, role: Role | null): Source | undefined {
  const sources = Object.entries<Source>(TOPICS[topic].sentTo)
  return sources.find(
    ([audience]) => audience === 'everybody' || (role && may(role, audience as Right)),
  )?.[1]
}

/** Whether somebody of this role may receive a topic; `null` is a visitor. */
export const mayHear = (topic: Topic, role: Role | null): boolean =>
  sourceFor(topic, role) !== undefined

/** The feed behind a topic for this listener; `null` if the listener may not receive it. */
export function feedOf(topic: Topic, listener: Listener): Feed | null {
  const source = sourceFor(topic, listener && listener.role)
  if (source === ORDERS) return listener?.clubId == null ? null : ordersTopic(listener.clubId)
  return source ?? null
}

/** Every topic that a listener receives without opening it, with its feed. */
export const subscriptionsOf = (listener: Listener): { topic: Topic; feed: Feed }[] =>
  TOPIC_NAMES.flatMap((topic) => {
    const feed = isOpenedTopic(topic) ? null : feedOf(topic, listener)
    return feed === null ? [] : [{ topic, feed }]
  })
