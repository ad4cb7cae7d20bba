import { memo, useMemo } from 'react'
import { grouped } from '#src/rules/number-text.ts'
import { cx } from '#client/shared/cx.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import { FRAME_COLUMNS } from './BoardCell.tsx'
import { type Column, useDesk } from './desk.ts'
import { selectBlock } from './hand.ts'
import { totalsOf, totalsOfClub } from './model/totals.ts'
import { isLongName } from './model/words.ts'
import { Legend } from './Legend.tsx'
import { place } from './place.ts'
import { type Facts, useSums } from './use-sums.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import frame from './BoardFrame.late.module.css'
import grid from './BoardGrid.late.module.css'
import styles from './BoardHead.late.module.css'

type PlankProps = {
  column: Column
  at: number
  from: number
  width: number
  isBehind: boolean
  asked: number
  given: number
}

/** A club's leaning plank, with what it gets of what it asked in the rows shown. */
const Plank = memo(function Plank(props: PlankProps) {
  const { column, at, from, width, isBehind, asked, given } = props
  const { id, name, plank, address } = column
  // The focused cell may be hidden by a filter.
  const isHere = useDesk(({ at, view }) => at?.clubId === id && view.rowAt.has(at.itemId))
  return (
    <div
      {...TABLE_ROLES.columnheader}
      className={styles.Club}
      ref={(element) => place(element, { left: from, width })}
      aria-label={`${name}: ${grouped(given)} of ${grouped(asked)} given`}
      aria-colindex={at + FRAME_COLUMNS + 1}
      data-even={at % 2 === 0 || undefined}
      data-here={isHere || undefined}
      data-behind={isBehind || undefined}
    >
      <button
        className={styles.Plank}
        type="button"
        tabIndex={-1}
        aria-label={`Select ${name}`}
        title={name}
        data-clamped={isLongName(plank) || undefined}
        data-alike={address !== null || undefined}
        onClick={() => {
          const bottom = useDesk.getState().view.items.length - 1
          selectBlock({ top: 0, bottom, left: at, right: at })
        }}
      >
        <span aria-hidden="true">
          {plank}
          {address !== null && <small>{address}</small>}
        </span>
      </button>
      <span className={frame.Total} aria-hidden="true">
        <b>{given}</b>/{asked}
      </span>
    </div>
  )
})

/** What each of these clubs asked of the rows shown, and gets. */
function useClubTotals(clubIds: readonly string[], { index, view, drafts }: Facts) {
  const lines = useMemo(
    () => new Map(index?.clubs.map(({ user_id: id, lines }) => [id, lines])),
    [index],
  )
  return clubIds.map((id) =>
    totalsOfClub(lines.get(id) ?? [], (itemId) => view.rowAt.has(itemId), drafts),
  )
}

function Sums({ facts }: { facts: Facts }) {
  const { index, view, drafts } = facts
  const { items } = view
  const totals = useMemo(
    () => (index ? totalsOf(index, items, drafts) : { left: 0, asked: 0, given: 0, short: 0 }),
    [index, items, drafts],
  )
  const sums = [
    ['On shelf', totals.left],
    ['Asked', totals.asked],
    ['Given', totals.given],
    ['Short', totals.short],
  ] as const
  return sums.map(([word, sum], at) => (
    <div key={word} {...TABLE_ROLES.columnheader} className={frame.Number} aria-colindex={at + 2}>
      <span className={frame.Word}>{word}</span>
      <span className={frame.Total}>
        <b>{grouped(sum)}</b>
      </span>
    </div>
  ))
}

type HeadProps = {
  columns: readonly Column[]
  items: number
  left: number
  right: number
  /** The first column whose foot is seen. */
  first: number
  offsets: readonly number[]
  /** Every column is in view: there is nowhere to walk. */
  isWhole: boolean
  onTurn: (by: 1 | -1) => void
}

/** The rail: what the columns are, and the sums of what is shown. */
export const BoardHead = memo(function BoardHead({
  columns,
  items,
  left,
  right,
  first,
  offsets,
  isWhole,
  onTurn,
}: HeadProps) {
  const facts = useSums()
  const shown = columns.slice(left, right)
  const totals = useClubTotals(
    shown.map(({ id }) => id),
    facts,
  )
  return (
    <div {...TABLE_ROLES.rowgroup} className={grid.Rail} data-rail="">
      <div {...TABLE_ROLES.row} aria-rowindex={1}>
        <div className={cx(frame.Frames, frame.FrameHead)} data-frame="">
          <div {...TABLE_ROLES.columnheader} className={frame.Item} aria-colindex={1}>
            <Legend />
            {!isWhole && (
              <fieldset className={grid.Pager}>
                <legend className="sr">Clubs in view</legend>
                <IconButton
                  icon="left"
                  label="Clubs before"
                  tabIndex={-1}
                  onClick={() => onTurn(-1)}
                />
                <IconButton
                  icon="right"
                  label="Next clubs"
                  tabIndex={-1}
                  onClick={() => onTurn(1)}
                />
              </fieldset>
            )}
            <span className={frame.Word}>Item</span>
            <span className={frame.Total}>
              {items} {items === 1 ? 'item' : 'items'}, {columns.length}{' '}
              {columns.length === 1 ? 'club' : 'clubs'}
            </span>
          </div>
          <Sums facts={facts} />
        </div>
        <div className={grid.Cells}>
          {shown.map((column, at) => {
            const from = offsets[left + at] ?? 0
            const { asked = 0, given = 0 } = totals[at] ?? {}
            return (
              <Plank
                key={column.id}
                column={column}
                at={left + at}
                from={from}
                width={(offsets[left + at + 1] ?? from) - from}
                isBehind={left + at < first}
                asked={asked}
                given={given}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
})
