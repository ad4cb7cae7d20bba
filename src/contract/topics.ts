import type { Role } from './statuses.ts'

type Audience = Role | 'visitor'

type Rule = {
  /** `state`: frames contain the data. `revision`: frames contain only the revision, and a page reads the list by HTTP. */
  carries: 'state' | 'revision'
  /**
   * Maps each audience that receives the topic to the name under which the store counts its revision. A role without an entry
   * receives nothing. A name that ends in a colon is a prefix: the account's id follows, and each account has its own revision.
   */
  sentTo: Partial<Record<Audience, string>>
}

/**
 * The topics of the live channel, by the names that pages use. Types, frames, parser, API description, subscriptions and repairs
 * are derived from this table; after a topic is added, the code does not compile until every part handles it. `catalogue` is the
 * part of the stock that clubs see: names, and which items are enabled.
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

/** The topics whose frames contain the data. */
export type StateTopic = {
  [T in Topic]: (typeof TOPICS)[T]['carries'] extends 'state' ? T : never
}[Topic]

export const isTopic = (value: unknown): value is Topic =>
  typeof value === 'string' && Object.hasOwn(TOPICS, value)

export const TOPIC_NAMES: readonly Topic[] = Object.keys(TOPICS).filter(isTopic)

type ValueOf<T> = T[keyof T]
type Source = { [T in Topic]: ValueOf<(typeof TOPICS)[T]['sentTo']> }[Topic]

/** A topic with one revision for all accounts. */
export type CountedTopic = Exclude<Source, `${string}:`>
/** The order of one account. */
export type OrdersTopic = `orders:${string}`
/** A topic by the name under which the store counts its revision. */
export type StoreTopic = CountedTopic | `${Extract<Source, `${string}:`>}${string}`

const ORDERS = 'orders:'

export const ordersTopic = (accountId: string): OrdersTopic => `${ORDERS}${accountId}`
export const isOrdersTopic = (topic: StoreTopic): topic is OrdersTopic => topic.startsWith(ORDERS)
export const accountOf = (topic: OrdersTopic): string => topic.slice(ORDERS.length)

/** The account that subscribes; `null` for a visitor. */
export type Listener = { accountId: string; role: Role } | null

const RULES: Record<Topic, { sentTo: Partial<Record<Audience, Source>> }> = TOPICS

/** The store's name of a topic for this listener; `null` if the listener does not receive the topic. */
export function storeTopicOf(topic: Topic, listener: Listener): StoreTopic | null {
  const source = RULES[topic].sentTo[listener?.role ?? 'visitor'] ?? null
  if (source === ORDERS) return listener && ordersTopic(listener.accountId)
  const counted: CountedTopic | null = source
  return counted
}

/** Every topic that a listener receives, with the store's name of it. */
export const subscriptionsOf = (listener: Listener): { topic: Topic; storeTopic: StoreTopic }[] =>
  TOPIC_NAMES.flatMap((topic) => {
    const storeTopic = storeTopicOf(topic, listener)
    return storeTopic === null ? [] : [{ topic, storeTopic }]
  })
