import type { StoreTopic } from '../port.ts'

/** The topics that all accounts share. */
const COUNTED_TOPICS = ['ordering', 'inventory', 'catalogue', 'carts'] as const
export type CountedTopic = (typeof COUNTED_TOPICS)[number]
export type Revs = Record<CountedTopic, number>

export type OrdersTopic = Exclude<StoreTopic, CountedTopic>

const ORDERS = 'orders:'

export const isOrdersTopic = (topic: StoreTopic): topic is OrdersTopic => topic.startsWith(ORDERS)

/** The topic of an account's own order. */
export const ordersTopic = (accountId: string): OrdersTopic => `${ORDERS}${accountId}`

/** The account whose order a topic is. */
export const accountOf = (topic: OrdersTopic): string => topic.slice(ORDERS.length)
