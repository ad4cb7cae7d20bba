import { memo, type ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { BoardCell, FRAME_COLUMNS } from './BoardCell.tsx'
import { cellKey, type Column, positionOf, useDesk } from './desk.ts'
import type { Draft, Drafts } from './model/drafts.ts'
import type { RowLines } from './model/index-board.ts'
import { blockOf } from './model/moves.ts'
import { type ItemTotals, totalsOfItem } from './model/totals.ts'
import styles from './Board.late.module.css'

const NO_LINES: RowLines = new Map()
const NO_TEXTS: readonly undefined[] = []

/** What of the desk belongs to one row. The row is shown again only when something of it changes. */
function useRow(item: BoardItem, row: number, columns: readonly Column[]) {
  const id = item._id
  const lines = useDesk(({ index }) => index?.rows.get(id) ?? NO_LINES)
  const drafts: Drafts = useDesk(
    useShallow(({ drafts: all }) => {
      const own: Record<string, Draft> = {}
      for (const { _id } of lines.values()) {
        const draft = all[_id]
        if (draft) own[_id] = draft
      }
      return own
    }),
  )
  const marks = useDesk(
    useShallow(({ news, gone }) =>
      [...lines.values()].map(({ _id }) => (gone.has(_id) ? 'gone' : news.get(_id))),
    ),
  )
  const wrong = useDesk(
    useShallow(({ wrong: texts }) =>
      texts.size === 0
        ? NO_TEXTS
        : columns.map(({ id: clubId }) => texts.get(cellKey({ itemId: id, clubId }))),
    ),
  )
  const here = useDesk(({ at }) => (at?.itemId === id ? at.clubId : null))
  const typing = useDesk(({ at, typing: typed }) =>
    at?.itemId === id ? (typed?.text ?? null) : null,
  )
  const [pickedFrom, pickedTo] = useDesk(
    useShallow(({ view, at, anchor }) => {
      const [from, to] = [positionOf(view, anchor), positionOf(view, at)]
      if (!from || !to) return [1, 0] as const
      const { top, bottom, left, right } = blockOf(from, to)
      return row < top || row > bottom ? ([1, 0] as const) : ([left, right] as const)
    }),
  )
  const refusal = useDesk(({ refused }) => refused.get(id))
  const isRefused =
    refusal && [...lines.values()].every(({ _id }) => refusal.drafts[_id] === drafts[_id])
  const markOf = new Map([...lines.values()].map(({ _id }, at) => [_id, marks[at]]))
  return {
    lines,
    drafts,
    wrong,
    here,
    typing,
    refused: isRefused ? refusal.words : null,
    isPicked: (column: number) => column >= pickedFrom && column <= pickedTo,
    isGone: ({ _id }: BoardLine) => markOf.get(_id) === 'gone',
    wasOf({ _id }: BoardLine): number | undefined {
      const mark = markOf.get(_id)
      return typeof mark === 'number' ? mark : undefined
    },
  }
}

const Zero = () => <span className={styles.Zero}>0</span>
const numberOr0 = (value: number) => (value === 0 ? <Zero /> : grouped(value))

function Shelf({ was, left }: { was: number; left: number }) {
  if (was === left)
    return (
      <td className={styles.Number} aria-colindex={2} data-none={was === 0 || undefined}>
        {numberOr0(was)}
      </td>
    )
  return (
    <td className={styles.Number} aria-colindex={2} data-draft data-bad={left < 0 || undefined}>
      <span className="sr">
        On shelf: {grouped(left)}, was {grouped(was)}
      </span>
      <span aria-hidden="true">
        {left < 0 && <Icon name="warning" />}
        {`${was}${left}`.length <= (left < 0 ? 4 : 6) && (
          <>
            <small>{grouped(was)}</small>
            <i className={styles.To} />
          </>
        )}
        <b>{grouped(left).replace('-', '−')}</b>
      </span>
    </td>
  )
}

function Frame({ item, totals, saved }: { item: BoardItem; totals: ItemTotals; saved: number }) {
  return (
    <>
      <Shelf was={item.itemQuantity} left={totals.left} />
      <td className={styles.Number} aria-colindex={3}>
        {numberOr0(totals.asked)}
      </td>
      <td
        className={styles.Number}
        aria-colindex={4}
        data-draft={totals.given !== saved || undefined}
      >
        {totals.given === saved ? numberOr0(saved) : <b>{grouped(totals.given)}</b>}
      </td>
      <td className={cx(styles.Number, styles.Short)} aria-colindex={FRAME_COLUMNS}>
        {totals.short === 0 ? <Zero /> : <b>{grouped(totals.short)}</b>}
      </td>
    </>
  )
}

type RowProps = {
  item: BoardItem
  row: number
  columns: readonly Column[]
  left: number
  right: number
  /** What opens below the name, such as sharing the item out. */
  panel?: ReactNode
  onShare?: ((itemId: string) => void) | undefined
}

/** One item: its numbers, and a cell for each club that is in the page. */
export const BoardRow = memo(function BoardRow(props: RowProps) {
  const { item, row, columns, left, right, panel, onShare } = props
  const facts = useRow(item, row, columns)
  const { lines, drafts } = facts
  const totals = totalsOfItem(item, lines.values(), drafts)
  const saved = [...lines.values()].reduce((sum, line) => sum + line.allotted_quantity, 0)
  const changed = columns.find(({ id }) => {
    const line = lines.get(id)
    return line && facts.wasOf(line) !== undefined
  })
  const line = changed && lines.get(changed.id)
  const note = facts.refused
    ? { words: facts.refused, isBad: true }
    : changed && line
      ? {
          words: `${changed.plank} ${facts.wasOf(line)} to ${line.allotted_quantity} now`,
          isBad: false,
        }
      : null
  return (
    <tr
      aria-rowindex={row + 2}
      data-here={facts.here !== null || undefined}
      data-fifth={row % 5 === 4 || undefined}
      data-open={panel ? true : undefined}
      data-course={row % 5}
    >
      <th scope="row" className={styles.Item} aria-colindex={1} data-note={note ? true : undefined}>
        <span className={styles.Name} title={item.itemName}>
          {item.itemName}
        </span>
        {note && (
          <span className={styles.Note} data-bad={note.isBad || undefined}>
            {note.words}
          </span>
        )}
        {onShare && (
          <button
            type="button"
            className={styles.ShareButton}
            tabIndex={-1}
            aria-label={`Share out ${item.itemName}`}
            aria-expanded={panel !== undefined}
            onClick={() => onShare(item._id)}
          >
            <Icon name="share" size="small" />
          </button>
        )}
        {panel}
      </th>
      <Frame item={item} totals={totals} saved={saved} />
      <td className={styles.Gap} aria-hidden="true" />
      {columns.slice(left, right).map(({ id, name }, at) => {
        const column = left + at
        const here = facts.here === id
        const own = lines.get(id)
        return (
          <BoardCell
            key={id}
            itemName={item.itemName}
            clubName={name}
            column={column}
            line={own}
            draft={own && drafts[own._id]}
            left={own ? totals.left : 0}
            was={own && facts.wasOf(own)}
            isGone={own ? facts.isGone(own) : false}
            wrongText={facts.wrong[column]}
            isHere={here}
            isPicked={facts.isPicked(column)}
            typing={here ? facts.typing : null}
          />
        )
      })}
      <td className={styles.Gap} aria-hidden="true" />
    </tr>
  )
})
