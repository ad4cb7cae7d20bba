import type { Board, BoardClub } from '#src/contract/board.ts'
import type { BoardFrame } from '#src/contract/frames.ts'
import { api, type Read, readList, unlessAt } from '#client/portal/api.ts'
import type { LiveConnection } from '#client/portal/live/connection.ts'
import { live as browserLive } from '#client/portal/live/live.ts'
import { createLiveState } from '#client/portal/live/state.ts'
import { applyFrame, isComplete, type KnownBoard, toKnown } from './apply-frame.ts'

type ReadBoard = (
  shown: { epoch: string; rev: number } | null,
) => Promise<Read<Board> | 'unchanged'>

/**
 * The board, read by HTTP and kept true row by row. It is read again after a reconnect that missed something, and when a row arrives that
 * does not fit.
 */
export function createBoardData(read: ReadBoard, live: LiveConnection = browserLive) {
  /** The rows that arrive while the board is read: the answer may be older than they are. */
  let arriving: BoardFrame[] | null = null

  const state = createLiveState<KnownBoard>(
    {
      topics: ['board'],
      async read(shown) {
        const arrived: BoardFrame[] = []
        arriving = arrived
        try {
          const answer = await read(shown)
          if (answer === 'unchanged') return answer
          const board = toKnown(answer.rows, answer.rev)
          const rows = arrived
            .filter(({ epoch }) => epoch === answer.epoch)
            .reduce(applyFrame, board)
          return { ...answer, rows }
        } finally {
          if (arriving === arrived) arriving = null
        }
      },
    },
    live,
  )

  function receive(row: BoardFrame): void {
    arriving?.push(row)
    const revision = state.shown()
    if (!revision) return
    if (row.epoch !== revision.epoch) return state.readSoon()
    state.apply((board) => applyFrame(board, row))
    const { value } = state.store.getState()
    // A row of the stock takes no item away.
    const isTouched = (club: BoardClub) => row.topic === 'orders' && club.user_id === row.user_id
    if (value && !isComplete(value, value.clubs.filter(isTouched))) state.readSoon()
  }

  /** Opens the board and keeps it true; answers how to end it. */
  function activate(): () => void {
    const close = live.open('board', receive)
    const end = state.activate()
    return () => {
      close()
      end()
    }
  }

  return {
    activate,
    /** A zustand store: `value` is the board, with the phase of loading and the error of the last read. */
    store: state.store,
    /** Reads now, for a "Try again"; settles when it is done, and never rejects. */
    reload: state.reload,
    shown: state.shown,
  }
}

/** The board of this document. */
export const boardData = createBoardData((shown) => readList(api.cart.board.get(unlessAt(shown))))
