import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#src/contract/limits.ts'
import { clockText } from '#src/rules/day-text.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { mayDo } from '#client/shared/session.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { ClubName, ConflictChoice, LineFields, MoreThanAsked, StatusButton } from './BoardParts.tsx'
import { KeyList, type KeyMeaning } from './KeyList.tsx'
import { giveNothing, useNothing } from './nothing.ts'
import { NothingStrip } from './NothingStrip.tsx'
import { cellKey, lineAt, positionOf, useBoard } from './board-store.ts'
import { askLate, give, giveAllAsked, refuse, takeAllBack } from './cell-edits.ts'
import { copyBlock } from './copy-paste.ts'
import { conflictsOf, draftedOf } from './model/line-drafts.ts'
import { linesOf, openHistory, selectedBlock } from './selection.ts'
import { orderedOn } from './model/words.ts'
import styles from './CellPanel.module.css'

/** The keys to begin with; "Keys and marks" has all of them. */
const FIRST_KEYS: readonly KeyMeaning[] = [
  [['N'], 'next undecided'],
  [['0 to 9'], 'give'],
  [['='], 'all asked'],
  [['S'], 'share out'],
]

/** The active cell: what the keys do can be done here by the pointer. */
function ActiveCell() {
  const { index, view, active, drafts, removed, notTaken } = useBoard()
  const line = lineAt(index, active)
  const placed = line && index.placed.get(line._id)
  const club = index.clubById.get(active?.clubId ?? '')
  const clubName = club?.clubName ?? ''
  const item = index.itemById.get(active?.itemId ?? '')
  const isFilteredOut = item && clubName !== '' && !positionOf(view, active)
  if (!active || isFilteredOut)
    return (
      <>
        <p className={styles.Facts}>Choose a cell to decide it.</p>
        <div className={styles.FirstKeys}>
          <KeyList keys={FIRST_KEYS} isSmall />
        </div>
      </>
    )
  const itemName = item?.itemName ?? ''
  const canAsk = clubName !== '' && item !== undefined && canBeOrdered(item)
  const where = (
    <p className={styles.Where}>
      {club && <ClubName club={club} />}
      <span>{itemName}</span>
    </p>
  )
  if (!line || !placed || removed.has(line._id)) {
    const gone = line && placed ? 'no longer ordered' : 'nothing asked'
    return (
      <>
        {where}
        <p className={styles.Facts}>{clubName === '' ? 'no longer on the board' : gone}</p>
        {canAsk && !line && (
          <Button
            right="orders.late"
            size="small"
            icon="plus"
            aria-haspopup="dialog"
            onClick={() => askLate()}
          >
            Add to {clubName}’s order
          </Button>
        )}
      </>
    )
  }
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
        <Stepper
          key={line._id}
          label={`Give ${clubName}`}
          value={now.given}
          wrong={notTaken.get(cellKey(active))}
          size="small"
          highlight={draft?.given !== undefined}
          min={line.delivered_quantity}
          max={limits.sum - 1}
          onChange={(given) => give(line, given)}
          onWrong={(text) => refuse(line, text)}
        />
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
  const block = selectedBlock()
  const lines = block ? linesOf(block) : []
  const given = lines.reduce((sum, line) => sum + draftedOf(line, drafts[line._id]).given, 0)
  const asked = lines.reduce((sum, line) => sum + line.ordered_quantity, 0)
  const items = block ? block.bottom - block.top + 1 : 0
  const clubs = block ? block.right - block.left + 1 : 0
  return (
    <>
      <p className={styles.Where}>
        <b>{counted(lines.length, 'line')} selected</b>
        <span>
          {counted(items, 'item')}, {counted(clubs, 'club')}
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

/** The strip below the board, of the active cell or the selected block. It is always of the same height. */
export function CellPanel() {
  const isBlock = useBoard(({ anchor }) => anchor !== null)
  const nothing = useNothing()
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
