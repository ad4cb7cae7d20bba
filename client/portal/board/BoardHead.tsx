import { memo, useMemo } from 'react'
import { counted, grouped } from '#src/rules/number-text.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import { type Across, HEADER_COLUMNS } from './BoardCell.tsx'
import { type Column, useBoard, useDeferredBoard } from './board-store.ts'
import { Legend } from './Legend.tsx'
import { totalsOf, totalsOfClub } from './model/totals.ts'
import { selectColumn } from './selection.ts'
import styles from './BoardGrid.module.css'

type ClubHeadProps = {
  column: Column
  at: number
  start: number
  width: number
  /** Its column is scrolled behind the row headers: its name would lean out from there. */
  isBehind: boolean
  asked: number
  given: number
}

/** A club's name on a leaning board, with what the club gets of what it asked in the rows shown. */
const ClubHead = memo(function ClubHead(props: ClubHeadProps) {
  const { column, at, start, width, isBehind, asked, given } = props
  const { id, name, label, address } = column
  // The active cell may be hidden by a filter.
  const isHere = useBoard(
    ({ active, view }) => active?.clubId === id && view.rowAt.has(active.itemId),
  )
  return (
    <div
      {...TABLE_ROLES.columnheader}
      className={styles.Club}
      style={{ left: start, width }}
      aria-label={`${name}: ${grouped(given)} of ${grouped(asked)} given`}
      aria-colindex={at + HEADER_COLUMNS + 1}
      data-even={at % 2 === 0 || undefined}
      data-here={isHere || undefined}
      data-behind={isBehind || undefined}
    >
      <button
        className={styles.ClubName}
        type="button"
        tabIndex={-1}
        aria-label={`Select ${name}`}
        title={name}
        data-alike={address !== null || undefined}
        onClick={() => selectColumn(at)}
      >
        <span aria-hidden="true">
          {label}
          {address !== null && <small> ({address})</small>}
        </span>
      </button>
      <span className={styles.Total} aria-hidden="true">
        <b>{given}</b>/{asked}
      </span>
    </div>
  )
})

type HeadProps = {
  across: Across
  items: number
  /** The first column that is seen. */
  first: number
  /** Every column is in view: there is nowhere to go. */
  isWhole: boolean
  /** Goes on by a screen of columns. */
  onTurn: (by: 1 | -1) => void
}

/** The head of the grid: what the columns are, and the sums of what is shown. */
export const BoardHead = memo(function BoardHead(props: HeadProps) {
  const { across, items, first, isWhole, onTurn } = props
  const { columns, left, right, from, width } = across
  const { index, view, drafts } = useDeferredBoard()
  const sums = useMemo(() => totalsOf(index, view.items, drafts), [index, view, drafts])
  const words = [
    ['On shelf', sums.left],
    ['Asked', sums.asked],
    ['Given', sums.given],
    ['Short', sums.short],
  ] as const
  return (
    <div {...TABLE_ROLES.rowgroup} className={styles.Head} data-part="head">
      <div {...TABLE_ROLES.row} aria-rowindex={1}>
        <div className={styles.RowHead} data-part="corner">
          <div {...TABLE_ROLES.columnheader} className={styles.Item} aria-colindex={1}>
            <Legend />
            {!isWhole && (
              <fieldset className={styles.Pager}>
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
            <span className={styles.Word}>Item</span>
            <span className={styles.Total}>
              {counted(items, 'item')}, {counted(columns.length, 'club')}
            </span>
          </div>
          {words.map(([word, sum], at) => (
            <div
              key={word}
              {...TABLE_ROLES.columnheader}
              className={styles.Number}
              aria-colindex={at + 2}
            >
              <span className={styles.Word}>{word}</span>
              <span className={styles.Total}>
                <b>{grouped(sum)}</b>
              </span>
            </div>
          ))}
        </div>
        {columns.slice(left, right).map((column, place) => {
          const lines = index.clubById.get(column.id)?.lines ?? []
          return (
            <ClubHead
              key={column.id}
              column={column}
              at={left + place}
              start={from + (left + place) * width}
              width={width}
              isBehind={left + place < first}
              {...totalsOfClub(lines, (itemId) => view.rowAt.has(itemId), drafts)}
            />
          )
        })}
      </div>
    </div>
  )
})
