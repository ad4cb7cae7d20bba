import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { type Board, type BoardClub, type BoardItem, inClubOrder } from '#src/contract/board.ts'
import { type BoardFrame, isNewer } from '#src/contract/frames.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { api, type Read, readList, unlessAt } from '#client/portal/data/api.ts'
import type { createLiveQueries } from '#client/portal/data/create-live-queries.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import { queryClient } from '#client/portal/data/query-client.ts'
import type { LiveConnection } from '#client/portal/data/connection.ts'
import { live } from '#client/portal/data/live.ts'

/** Whether the board has the item of every line of these clubs. If not, it has to be read. */
const isComplete = ({ items, clubs }: Board, of = clubs): boolean => {
  const known = new Set(items.map(({ _id }) => _id))
  return of.every(({ lines }) => lines.every(({ item_id }) => known.has(item_id)))
}

/** An item's row comes before its first line, and may stay after its last one: a view leaves out an item without lines. */
function withItem(board: Board, item: BoardItem): Board {
  const before = board.items.find(({ _id }) => _id === item._id)
  if (before && before.rev >= item.rev) return board
  if (!before) return { ...board, items: inListOrder([...board.items, item]) }
  const items = board.items.map((other) => (other === before ? item : other))
  // Sorting is slow, and only another name moves a row.
  return { ...board, items: before.itemName === item.itemName ? items : inListOrder(items) }
}

function withClub(board: Board, club: BoardClub): Board {
  const before = board.clubs.find(({ user_id }) => user_id === club.user_id)
  if (before && before.rev >= club.rev) return board
  return {
    ...board,
    clubs: inClubOrder([...board.clubs.filter((other) => other !== before), club]),
  }
}

/**
 * The board with one changed row; the same object if it had this revision or a later one. A club without lines leaves the board. Rows that
 * did not change stay the same objects.
 */
export const applyFrame = (board: Board, frame: BoardFrame): Board =>
  frame.topic === 'orders' ? withClub(board, frame.data) : withItem(board, frame.data)

type ReadBoard = (
  known: { epoch: string; rev: number } | null,
) => Promise<Read<Board> | 'unchanged'>

type Parts = {
  live: LiveConnection
  client: QueryClient
  liveQuery: ReturnType<typeof createLiveQueries>['liveQuery']
}

/** The board, read by HTTP and kept true row by row. It is read again when a row arrives that does not fit. */
export function createBoardData(read: ReadBoard, { live, client, liveQuery }: Parts) {
  /** The newest frame of each club and item. A read may be older than they are. */
  const frames = new Map<string, BoardFrame>()
  /** Whether a row came that does not fit, while the board was being read. */
  let isReadAgain = false

  const query = liveQuery<Board>({
    key: ['board'],
    topics: ['board'],
    async read(known) {
      for (;;) {
        isReadAgain = false
        const answer = await read(known)
        if (isReadAgain) continue
        if (answer === 'unchanged') return answer
        const rows = [...frames.values()]
          .filter(
            (frame) =>
              !answer.epoch || (frame.epoch === answer.epoch && frame.board_rev > answer.rev),
          )
          .reduce(applyFrame, answer.rows)
        // A newer row may have a line of an item of which no line was there when this was read.
        if (isComplete(rows)) return { ...answer, rows }
      }
    },
    // A row changes the board and not the revision that it was read at.
    merge: (known, next) => (next.epoch === known.epoch && next.rev < known.rev ? known : next),
  })

  function readSoon(): void {
    isReadAgain = true
    void client.refetchQueries({ queryKey: query.queryKey }, { cancelRefetch: false })
  }

  function receive(frame: BoardFrame): void {
    const id = frame.topic === 'orders' ? frame.user_id : frame.item_id
    // A late frame must not bring back a club that left since.
    if (!isNewer(frame, frames.get(id) ?? null)) return
    frames.set(id, frame)
    const known = client.getQueryData(query.queryKey)
    if (!known) return
    // A board without a revision takes each row that is newer than its own.
    if (known.epoch && frame.epoch !== known.epoch) return readSoon()
    if (known.epoch && frame.board_rev <= known.rev) return
    const rows = applyFrame(known.rows, frame)
    if (rows === known.rows) return
    client.setQueryData(query.queryKey, { ...known, rows })
    // A row of the stock takes no item away.
    if (frame.topic === 'orders' && !isComplete(rows, [frame.data])) readSoon()
  }

  return {
    /** For `useLive`. */
    query,
    /** Opens the board, and calls `take` with each state of it; answers how to end it. */
    follow(take: (board: Board) => void): () => void {
      const close = live.open('board', receive)
      const observer = new QueryObserver(client, query)
      let taken: Board | undefined
      function show({ data }: { data?: { rows: Board } | undefined }): void {
        if (!data || data.rows === taken) return
        taken = data.rows
        take(data.rows)
      }
      show(observer.getCurrentResult())
      const stop = observer.subscribe(show)
      return () => {
        stop()
        close()
        // An answer that comes without the frames since may be older than what is known.
        void client.cancelQueries({ queryKey: query.queryKey })
        frames.clear()
      }
    },
  }
}

/** The board of this document. */
export const boardData = createBoardData(
  (known) =>
    readList(api.cart.board.get(unlessAt(known)), {
      items: [{ _id: '', itemName: '', itemQuantity: 0, rev: 0 }],
      clubs: [{ user_id: '', clubName: '', rev: 0, lines: [] }],
    }),
  {
    live,
    client: queryClient,
    liveQuery,
  },
)
