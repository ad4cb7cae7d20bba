import { useState } from 'react'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { useOrderingState } from './ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { counted } from '#src/rules/number-text.ts'
import { countLines, heldList, type HeldRow } from './held-list.ts'
import styles from './Holding.module.css'

/** The button that announces what clubs have waiting, and the dialog that it opens. Both are away while nothing waits. */
export function useAnnouncing(rows: readonly HeldRow[]) {
  const [isAsked, setIsAsked] = useState(false)
  const waits = countLines(rows) > 0
  return {
    button: waits && (
      <Button
        right="orders.announce"
        icon="horn"
        aria-haspopup="dialog"
        onClick={() => setIsAsked(true)}
      >
        Announce
        <span className="sr"> to {counted(rows.length, 'club')}</span>
      </Button>
    ),
    dialog: isAsked && waits && <AnnounceDialog of={rows} onClose={() => setIsAsked(false)} />,
  }
}

/** Says how much is held back, with the button that announces it. Reads and says nothing while decisions are shown at once. */
export function HeldBar() {
  const isHeld = useOrderingState().value?.decisionsHeld ?? false
  return isHeld ? <Held /> : <output />
}

function Held() {
  const { rows } = useLiveList(heldList)
  const lines = countLines(rows)
  const { button, dialog } = useAnnouncing(rows)
  return (
    <>
      <output className={`line ${styles.Bar}`}>
        {lines > 0 && (
          <>
            <Icon name="unseen" />
            <span>
              <Numbers in={`${counted(lines, 'decision')} for ${counted(rows.length, 'club')}`} />{' '}
              {lines === 1 ? 'is' : 'are'} not announced.
            </span>
            {button}
          </>
        )}
      </output>
      {dialog}
    </>
  )
}
