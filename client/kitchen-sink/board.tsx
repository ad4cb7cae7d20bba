import { useEffect } from 'react'
import type { Board, BoardLine } from '#src/contract/board.ts'
import { BoardGrid } from '#client/portal/admin/board/BoardGrid.tsx'
import { CellPanel } from '#client/portal/admin/board/CellPanel.tsx'
import { setDrafts, takeBoard, useBoard } from '#client/portal/admin/board/board-store.ts'
import { selectBlock } from '#client/portal/admin/board/selection.ts'
import { LoadingBoard } from '#client/portal/admin/board/LoadingBoard.tsx'
import { setDraft } from '#client/portal/admin/board/model/line-drafts.ts'
import { placedAt } from '#client/portal/admin/board/model/index-board.ts'
import { SharePanel } from '#client/portal/admin/board/SharePanel.tsx'
import styles from '#client/portal/admin/board/BoardPage.module.css'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { nothing, Part, Row } from './parts.tsx'

const CLUBS = ['Drama Club', 'Music Club', 'Theatre Club', 'Society for Classical Dance']
const SHELF = 20

/** One item for each mark: what its first club's line says. The other clubs have a line in some rows. */
const MARKS: Record<string, Partial<BoardLine>> = {
  Undecided: {},
  Partly: { allotted_quantity: 7 },
  All: { allotted_quantity: 12 },
  'Ready for Pickup': { allotted_quantity: 12, status: 'Ready' },
  Delivered: { allotted_quantity: 12, delivered_quantity: 12, status: 'Delivered' },
  'Ordered from online retailer': { status: 'Ordered from online retailer' },
  Rejected: { status: 'Rejected' },
  'Held back': {
    allotted_quantity: 7,
    announced: { allotted_quantity: 0, status: 'Pending', remarks: '' },
  },
  'Not saved': { allotted_quantity: 4 },
  'Over the shelf': { allotted_quantity: 4 },
  Conflict: { allotted_quantity: 3 },
  'Changed just now': { allotted_quantity: 3 },
}

const names = Object.keys(MARKS)
const lineId = (item: string, club: string) => `${item}/${club}`

const boardWith = (changed: Record<string, Partial<BoardLine>>): Board => ({
  items: names.map((itemName) => ({
    _id: itemName,
    itemName,
    itemQuantity: SHELF,
    itemStatus: 'enabled',
    rev: 1,
  })),
  clubs: CLUBS.map((clubName, at) => ({
    user_id: clubName,
    cart_id: clubName,
    clubName,
    cordName: 'Coordinator',
    email: `club-${at}@campus.example`,
    rev: 1,
    lines: names
      .filter((_, row) => at === 0 || (row + at) % 3 === 0)
      .map((item_id) => ({
        _id: lineId(item_id, clubName),
        item_id,
        ordered_quantity: 12,
        allotted_quantity: 0,
        delivered_quantity: 0,
        status: 'Pending',
        remarks: '',
        ordered_at: `2026-11-18T09:0${at}:00.000Z`,
        ...(at === 0 && MARKS[item_id]),
        ...changed[lineId(item_id, clubName)],
      })),
  })),
})

/** Types over the first club's lines, then lets somebody else change two of them. */
function fill() {
  takeBoard(boardWith({}))
  const { index } = useBoard.getState()
  const typed = { 'Not saved': 9, 'Over the shelf': 60, Conflict: 6 }
  setDrafts(
    Object.entries(typed).reduce((drafts, [item, given]) => {
      const line = placedAt(index, lineId(item, 'Drama Club'))?.line
      return line ? setDraft(drafts, line, 'given', given) : drafts
    }, useBoard.getState().drafts),
  )
  takeBoard(
    boardWith({
      [lineId('Conflict', 'Drama Club')]: { allotted_quantity: 5 },
      [lineId('Changed just now', 'Drama Club')]: { allotted_quantity: 7 },
    }),
  )
}

/** The board with each of its marks in a row of its own. */
export function BoardStates() {
  useEffect(fill, [])
  const items = useBoard((board) => board.view.items)
  const [first] = items
  // A phone has a list instead of the grid.
  const isPhone = useMedia('(width < 40rem)')
  return (
    <Part title="The board">
      <Row>
        <Button onClick={() => selectBlock({ top: 1, left: 0, bottom: 4, right: 2 })}>
          Select a block
        </Button>
      </Row>
      <div className={styles.Page}>
        {first && !isPhone && (
          <div className={styles.Stage}>
            <BoardGrid onShare={nothing} />
          </div>
        )}
        <CellPanel />
      </div>
      {first && <SharePanel items={[first]} title={first.itemName} isPhone onShowLoss={nothing} />}
      <LoadingBoard />
    </Part>
  )
}
