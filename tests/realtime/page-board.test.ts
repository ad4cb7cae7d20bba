/** The board of a page: what it says to the server, and what it shows while it is read and rows arrive. */
import { describe, expect, test } from 'bun:test'
import { createBoardData } from '#client/portal/board/board-data.ts'
import { createLiveQueries } from '#client/portal/data/create-live-queries.ts'
import { createQueryClient } from '#client/portal/data/query-client.ts'
import type { Board, BoardClub } from '#src/contract/board.ts'
import type { ServerFrame } from '#src/contract/frames.ts'
import { asNewest, type Read } from '#client/portal/data/api.ts'
import { createScriptedPage } from './support/scripted-wire.ts'

const OFFICE = { personId: 'office', role: 'bosslevel', token: 'token-1' } as const

const club = (rev: number, given: number): BoardClub => ({
  user_id: 'film',
  cart_id: 'cart',
  clubName: 'Film Club',
  cordName: '',
  email: '',
  rev,
  lines: [
    {
      _id: 'line',
      item_id: 'rope',
      ordered_quantity: 9,
      allotted_quantity: given,
      delivered_quantity: 0,
      status: 'Pending',
      remarks: '',
      ordered_at: '2026-11-21T12:00:00.000Z',
    },
  ],
})
const ofGlue = (rev: number, given: number): BoardClub => {
  const { lines, ...film } = club(rev, given)
  return { ...film, rev, lines: lines.map((line) => ({ ...line, item_id: 'glue' })) }
}
const rope = {
  _id: 'rope',
  itemName: 'Rope',
  itemQuantity: 9,
  itemStatus: 'enabled',
  unit: '',
  place: '',
  rev: 1,
} as const
const at = (rev: number, of: BoardClub, epoch = 'e1'): Read<Board> => ({
  epoch,
  rev,
  rows: { items: [rope], clubs: [of] },
})
const row = (rev: number, given: number, epoch = 'e1', data = club(rev, given)): ServerFrame => ({
  type: 'state',
  topic: 'orders',
  user_id: data.user_id,
  epoch,
  rev,
  board_rev: rev + 5,
  data,
})
const state = (rev: number): ServerFrame => ({ type: 'state', topic: 'board', epoch: 'e1', rev })

function createScriptedBoard() {
  const page = createScriptedPage()
  page.setCredentials(OFFICE)
  const waiting: ((answer: Read<Board> | 'unchanged') => void)[] = []
  let asked = 0
  const client = createQueryClient()
  const board = createBoardData(
    () => {
      asked++
      return new Promise((resolve) => waiting.push(resolve))
    },
    { live: page.core, client, ...createLiveQueries(page.core, client) },
  )
  let shown: Board | undefined
  return {
    ...page,
    /** Shows the board; answers how to leave it. */
    show: () => board.follow((next) => void (shown = next)),
    /** What is kept of the board. */
    kept: () => client.getQueryData(board.query.queryKey)?.rows,
    asked: () => asked,
    async answer(answer: Read<Board> | 'unchanged') {
      waiting.shift()?.(answer)
      await page.time.advance(0)
    },
    given: () => shown?.clubs[0]?.lines[0]?.allotted_quantity,
    saidOfBoard: () => page.said.filter((frame) => JSON.stringify(frame).includes('board')),
  }
}

/** A live page that has asked for the board. */
async function openBoard() {
  const page = createScriptedBoard()
  page.goLive()
  const leave = page.show()
  await page.time.advance(0)
  return { ...page, leave }
}

/** A live page that shows the board at revision 10. */
async function showBoard() {
  const page = await openBoard()
  await page.answer(at(10, club(5, 0)))
  return page
}

const OPEN = { type: 'open', topic: 'board' }
const CLOSE = { type: 'close', topic: 'board' }

describe('a page', () => {
  test('opens the board when it is shown, again after a reconnect, and closes it', async () => {
    const page = createScriptedBoard()
    const end = page.show()
    page.goLive()
    expect(page.saidOfBoard()).toEqual([OPEN])
    page.hangUp(1006)
    await page.time.advance(60_000)
    page.goLive()
    expect(page.saidOfBoard()).toEqual([OPEN, OPEN])
    end()
    expect(page.saidOfBoard()).toEqual([OPEN, OPEN, CLOSE])
    page.hangUp(1006)
    await page.time.advance(60_000)
    page.goLive()
    expect(page.saidOfBoard()).toEqual([OPEN, OPEN, CLOSE])
  })

  test('says nothing of the board for a club or a visitor', async () => {
    for (const credentials of [null, { ...OFFICE, role: 'user' as const }]) {
      const page = createScriptedBoard()
      page.setCredentials(credentials)
      page.show()()
      page.goLive()
      page.show()
      expect(page.saidOfBoard()).toEqual([])
    }
  })
})

describe('the board', () => {
  test('shows no late row of a club that left, by a row or before it was read, and a newer one', async () => {
    const page = await showBoard()
    page.tell(row(8, 0, 'e1', { ...club(8, 0), lines: [] }))
    page.tell(row(7, 1))
    page.tell(row(5, 1, 'e1', { ...club(5, 1), user_id: 'art' }))
    expect(page.kept()?.clubs).toEqual([])
    page.tell(row(9, 2))
    expect(page.given()).toBe(2)
  })

  test('is read again if it has not the item of a row that arrived while it was read', async () => {
    const page = await openBoard()
    page.tell(row(7, 2, 'e1', ofGlue(7, 2)))
    await page.answer(at(10, club(5, 0)))
    expect([page.given(), page.asked()]).toEqual([undefined, 2])
    const glue = { ...rope, _id: 'glue' }
    await page.answer({ ...at(12, ofGlue(7, 2)), rows: { items: [glue], clubs: [ofGlue(7, 2)] } })
    expect([page.given(), page.asked()]).toEqual([2, 2])
    page.tell(state(13))
    await page.time.advance(250)
    page.tell(row(9, 3, 'e1', { ...club(9, 3), user_id: 'art' }))
    await page.answer('unchanged')
    expect(page.asked()).toBe(4)
  })

  test('takes rows by their own revisions if a proxy has lost that of the board', async () => {
    const page = await openBoard()
    page.tell(row(6, 1))
    await page.answer(asNewest(at(10, club(5, 0)).rows))
    expect(page.given()).toBe(1)
    page.tell(row(8, 3))
    page.tell(row(7, 2))
    await page.time.advance(10_000)
    expect([page.given(), page.asked()]).toEqual([3, 1])
  })

  test('does not go back when the answer to an earlier page comes after it was left', async () => {
    const page = await showBoard()
    page.tell(state(11))
    await page.time.advance(250)
    page.tell(row(7, 2))
    page.leave()
    page.show()
    await page.answer(at(11, club(6, 1)))
    expect(page.given()).toBe(2)
  })

  test('is read again, at most once in 250 ms, for a row of another epoch or an unknown item', async () => {
    const page = await showBoard()
    page.tell(row(1, 3, 'e2'))
    page.tell(row(2, 3, 'e2'))
    expect(page.given()).toBe(0)
    await page.time.advance(250)
    await page.answer(at(3, club(2, 3), 'e2'))
    expect([page.given(), page.asked()]).toEqual([3, 2])

    page.tell(row(3, 4, 'e2', ofGlue(3, 4)))
    await page.time.advance(250)
    expect(page.asked()).toBe(3)
  })
})
