import type { KeyboardEvent } from 'react'
import { grouped } from '#src/rules/number-text.ts'
import { suggestsRemarks } from '#client/portal/orders/Remarks.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { leftText } from './model/nothing.ts'
import { setRemark, takeNothingBack, type useNothing } from './nothing.ts'
import { focusActiveCell } from './selection.ts'
import styles from './CellPanel.module.css'

type NothingStripProps = { nothing: NonNullable<ReturnType<typeof useNothing>> }

/** The lines that get nothing, and the one remark for all of them. */
export function NothingStrip({ nothing: { lines, left, remarks } }: NothingStripProps) {
  function handleUndo() {
    takeNothingBack()
    // The strip goes with what it took back.
    focusActiveCell()
  }
  // Escape takes the lines back, as in their cells.
  const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && handleUndo()
  const label = lines.length === 1 ? 'Its remark' : `One remark for all ${grouped(lines.length)}`
  return (
    <div className={styles.Nothing}>
      <p className={styles.Where}>
        <b>
          {grouped(lines.length)} {lines.length === 1 ? 'line gets' : 'lines get'} nothing
        </b>
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
    </div>
  )
}
