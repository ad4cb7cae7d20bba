import { useEffect } from 'react'
import { countLines } from '#client/portal/ordering/held-list.ts'
import { HeldNotice } from '#client/portal/ordering/HeldBar.tsx'
import { useHold } from '#client/portal/ordering/HoldSwitch.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { counted, grouped } from '#src/rules/number-text.ts'

/** The button that opens what is seldom needed, where holding back begins. */
export const MORE_ID = 'board-more'

/** Says that decisions are held back and how many wait, and ends it. Reads and says nothing while they are shown at once. */
export function BoardHold() {
  const { isHeld, rows, busy, press, dialog } = useHold()
  const lines = countLines(rows)
  const waiting =
    lines === 0
      ? 'None waits yet.'
      : `${grouped(lines)} for ${counted(rows.length, 'club')} ${lines === 1 ? 'waits' : 'wait'}.`
  useEffect(() => {
    // The focus goes with the bar's own buttons.
    if (isHeld)
      return () => {
        if (document.activeElement === document.body)
          document.getElementById(MORE_ID)?.focus({ preventScroll: true })
      }
  }, [isHeld])
  return (
    <>
      <HeldNotice
        rows={rows}
        action={
          <Button right="orders.announce" busy={busy} onClick={press}>
            Stop holding back
          </Button>
        }
      >
        {isHeld && <Numbers in={`Decisions are held back. ${waiting}`} />}
      </HeldNotice>
      {dialog}
    </>
  )
}
