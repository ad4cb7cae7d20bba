import type { OrderingState as State } from '#src/modules/cart/model.ts'
import type { BoardClub, BoardItem } from './board.ts'
import type { OrderLine } from './records.ts'
import type { OpenedTopic, StateTopic, Topic } from './topics.ts'

/** Whether clubs can order, and the times at which ordering opens and closes by itself. Times are ISO 8601. */
export type OrderingState = typeof State.static

/** The data in the state frames of each topic that carries state. */
type DataOf = { ordering: OrderingState; orders: OrderLine[] }

type StateOf<T extends Topic, D> = {
  type: 'state'
  topic: T
  /** An id that changes when a store is created, restored or moved. Revisions of different epochs cannot be compared. */
  epoch: string
  rev: number
  /** Absent when the page must read the data by HTTP: for topics without state, and for a state over 256 kB. */
  data?: D
}

export type StateFrame = {
  [T in Topic]: StateOf<T, T extends StateTopic ? DataOf[T] : never>
}[Topic]

/**
 * A club whose lines or names changed, or an item whose row changed, for pages with an open board. A club without lines has left the board.
 * `board_rev` is the board's revision at that time: a board that was read at this revision or a later one has the row already.
 */
export type BoardFrame = { type: 'state'; epoch: string; rev: number; board_rev: number } & (
  | { topic: 'orders'; user_id: string; data: BoardClub }
  | { topic: 'inventory'; item_id: string; data: BoardItem }
)

/** Frames that the server sends on `/live`. */
export type ServerFrame =
  | { type: 'welcome'; topics: Topic[] }
  | StateFrame
  | BoardFrame
  | { type: 'beat'; revs: Partial<Record<Topic, number>> }

/** Frames that a page sends on `/live`. The first one must be `hello`. */
export type ClientFrame =
  | { type: 'hello'; token?: string }
  | { type: 'sync'; topic: Topic }
  | { type: 'open' | 'close'; topic: OpenedTopic }
  | { type: 'token'; token: string }

/** Whether a state is one row of the board, and not the state of its whole topic. */
export const isBoardFrame = (state: StateFrame | BoardFrame): state is BoardFrame =>
  'user_id' in state || 'item_id' in state

export const LIVE_PROTOCOL = 'portal.v1'

/** Close codes of the live socket. */
export const CLOSE = {
  badFrame: 4400,
  signInAgain: 4401,
  stop: 4403,
  tooMany: 4408,
  restart: 1012,
  overloaded: 1013,
} as const

/** Whether a state replaces the displayed one: its epoch differs, or its revision is larger (docs/live.md). */
export const isNewer = (
  next: { epoch: string; rev: number },
  shown: { epoch: string; rev: number } | null,
): boolean => shown === null || next.epoch !== shown.epoch || next.rev > shown.rev
