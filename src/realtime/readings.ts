import type { BoardFrame, StateFrame } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import { clubOf, type Feed, isOrdersTopic, partsOf, type Topic } from '#src/contract/topics.ts'
import { toWireOrdering } from '#src/contract/wire.ts'
import { toClubLine } from '#src/rules/announced.ts'
import { orderingAt } from '#src/rules/window.ts'
import type { Store } from '#src/store/port.ts'

/** A frame that sockets receive without asking for it. */
export type Told = { topic: Topic; frame: string }

/** A feed at one revision. */
type Reading = {
  rev: number
  /** Answers a socket that asks for the state. */
  frame: string
  /** For the sockets that received the reading before this one. */
  told: Told[]
}

/** Reads a feed; `null` if it still has the revision `known`. Call it again only after it has answered. */
export type Reader = (known: number | null) => Promise<Reading | null>

async function readRev(store: Store, feed: Feed): Promise<number> {
  let sum = 0
  for (const part of isOrdersTopic(feed) ? [feed] : partsOf(feed))
    sum += (await store.live.readRev(part)) ?? 0
  return sum
}

async function readState(
  store: Store,
  feed: Exclude<Feed, 'board'>,
  now: number,
): Promise<StateFrame> {
  const { epoch } = store
  if (isOrdersTopic(feed)) {
    const { rev, rows } = (await store.orders.read(clubOf(feed))) ?? { rev: 0, rows: [] }
    return { type: 'state', topic: 'orders', epoch, rev, data: rows.map(toClubLine) }
  }
  if (feed === 'ordering') {
    const { rev, rows } = await store.ordering.read()
    const data = toWireOrdering(orderingAt(rows, now), now)
    return { type: 'state', topic: 'ordering', epoch, rev, data }
  }
  const topic = feed === 'catalogue' ? 'inventory' : feed
  return { type: 'state', topic, epoch, rev: await readRev(store, feed) }
}

function toText(state: StateFrame): string {
  const text = JSON.stringify(state)
  if (Buffer.byteLength(text) <= limits.stateBytes) return text
  return JSON.stringify({ ...state, data: undefined })
}

/** The frames of these rows; `null` if they are too large to send. */
function toFrames(rows: readonly BoardFrame[]): Told[] | null {
  const told: Told[] = []
  let bytes = 0
  for (const row of rows) {
    const frame = JSON.stringify(row)
    bytes += Buffer.byteLength(frame)
    if (bytes > limits.stateBytes) return null
    told.push({ topic: row.topic, frame })
  }
  return told
}

/** Tells the rows of the board that changed since the reading before. If they are too large, it tells the revision alone, and pages read the board. */
function createBoardReader(store: Store): () => Promise<Reading> {
  const clubs = new Map<string, number>()
  const items = new Map<string, number>()
  // The first reading holds every row. It is not told, because no socket has received one before it.
  let isFirst = true

  return async () => {
    const { epoch } = store
    const { rev, rows } = await store.orders.board({ clubs, items })
    // A page can show a line only if it knows the line's item, so the items come first.
    const rowFrames: BoardFrame[] = []
    const ofRow = (own: number) => ({ type: 'state', epoch, rev: own, board_rev: rev }) as const
    for (const data of rows.items) {
      items.set(data._id, data.rev)
      const { _id: item_id } = data
      rowFrames.push({ ...ofRow(data.rev), topic: 'inventory', item_id, data })
    }
    for (const data of rows.clubs) {
      clubs.set(data.user_id, data.rev)
      const { user_id } = data
      rowFrames.push({ ...ofRow(data.rev), topic: 'orders', user_id, data })
    }
    const state: StateFrame = { type: 'state', topic: 'board', epoch, rev }
    const frame = JSON.stringify(state)
    const told = toFrames(isFirst ? [] : rowFrames) ?? [{ topic: state.topic, frame }]
    isFirst = false
    return { rev, frame, told }
  }
}

/** Whether to read the revision first, and the data only if it moved. Not for `ordering`, whose state also changes with time, and not for feeds that are a revision alone. */
const readsRevFirst = (feed: Feed) => feed === 'board' || isOrdersTopic(feed)

function createStateReader(
  store: Store,
  feed: Exclude<Feed, 'board'>,
  now: () => number,
): () => Promise<Reading> {
  return async () => {
    const state = await readState(store, feed, now())
    const frame = toText(state)
    const { rev, topic } = state
    return { rev, frame, told: [{ topic, frame }] }
  }
}

/** Reads the feed from the store; skips its data when the revision `known` says that nothing moved. */
export function createReader(store: Store, feed: Feed, now: () => number): Reader {
  const read = feed === 'board' ? createBoardReader(store) : createStateReader(store, feed, now)
  if (!readsRevFirst(feed)) return read
  return async (known) => (known !== null && (await readRev(store, feed)) === known ? null : read())
}
