import type { CountedTopic } from '#src/contract/topics.ts'

/** The revision of each topic that all accounts share. */
export type Revs = Record<CountedTopic, number>
