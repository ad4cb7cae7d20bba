import { useId, useMemo, useState } from 'react'
import { grouped } from '#src/rules/number-text.ts'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { useConnection } from '#client/portal/data/live.ts'
import { lostText } from '#client/portal/drafts/drafts.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { setFilters, useBoard, useDeferredBoard } from './board-store.ts'
import { NO_FILTERS } from './model/filters.ts'
import { countChanges } from './model/totals.ts'
import { focusCell } from './selection.ts'
import type { BoardSaving } from './use-board-saving.ts'
import { Count } from './BoardParts.tsx'
import parts from './BoardParts.module.css'
import styles from './BoardPage.module.css'

/** So many changes are typed again in a moment; more are asked about. */
const MANY = 5

/** What is not saved, what is over its shelf, and the one button that saves all. */
export function BoardSaveBar({ saving }: { saving: BoardSaving }) {
  const { index, drafts, view } = useDeferredBoard()
  const { lines, items, clubs, overItems, overUnits, hidden, waiting } = useMemo(
    () => countChanges(index, drafts, view),
    [index, drafts, view],
  )
  // One item is named where there is room: that says more than its number.
  const hasRoom = useMedia('(width >= 40rem)')
  const [first = ''] = Object.keys(drafts)
  const only = hasRoom && items === 1 ? index.placed.get(first)?.item.itemName : undefined
  const note = useBoard((board) => board.note)
  const lost = lostText(useBoard((board) => board.lost))
  const { status } = useConnection()
  const isOffline = status === 'offline'
  const reasonId = useId()
  const [isAsked, setAsked] = useState(false)
  function handleDiscard() {
    setAsked(false)
    saving.discard()
    // The button goes with what it discarded.
    const { active } = useBoard.getState()
    if (active) focusCell(active)
  }
  return (
    <section
      className={`line ${styles.SaveBar}`}
      aria-label="Unsaved changes"
      data-print="no"
      data-empty={lines === 0 || undefined}
    >
      <div className={styles.Sum}>
        <p>
          {lines === 0 ? (
            'No unsaved changes.'
          ) : (
            <>
              <Count of={lines} noun="change" />{' '}
              <span>
                in {only ?? <Count of={items} noun="item" />} for <Count of={clubs} noun="club" />
              </span>
            </>
          )}
        </p>
        {hasRoom && note?.text && <p className={styles.Rule}>Rule: {note.text}</p>}
        {overItems > 0 && (
          <p className={`marked ${styles.Over}`}>
            <Icon name="warning" size="small" />
            <span>
              <b className="num">{grouped(overUnits)}</b> more than there are, in{' '}
              <Count of={overItems} noun="item" />
            </span>
          </p>
        )}
        {waiting > 0 && (
          <p className={`marked ${styles.Over}`}>
            <Icon name="live" size="small" />
            <span>
              <b className="num">{grouped(waiting)}</b> {waiting === 1 ? 'waits' : 'wait'} for your
              choice
            </span>
          </p>
        )}
        {lost && <p>{lost}</p>}
        {isOffline && lines > 0 && (
          <p id={reasonId} className="marked">
            <Icon name="lock" size="small" />
            <span>You are offline. Save when the connection is back.</span>
          </p>
        )}
        {hidden > 0 && (
          <button
            type="button"
            className={cx(parts.TextButton, styles.Hidden)}
            onClick={() => setFilters(NO_FILTERS)}
          >
            Show {grouped(hidden)} that a filter hides
          </button>
        )}
      </div>
      <div className={`line ${styles.Push}`}>
        {(lines > 0 || lost !== null) && (
          <Button
            onClick={lines > MANY ? () => setAsked(true) : handleDiscard}
            disabled={saving.busy}
            aria-haspopup={lines > MANY ? 'dialog' : undefined}
          >
            Discard
          </Button>
        )}
        <Button
          // The server refuses units beyond the shelf, so saving is not the next step.
          variant={lines > 0 && overItems === 0 ? 'primary' : 'quiet'}
          busy={saving.busy}
          disabled={isOffline && lines > 0}
          reasonId={reasonId}
          onClick={saving.save}
        >
          Save Changes
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={`Discard ${grouped(lines)} changes?`}
        cancelLabel="Keep them"
        confirmLabel={`Discard ${grouped(lines)} changes`}
        loss
        onConfirm={handleDiscard}
        onCancel={() => setAsked(false)}
      >
        <p>Nothing of them is saved yet. The board shows what is saved.</p>
      </ConfirmDialog>
    </section>
  )
}
