import { asClubId, type ClubId } from './ids.ts'
import type { Right } from '#src/rules/permissions.ts'

/** Those with a right; `everybody` includes visitors. */
type Audience = Right | 'everybody'

type Rule = {
  /**
   * `state`: the frames contain the data. `revision`: a page reads the list by HTTP. `changes`: a page opens the topic, reads the list by
   * HTTP, and receives the rows that change until it closes the topic.
   */
  carries: 'state' | 'revision' | 'changes'
  /**
   * The topic of the store for each audience, of which the first that includes somebody counts; others receive nothing. If a name ends in a
   * colon, the club's id follows it, and the store counts revisions for each club separately.
   */
  sentTo: Partial<Record<Audience, string>>
  /** For `changes`: the store's topics that it depends on. Its revision is the sum of theirs. */
  sumOf?: readonly string[]
}

/**
 * The topics of the live channel, by the names that pages use. Types, frames, parser, description, subscriptions and repairs derive
 * from this table: after an addition the code does not compile until every part handles the new topic. Revisions of `catalogue`
 * increase only when the part of the stock that clubs see changes: names, and which items are enabled.
 */
export const TOPICS = {
  ordering: { carries: 'state', sentTo: { everybody: 'ordering' } },
  inventory: {
    carries: 'revision',
    sentTo: { 'stock.see': 'inventory', 'catalogue.see': 'catalogue' },
  },
  orders: { carries: 'state', sentTo: { 'orders.own': 'orders:' } },
  carts: { carries: 'revision', sentTo: { 'orders.ofOthers': 'carts' } },
  people: { carries: 'revision', sentTo: { 'people.manage': 'people' } },
  board: { carries: 'changes', sentTo: { 'board.see': 'board' }, sumOf: ['inventory', 'carts'] },
} as const satisfies Record<string, Rule>

export type Topic = keyof typeof TOPICS

/** The topics whose frames contain data. */
export type StateTopic = {
  [T in Topic]: (typeof TOPICS)[T]['carries'] extends 'state' ? T : never
}[Topic]

/** The topics that a page opens and closes. */
export type OpenedTopic = {
  [T in Topic]: (typeof TOPICS)[T]['carries'] extends 'changes' ? T : never
}[Topic]

export const isTopic = (value: unknown): value is Topic =>
  typeof value === 'string' && Object.hasOwn(TOPICS, value)

export const TOPIC_NAMES: readonly Topic[] = Object.keys(TOPICS).filter(isTopic)

type ValueOf<T> = T[keyof T]
export type Source = { [T in Topic]: ValueOf<(typeof TOPICS)[T]['sentTo']> }[Topic]

/** A store topic that is the same for all accounts. */
export type CountedTopic = Exclude<Source, `${string}:` | OpenedTopic>
/** The store topic of one club's order. */
export type OrdersTopic = `orders:${string}`
/** A topic for which the store counts revisions. */
export type StoreTopic = CountedTopic | `${Extract<Source, `${string}:`>}${string}`
/** What sockets subscribe to. */
export type Feed = StoreTopic | OpenedTopic

export const ORDERS = 'orders:'

export const ordersTopic = (clubId: ClubId): OrdersTopic => `${ORDERS}${clubId}`
export const isOrdersTopic = (topic: Feed): topic is OrdersTopic => topic.startsWith(ORDERS)
export const clubOf = (topic: OrdersTopic): ClubId => asClubId(topic.slice(ORDERS.length))

export const isOpenedTopic = (value: unknown): value is OpenedTopic =>
  isTopic(value) && TOPICS[value].carries === 'changes'

export const OPENED_TOPICS = TOPIC_NAMES.filter(isOpenedTopic)

/** The counted topics whose revisions add up to that of a feed. */
export const partsOf = (feed: CountedTopic | OpenedTopic): readonly CountedTopic[] =>
  isOpenedTopic(feed) ? TOPICS[feed].sumOf : [feed]

/** The feeds that a moved topic of the store moves. */
export const movedBy = (moved: StoreTopic): Feed[] => [
  moved,
  ...OPENED_TOPICS.filter((feed) => TOPICS[feed].sumOf.some((part) => part === moved)),
]
