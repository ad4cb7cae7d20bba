import type { OrderLine } from './records.ts'

/** The topics as a page names them. A club's `inventory` moves only with a name or an enabled state. */
export type Topic = 'ordering' | 'inventory' | 'orders' | 'carts'

export type OrderingFlag = { isConfirmDisabled: boolean }

type StateOf<T extends Topic, D = never> = {
  type: 'state'
  topic: T
  /** Made when a store is created, restored or moved: a revision counts only within its epoch. */
  epoch: string
  rev: number
  /** Left out for topics that a page reads by HTTP, and for a state over 256 kB. */
  data?: D
}

export type StateFrame =
  | StateOf<'ordering', OrderingFlag>
  | StateOf<'orders', OrderLine[]>
  | StateOf<'inventory'>
  | StateOf<'carts'>

/** What the server says on `/live`. */
export type ServerFrame =
  | { type: 'welcome'; topics: Topic[] }
  | StateFrame
  | { type: 'beat'; revs: Partial<Record<Topic, number>> }

/** What a page says on `/live`; the first frame is `hello`. */
export type ClientFrame =
  | { type: 'hello'; token?: string }
  | { type: 'sync'; topic: Topic }
  | { type: 'token'; token: string }

export const LIVE_PROTOCOL = 'portal.v1'

export const CLOSE = {
  badFrame: 4400,
  signInAgain: 4401,
  stop: 4403,
  tooMany: 4408,
  restart: 1012,
  overloaded: 1013,
} as const

/** A state replaces another iff it is of another epoch or of a larger revision (live.md, rule 2). */
export const isNewer = (
  next: { epoch: string; rev: number },
  shown: { epoch: string; rev: number } | null,
): boolean => shown === null || next.epoch !== shown.epoch || next.rev > shown.rev
