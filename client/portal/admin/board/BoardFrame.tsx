import { memo } from 'react'
import type { BoardItem } from '#src/contract/board.ts'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { FRAME_COLUMNS } from './BoardCell.tsx'
import { type Column, useDesk } from './desk.ts'
import { type ItemTotals, totalsOfItem } from './model/totals.ts'
import { asideText, isLongName } from './model/words.ts'
import { selectBlock } from './hand.ts'
import { place } from './place.ts'
import { useRowLines } from './use-row-lines.ts'
import { Was } from './Was.tsx'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import cell from './BoardCell.late.module.css'
import styles from './BoardFrame.late.module.css'
import grid from './BoardGrid.late.module.css'

const Zero = () => <span className={styles.Zero}>0</span>
const numberOr0 = (value: number) => (value === 0 ? <Zero /> : grouped(value))

function Shelf({ was, left }: { was: number; left: number }) {
  if (was === left)
    return (
      <div
        {...TABLE_ROLES.gridcell}
        className={styles.Number}
        aria-colindex={2}
        data-none={was === 0 || undefined}
      >
        {numberOr0(was)}
      </div>
    )
  return (
    <div
      {...TABLE_ROLES.gridcell}
      className={styles.Number}
      aria-colindex={2}
      data-draft
      data-bad={left < 0 || undefined}
    >
      <span className="sr">
        On shelf: {grouped(left)}, was {grouped(was)}
      </span>
      <span aria-hidden="true">
        {left < 0 && <Icon name="warning" />}
        {`${was}${left}`.length <= (left < 0 ? 4 : 6) && (
          <>
            <small>{grouped(was)}</small>
            <i className={cell.To} />
          </>
        )}
        <b>{grouped(left).replace('-', '−')}</b>
      </span>
    </div>
  )
}

function FrameNumbers({
  item,
  totals,
  saved,
}: {
  item: BoardItem
  totals: ItemTotals
  saved: number
}) {
  return (
    <>
      <Shelf was={item.itemQuantity} left={totals.left} />
      <div {...TABLE_ROLES.gridcell} className={styles.Number} aria-colindex={3}>
        {numberOr0(totals.asked)}
      </div>
      <div
        {...TABLE_ROLES.gridcell}
        className={styles.Number}
        aria-colindex={4}
        data-draft={totals.given !== saved || undefined}
      >
        {totals.given === saved ? (
          numberOr0(saved)
        ) : (
          <>
            {`${saved}${totals.given}`.length <= 4 && <Was was={saved} now={totals.given} />}
            <b>{grouped(totals.given)}</b>
          </>
        )}
      </div>
      <div
        {...TABLE_ROLES.gridcell}
        className={cx(styles.Number, styles.Short)}
        aria-colindex={FRAME_COLUMNS}
        data-short={totals.short > 0 || undefined}
        data-spent={totals.left === 0 || undefined}
      >
        {totals.short === 0 ? <Zero /> : <b>{grouped(totals.short)}</b>}
      </div>
    </>
  )
}

export type RowRule = 'end' | 'fifth' | undefined

type NameProps = {
  item: BoardItem
  row: number
  /** Pixels from the first row. */
  y: number
  /** The rule below it: a plank ends the short items, and a heavier line each five rows. */
  rule: RowRule
}

/** An item's row before its numbers and cells are there. */
export const BoardName = memo(function BoardName({ item, row, y, rule }: NameProps) {
  return (
    <div
      {...TABLE_ROLES.row}
      className={cx(grid.Line, styles.FrameRow)}
      ref={(element) => place(element, { top: y })}
      aria-rowindex={row + 2}
      data-rule={rule}
    >
      <div {...TABLE_ROLES.rowheader} className={styles.Item} aria-colindex={1}>
        <span className={styles.Name} data-clamped={isLongName(item.itemName) || undefined}>
          {item.itemName}
        </span>
      </div>
    </div>
  )
})

type Note = { words: string; tone: 'bad' | 'news' | 'quiet' }

/** The note below an item's name: why a save was refused, what somebody else just changed, or how many units are rejected or ordered online. */
function useNote(
  item: BoardItem,
  { lines, drafts, wasOf }: ReturnType<typeof useRowLines>,
  columns: readonly Column[],
  totals: ItemTotals,
): Note | null {
  const refusal = useDesk(({ refused }) => refused.get(item._id))
  if (refusal && [...lines.values()].every(({ _id }) => refusal.drafts[_id] === drafts[_id]))
    return { words: refusal.words, tone: 'bad' }
  for (const { id, name, plank, address } of columns) {
    const line = lines.get(id)
    const was = line && wasOf(line)
    if (line && was !== undefined)
      return {
        words: `${address === null ? plank : name} ${was} to ${line.allotted_quantity} now`,
        tone: 'news',
      }
  }
  return totals.aside > 0 ? { words: asideText(totals), tone: 'quiet' } : null
}

type FrameProps = NameProps & {
  columns: readonly Column[]
  onShare: (itemId: string) => void
}

/** What stays in view of an item: its name and its numbers. Its cells lie beside it, in a row of the same index. */
export const BoardFrame = memo(function BoardFrame(props: FrameProps) {
  const { item, row, y, rule, columns, onShare } = props
  const known = useRowLines(item)
  const { lines, drafts } = known
  const totals = totalsOfItem(item, lines.values(), drafts)
  const note = useNote(item, known, columns, totals)
  const isHere = useDesk(({ at }) => at?.itemId === item._id)
  const saved = [...lines.values()].reduce((sum, line) => sum + line.allotted_quantity, 0)
  return (
    <div
      {...TABLE_ROLES.row}
      className={cx(grid.Line, styles.FrameRow)}
      ref={(element) => place(element, { top: y })}
      aria-rowindex={row + 2}
      data-here={isHere || undefined}
      data-rule={rule}
      data-course={row % 5}
    >
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
          data-clamped={note !== null || isLongName(item.itemName) || undefined}
          onClick={() => selectBlock({ top: row, left: 0, bottom: row, right: columns.length - 1 })}
        >
          <span>{item.itemName}</span>
        </button>
        {note && (
          <span className={styles.Note} data-tone={note.tone}>
            {note.words}
          </span>
        )}
        <button
          type="button"
          className={styles.ShareButton}
          data-short={(totals.short > 0 && totals.left !== 0) || undefined}
          tabIndex={-1}
          aria-label={`Share out ${item.itemName}`}
          onClick={() => onShare(item._id)}
        >
          <Icon name="share" size="small" />
        </button>
      </div>
      <FrameNumbers item={item} totals={totals} saved={saved} />
    </div>
  )
})
