import { type CountedTopic, ordersTopic } from '#src/contract/topics.ts'
import type { Step } from '../port.ts'

/** The revision of each topic that all accounts share. */
export type Revs = Record<CountedTopic, number>

/** The step of a cart's order when one change moves it. */
export const ordersStep = ({ accountId, rev }: { accountId: string; rev: number }): Step => ({
  topic: ordersTopic(accountId),
  from: rev,
  rev: rev + 1,
})
