import type { OrderLine } from './records.ts'
import type { OrdersTopic, StateTopic, Topic } from './topics.ts'

export type OrderingFlag = { isConfirmDisabled: boolean }

/** The data of each topic whose frames contain it. */
type DataOf = { ordering: OrderingFlag; orders: OrderLine[] }

type StateOf<T extends Topic, D> = {
  type: 'state'
  topic: T
  /** Set when a store is created, restored or moved. Revisions of different epochs cannot be compared. */
  epoch: string
  rev: number
  /** Absent for topics that a page reads by HTTP, and for a state over 256 kB. */
  data?: D
}

export type StateFrame = {
  [T in Topic]: StateOf<T, T extends StateTopic ? DataOf[T] : never>
}[Topic]

/** Frames from the server on `/live`. */
export type ServerFrame =
  | { type: 'welcome'; topics: Topic[] }
  | StateFrame
  | { type: 'beat'; revs: Partial<Record<Topic, number>> }

/** Frames from a page on `/live`; the first one is `hello`. */
export type ClientFrame =
  | { type: 'hello'; token?: string }
  | { type: 'sync'; topic: Topic }
  | { type: 'token'; token: string }

/**
 * How one change alone moved the revisions, in the answer to it. Topics are named as the caller hears them; for a caller who may read every
 * order, `orders:<account id>` names one club's.
 */
export type Moved = {
  epoch: string
  topics: { topic: Topic | OrdersTopic; from: number; rev: number }[]
}

export const LIVE_PROTOCOL = 'portal.v1'

export const CLOSE = {
  badFrame: 4400,
  signInAgain: 4401,
  stop: 4403,
  tooMany: 4408,
  restart: 1012,
  overloaded: 1013,
} as const

/** Whether a state replaces the one that is shown: it is of another epoch, or its revision is larger (docs/live.md). */
export const isNewer = (
  next: { epoch: string; rev: number },
  shown: { epoch: string; rev: number } | null,
): boolean => shown === null || next.epoch !== shown.epoch || next.rev > shown.rev
