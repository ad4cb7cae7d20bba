import { memo } from 'react'
import type { BoardLine } from '#src/contract/board.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { conflictsOf, type Draft, draftedOf } from './model/drafts.ts'
import { nameOfCell } from './model/words.ts'
import { place } from './place.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import styles from './BoardCell.late.module.css'

/** Columns before the first club: item, on shelf, asked, given, short. */
export const FRAME_COLUMNS = 5

const SIGNS: Partial<Record<LineStatus, IconName>> = {
  Delivered: 'check',
  Ready: 'box',
  Rejected: 'ban',
  'Ordered from online retailer': 'truck',
}

export type CellProps = {
  itemName: string
  clubName: string
  column: number
  /** Pixels from the first club's column, and how wide the column is. */
  from: number
  width: number
  line: BoardLine | undefined
  draft: Draft | undefined
  /** Left on the item's shelf over all drafts. */
  left: number
  was: number | undefined
  isGone: boolean
  wrongText: string | undefined
  isHere: boolean
  /** It has the focus, or had it until the render before. */
  isKept: boolean
  isPicked: boolean
  /** The digits under the hand; `null` while nobody types here. */
  typing: string | null
}

function stateOf(line: BoardLine, draft: Draft | undefined): string {
  const { given, status } = draftedOf(line, draft)
  if (draft) return 'draft'
  if (status === 'Rejected') return 'rejected'
  if (status === 'Delivered') return 'gone'
  if (given >= line.ordered_quantity) return 'all'
  if (given > 0) return 'part'
  return status === 'Ordered from online retailer' ? 'coming' : 'none'
}

type Shown = { line: BoardLine; draft: Draft | undefined; state: string; isMarked: boolean }

/** Before and after, and what was asked where three numbers fit. */
function Numbers({ line, draft, state, isMarked }: Shown) {
  const asked = line.ordered_quantity
  const saved = line.allotted_quantity
  const { given } = draftedOf(line, draft)
  const rest = <small>/{asked}</small>
  if (conflictsOf(line, draft).includes('given'))
    return (
      <>
        <b>{given}</b>
        <i className={styles.Or} />
        <b className={styles.Theirs}>{saved}</b>
      </>
    )
  if (state === 'rejected') return <s>{asked}</s>
  if (draft?.given) {
    const isRoom = `${saved}${given}${asked}`.length + (isMarked ? 2 : 0) <= 5
    // More than was asked is told before what it was.
    return given > asked && !isRoom ? (
      <>
        <b>{given}</b>
        {rest}
      </>
    ) : (
      <>
        <small>{saved}</small>
        <i className={styles.To} />
        <b>{given}</b>
        {isRoom && rest}
      </>
    )
  }
  if (given === asked) return <b>{given}</b>
  return (
    <>
      <b>{given}</b>
      {rest}
    </>
  )
}

/** How much of what was asked is given, as a bar. A `progress` is four elements, and a screen of cells has two hundred bars. */
export const Part = ({ of, given }: { of: number; given: number }) => (
  <i
    className={styles.Part}
    data-full={given >= of || undefined}
    ref={(element) =>
      element?.style.setProperty('background-size', `${Math.min(100, (100 * given) / of)}% 100%`)
    }
  />
)

function Filled({ line, draft, state, isMarked, typing }: Shown & { typing: string | null }) {
  const { given } = draftedOf(line, draft)
  if (typing !== null) return <i className={styles.Typed}>{typing}</i>
  return (
    <>
      <span>
        <Numbers line={line} draft={draft} state={state} isMarked={isMarked} />
      </span>
      {state !== 'rejected' && state !== 'none' && (
        <Part of={line.ordered_quantity} given={given} />
      )}
    </>
  )
}

function signOf({ line, draft, was, isGone, wrongText }: CellProps, isOver: boolean) {
  if (!line) return wrongText === undefined ? null : 'warning'
  if (isOver || wrongText !== undefined) return 'warning'
  if (isGone) return 'ban'
  if (was !== undefined || conflictsOf(line, draft).length > 0) return 'live'
  return (SIGNS[draftedOf(line, draft).status] ?? null) satisfies IconName | null
}

/** One cell: what a club is given of what it asked. It is shown again only when something of it changes. */
export const BoardCell = memo(function BoardCell(props: CellProps) {
  const { line, draft, column, left, isHere, isKept, isPicked, isGone, wrongText, typing } = props
  const given = draft?.given?.mine
  const isOver =
    line !== undefined && left < 0 && given !== undefined && given > line.allotted_quantity
  const sign = signOf(props, isOver)
  const isClash = line !== undefined && conflictsOf(line, draft).length > 0
  const state = line ? (isGone ? 'vanished' : stateOf(line, draft)) : undefined
  return (
    <div
      {...TABLE_ROLES.gridcell}
      className={styles.Cell}
      ref={(element) => place(element, { 'margin-left': props.from, width: props.width })}
      aria-colindex={column + FRAME_COLUMNS + 1}
      aria-selected={isHere || isPicked || undefined}
      aria-invalid={isOver || wrongText !== undefined || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a cell of a grid takes the focus
      tabIndex={isKept ? 0 : undefined}
      data-state={state}
      data-less={(line && given !== undefined && given < line.allotted_quantity) || undefined}
      data-sign={line && !isOver ? draftedOf(line, draft).status || undefined : undefined}
      data-here={isHere || undefined}
      data-picked={isPicked || undefined}
      data-bad={isOver || wrongText !== undefined || undefined}
      data-now={props.was !== undefined || undefined}
      data-clash={isClash || undefined}
      data-held={line?.announced !== undefined || undefined}
    >
      {(line || isHere || wrongText !== undefined) && (
        <span className={styles.Words}>{nameOfCell(props)}</span>
      )}
      {sign && <Icon name={sign} />}
      {line && (
        <span aria-hidden="true" className={styles.Seen}>
          <Filled line={line} draft={draft} state={state ?? ''} isMarked={isOver} typing={typing} />
        </span>
      )}
      {isHere && line && isClash && draft && (
        <span className={styles.Ask} aria-hidden="true">
          <ConflictChoice line={line} draft={draft} isForPointer />
        </span>
      )}
    </div>
  )
})
