import type { Role } from './statuses.ts'

type Audience = Role | 'visitor'

type Rule = {
  /** `state`: its frames bring the data. `revision`: a page reads the list by HTTP. */
  carries: 'state' | 'revision'
  /**
   * Who receives it, and under which name the store counts its revision for them. A role without an entry receives nothing.
   * A name that ends in a colon is followed by the account's id: the store counts each account for itself.
   */
  sentTo: Partial<Record<Audience, string>>
}

/**
 * The topics of the live channel, as a page names them. Types, frames, parser, description, subscriptions and repairs follow from
 * this table: a topic that is added here does not compile until every part knows it. `catalogue` counts what clubs see of the
 * stock: names, and which items are enabled.
 */
export const TOPICS = {
  ordering: {
    carries: 'state',
    sentTo: { visitor: 'ordering', user: 'ordering', bosslevel: 'ordering' },
  },
  inventory: { carries: 'revision', sentTo: { user: 'catalogue', bosslevel: 'inventory' } },
  orders: { carries: 'state', sentTo: { user: 'orders:' } },
  carts: { carries: 'revision', sentTo: { bosslevel: 'carts' } },
} as const satisfies Record<string, Rule>

export type Topic = keyof typeof TOPICS

/** The topics whose frames bring their data. */
export type StateTopic = {
  [T in Topic]: (typeof TOPICS)[T]['carries'] extends 'state' ? T : never
}[Topic]

export const isTopic = (value: unknown): value is Topic =>
  typeof value === 'string' && Object.hasOwn(TOPICS, value)

export const TOPIC_NAMES: readonly Topic[] = Object.keys(TOPICS).filter(isTopic)

type ValueOf<T> = T[keyof T]
type Source = { [T in Topic]: ValueOf<(typeof TOPICS)[T]['sentTo']> }[Topic]

/** What the store counts once for everybody. */
export type CountedTopic = Exclude<Source, `${string}:`>
/** The order of one account. */
export type OrdersTopic = `orders:${string}`
/** A topic as the store counts it. */
export type StoreTopic = CountedTopic | `${Extract<Source, `${string}:`>}${string}`

const ORDERS = 'orders:'

export const ordersTopic = (accountId: string): OrdersTopic => `${ORDERS}${accountId}`
export const isOrdersTopic = (topic: StoreTopic): topic is OrdersTopic => topic.startsWith(ORDERS)
export const accountOf = (topic: OrdersTopic): string => topic.slice(ORDERS.length)

/** Who listens; `null` for a visitor. */
export type Listener = { accountId: string; role: Role } | null

const RULES: Record<Topic, { sentTo: Partial<Record<Audience, Source>> }> = TOPICS

/** What the store counts behind a topic for this listener; `null` when the topic is not theirs. */
export function storeTopicOf(topic: Topic, listener: Listener): StoreTopic | null {
  const source = RULES[topic].sentTo[listener?.role ?? 'visitor'] ?? null
  if (source === ORDERS) return listener && ordersTopic(listener.accountId)
  const counted: CountedTopic | null = source
  return counted
}

/** Every topic that a listener receives, with what the store counts behind it. */
export const subscriptionsOf = (listener: Listener): { topic: Topic; storeTopic: StoreTopic }[] =>
  TOPIC_NAMES.flatMap((topic) => {
    const storeTopic = storeTopicOf(topic, listener)
    return storeTopic === null ? [] : [{ topic, storeTopic }]
  })
