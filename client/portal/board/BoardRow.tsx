import { type ComponentProps, memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BoardItem } from '#src/contract/board.ts'
import { mayDo } from '#client/shared/session.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { isolated } from '#src/rules/isolated.ts'
import { grouped } from '#src/rules/number-text.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import { type Across, BoardCell, HEADER_COLUMNS } from './BoardCell.tsx'
import { cellKey, type Column, useBoard } from './board-store.ts'
import { type RowLines, rowOf } from './model/index-board.ts'
import type { LineDraft, LineDrafts } from './model/line-drafts.ts'
import { type ItemTotals, totalsOfItem } from './model/totals.ts'
import { asideText } from './model/words.ts'
import { selectRow, shareItem } from './selection.ts'
import { Was } from './BoardParts.tsx'
import styles from './BoardGrid.module.css'

type NumberProps = Omit<ComponentProps<'div'>, 'children'> & {
  column: number
  was?: number
  now: number
  /** Digits that fit beside each other: only then what it was is shown too. */
  room?: number
}

/** A number of an item: what it was, if drafts change it, and what it is with them. */
function NumberCell({ column, now, was = now, room = 4, ...marks }: NumberProps) {
  const isPlain = was === now && (column < HEADER_COLUMNS || now === 0)
  const Value = isPlain ? 'span' : 'b'
  return (
    <div
      {...TABLE_ROLES.gridcell}
      className={styles.Number}
      aria-colindex={column}
      data-draft={was !== now || undefined}
      data-zero={(isPlain && now === 0) || undefined}
      {...marks}
    >
      {now < 0 && <Icon name="warning" />}
      {`${was}${now}`.length <= room && <Was was={was} now={now} />}
      <Value>{grouped(now).replace('-', '−')}</Value>
    </div>
  )
}

type ItemNumbersProps = { item: BoardItem; totals: ItemTotals; saved: number }

/** An item's numbers: on the shelf, asked, given and short. */
const ItemNumbers = ({ item, totals, saved }: ItemNumbersProps) => (
  <>
    <NumberCell
      column={2}
      was={item.itemQuantity}
      now={totals.left}
      room={totals.left < 0 ? 4 : 6}
      data-bad={totals.left < 0 || (totals.left === 0 && item.itemQuantity === 0) || undefined}
    />
    <NumberCell column={3} now={totals.asked} />
    <NumberCell column={4} was={saved} now={totals.given} />
    <NumberCell
      column={HEADER_COLUMNS}
      now={totals.short}
      data-short={totals.short > 0 || undefined}
      data-spent={totals.left === 0 || undefined}
    />
  </>
)

type Note = { words: string; tone: 'bad' | 'live' | 'quiet' }

/** The note below an item's name: why a save was refused, what somebody else just changed, or how many units are rejected or ordered online. */
function useNote(
  item: BoardItem,
  { lines, drafts, columns, totals }: RowFacts & { columns: readonly Column[]; totals: ItemTotals },
): Note | null {
  const refusal = useBoard((board) => board.refusal)
  const refused = refusal?.rows.find(({ itemId }) => itemId === item._id)
  const changed = useBoard(({ changed }) =>
    columns.find(({ id }) => changed.has(lines.get(id)?._id ?? '')),
  )
  const line = changed && lines.get(changed.id)
  const was = useBoard(({ changed }) => line && changed.get(line._id))
  if (refused && [...lines.values()].every(({ _id }) => refusal?.drafts[_id] === drafts[_id]))
    return { words: refused.words, tone: 'bad' }
  if (line && was !== undefined) {
    const { name, label, address } = changed
    return {
      words: `${isolated(address === null ? label : name)} ${was} to ${line.allotted_quantity} now`,
      tone: 'live',
    }
  }
  return totals.aside > 0 ? { words: asideText(totals), tone: 'quiet' } : null
}

type RowFacts = { lines: RowLines; drafts: LineDrafts }

/** The lines of an item and their drafts: the same objects while nothing of them changes. */
function useRow({ _id: id }: BoardItem): RowFacts {
  const lines = useBoard(({ index }) => rowOf(index, id))
  const drafts = useBoard(
    useShallow((board) => {
      const own: Record<string, LineDraft> = {}
      for (const { _id } of lines.values()) {
        const draft = board.drafts[_id]
        if (draft) own[_id] = draft
      }
      return own
    }),
  )
  return { lines, drafts }
}

type RowProps = {
  item: BoardItem
  row: number
  /** Pixels from the top of the grid. */
  top: number
  /** The rule below it: one ends the short items, and a heavier line each five rows. */
  rule: 'end' | 'fifth' | undefined
  across: Across
}

/** One item: its name and numbers, which stay in view, and its cells for the clubs that are seen. */
export const BoardRow = memo(function BoardRow(props: RowProps) {
  const { item, row, top, rule, across } = props
  const { columns, left, right, from, width } = across
  const { lines, drafts } = useRow(item)
  const totals = totalsOfItem(item, lines.values(), drafts)
  const note = useNote(item, { lines, drafts, columns, totals })
  const active = useBoard((board) => (board.active?.itemId === item._id ? board.active : null))
  const notTaken = useBoard((board) => board.notTaken)
  const saved = [...lines.values()].reduce((sum, line) => sum + line.allotted_quantity, 0)
  /** Where nothing was asked, there is no cell. The cell with the focus is there wherever one scrolls. */
  const isShown = (clubId: string, column: number) =>
    active?.clubId === clubId ||
    (column >= left &&
      column < right &&
      (lines.has(clubId) || notTaken.has(cellKey({ itemId: item._id, clubId }))))
  return (
    <div
      {...TABLE_ROLES.row}
      className={styles.Row}
      style={{ top }}
      aria-rowindex={row + 2}
      data-here={active !== null || undefined}
      data-rule={rule}
    >
      <div className={styles.RowHead}>
        <div
          {...TABLE_ROLES.rowheader}
          className={styles.Item}
          aria-colindex={1}
          data-note={note ? true : undefined}
        >
          <button
            type="button"
            className={styles.Name}
            tabIndex={-1}
            aria-label={`Select ${item.itemName}`}
            title={item.itemName}
            onClick={() => selectRow(row)}
          >
            <span>{item.itemName}</span>
          </button>
          {note && (
            <span className={styles.Note} data-tone={note.tone}>
              {note.words}
            </span>
          )}
          {mayDo('orders.give') && (
            <button
              type="button"
              className={styles.ShareButton}
              data-short={(totals.short > 0 && totals.left !== 0) || undefined}
              tabIndex={-1}
              aria-label={`Share out ${item.itemName}`}
              onClick={() => shareItem(item._id)}
            >
              <Icon name="share" size="small" />
            </button>
          )}
        </div>
        <ItemNumbers item={item} totals={totals} saved={saved} />
      </div>
      {columns.map(
        (club, column) =>
          isShown(club.id, column) && (
            <BoardCell
              key={club.id}
              item={item}
              club={club}
              column={column}
              start={from + column * width}
              width={width}
              line={lines.get(club.id)}
              left={totals.left}
            />
          ),
      )}
    </div>
  )
})
