import type { KeyboardEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { clockText } from '#src/rules/day-text.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { mayDo } from '#client/shared/session.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { suggestsRemarks } from '#client/portal/orders/Remarks.tsx'
import {
  ClubName,
  ConflictChoice,
  GivenStepper,
  LineFields,
  MoreThanAsked,
  StatusButton,
} from './BoardParts.tsx'
import { lineAt, positionOf, useBoard } from './board-store.ts'
import {
  askLate,
  give,
  giveAllAsked,
  giveNothing,
  setRemark,
  takeAllBack,
  takeNothingBack,
} from './cell-edits.ts'
import { copyBlock } from './copy-paste.ts'
import { conflictsOf, draftedOf } from './model/line-drafts.ts'
import { leftText, type Nothing, nothingText } from './model/bulk.ts'
import { focusActiveCell, openHistory, selectedLines, selectedRows } from './selection.ts'
import { orderedOn } from './model/words.ts'
import styles from './CellPanel.module.css'

export type KeyMeaning = readonly [keys: readonly string[], meaning: string]

/** Keys with what each of them does. */
export const KeyList = ({ keys }: { keys: readonly KeyMeaning[] }) => (
  <dl className={styles.Keys}>
    {keys.map(([pressed, meaning]) => (
      <div key={meaning}>
        <dt>
          {pressed.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
)

/** The keys to begin with; "Keys and marks" has all of them. */
const FIRST_KEYS: readonly KeyMeaning[] = [
  [['N'], 'next undecided'],
  [['0 to 9'], 'give'],
  [['='], 'all asked'],
  [['S'], 'share out'],
]

/** The active cell: what the keys do can be done here by the pointer. */
function ActiveCell() {
  const { index, view, active, drafts } = useBoard()
  const line = lineAt(index, active)
  const club = index.clubById.get(active?.clubId ?? '')
  const item = index.itemById.get(active?.itemId ?? '')
  const isFilteredOut = item && club && !positionOf(view, active)
  if (!active || isFilteredOut)
    return (
      <>
        <p className={styles.Facts}>Choose a cell to decide it.</p>
        <div className={styles.FirstKeys}>
          <KeyList keys={FIRST_KEYS} />
        </div>
      </>
    )
  const where = (
    <p className={styles.Where}>
      {club && <ClubName club={club} />}
      <span>{item?.itemName}</span>
    </p>
  )
  if (!line)
    return (
      <>
        {where}
        <p className={styles.Facts}>{club ? 'nothing asked' : 'no longer on the board'}</p>
        {club && item && canBeOrdered(item) && (
          <Button
            right="orders.late"
            size="small"
            icon="plus"
            aria-haspopup="dialog"
            onClick={() => askLate()}
          >
            Add to {club.clubName}’s order
          </Button>
        )}
      </>
    )
  const draft = drafts[line._id]
  const now = draftedOf(line, draft)
  if (draft && conflictsOf(line, draft).length > 0)
    return (
      <>
        {where}
        <ConflictChoice line={line} draft={draft} />
      </>
    )
  return (
    <>
      {where}
      <p className={styles.Facts}>
        asked <b className="num">{grouped(line.ordered_quantity)}</b> on {orderedOn(line)},{' '}
        {clockText(new Date(line.ordered_at))}
        <br />
        given <b className="num">{grouped(line.allotted_quantity)}</b>
        {draft?.given && (
          <>
            , not saved <b className="num">{grouped(now.given)}</b>
          </>
        )}
        {now.given > line.ordered_quantity && ', '}
        <MoreThanAsked asked={line.ordered_quantity} given={now.given} />
      </p>
      {mayDo('orders.give') && (
        <GivenStepper key={line._id} line={line} label={`Give ${club?.clubName}`} size="small" />
      )}
      <Button
        right="orders.give"
        size="small"
        className={styles.Rest}
        aria-label={`Give all ${line.ordered_quantity}`}
        onClick={() => give(line, line.ordered_quantity)}
      >
        = {grouped(line.ordered_quantity)}
      </Button>
      <NothingButton />
      <LineFields line={line} name="this line" />
      <Button
        right="history.see"
        size="small"
        aria-haspopup="dialog"
        aria-keyshortcuts="h"
        onClick={openHistory}
      >
        History <kbd aria-hidden="true">H</kbd>
      </Button>
    </>
  )
}

/** The selected block. */
function SelectedLines() {
  const { drafts } = useBoard()
  const rows = selectedRows()
  const lines = selectedLines()
  const given = lines.reduce((sum, line) => sum + draftedOf(line, drafts[line._id]).given, 0)
  const asked = lines.reduce((sum, line) => sum + line.ordered_quantity, 0)
  return (
    <>
      <p className={styles.Where}>
        <b>{counted(lines.length, 'line')} selected</b>
        <span>
          {counted(rows.length, 'item')}, {counted(rows[0]?.length ?? 0, 'club')}
        </span>
      </p>
      <p className={styles.Facts}>
        given <b className="num">{grouped(given)}</b> of <b className="num">{grouped(asked)}</b>
      </p>
      <NothingButton />
      <StatusButton first="status" size="small">
        Status…
      </StatusButton>
      <StatusButton first="remark" size="small">
        Remark…
      </StatusButton>
      <Button right="orders.give" size="small" onClick={giveAllAsked}>
        = all asked
      </Button>
      <Button right="orders.give" size="small" onClick={takeAllBack}>
        Take all back
      </Button>
      <Button size="small" onClick={copyBlock}>
        Copy
      </Button>
    </>
  )
}

/** Rejects what is selected. The strip then asks for the remark. */
function NothingButton() {
  function handlePress({ currentTarget }: MouseEvent<HTMLElement>) {
    const strip = currentTarget.closest('section')
    flushSync(() => giveNothing())
    // The button goes with its press.
    if (!currentTarget.isConnected) strip?.querySelector('input')?.focus()
  }
  return (
    <Button right="orders.answer" size="small" aria-keyshortcuts="x" onClick={handlePress}>
      Nothing <kbd aria-hidden="true">X</kbd>
    </Button>
  )
}

/** The lines that got nothing, and the one remark for all of them. */
function NothingStrip({ nothing }: { nothing: Nothing & { remarks: string } }) {
  const { lines, left, remarks } = nothing
  function handleUndo() {
    takeNothingBack()
    // The strip goes with what it took back.
    focusActiveCell()
  }
  // Escape takes the lines back, as in their cells.
  const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && handleUndo()
  const label = lines.length === 1 ? 'Its remark' : `One remark for all ${grouped(lines.length)}`
  return (
    <>
      <p className={styles.Where}>
        <b>{nothingText(lines.length)}</b>
        <span>{leftText(left) || label}</span>
      </p>
      <InlineText
        label={label}
        placeholder="Remark"
        value={remarks}
        onChange={setRemark}
        onKeyDown={handleKeyDown}
        {...suggestsRemarks}
      />
      <Button
        size="small"
        icon="undo"
        aria-keyshortcuts="Escape"
        onClick={handleUndo}
        onKeyDown={handleKeyDown}
      >
        Undo <kbd aria-hidden="true">Esc</kbd>
      </Button>
    </>
  )
}

/** The strip below the board, of the active cell or the selected block. It is always of the same height. */
export function CellPanel() {
  const isBlock = useBoard(({ anchor }) => anchor !== null)
  const nothing = useBoard((board) => board.nothing)
  return (
    <section
      className={styles.Panel}
      aria-label={isBlock ? 'The block' : 'The cell'}
      data-print="no"
    >
      {nothing ? <NothingStrip nothing={nothing} /> : isBlock ? <SelectedLines /> : <ActiveCell />}
    </section>
  )
}
