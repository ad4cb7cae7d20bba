import { type ReactNode, Suspense, useId, useState } from 'react'
import { IconButton } from '#client/shared/IconButton.tsx'
import { DownloadButton } from '#client/portal/lists/DownloadButton.tsx'
import { BackLink } from '#client/portal/app/BackLink.tsx'
import { late } from '#client/portal/app/late.tsx'
import { LivePill } from '#client/portal/app/LivePill.tsx'
import { useHold } from '#client/portal/ordering/HoldSwitch.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { MORE_ID } from './BoardHold.tsx'
import { toBoardSheet } from './board-sheet.ts'
import { useBoard } from './board-store.ts'
import { UNREAD } from './model/index-board.ts'
import styles from './BoardPage.module.css'

const KeysAndMarks = late(() => import('./KeysAndMarks.tsx'))

function sheetOfBoard() {
  const { view, index, drafts } = useBoard.getState()
  return toBoardSheet(view, index, drafts)
}

type BoardMenuProps = {
  hasKeys?: boolean
  /** Stands after the connection. */
  children?: ReactNode
}

/** The connection, and behind "More" what is needed once in a while: the row has room for the screens. */
export function BoardMenu({ hasKeys = true, children }: BoardMenuProps) {
  const isRead = useBoard(({ index }) => index !== UNREAD)
  const [isOpen, setOpen] = useState(false)
  const moreId = useId()
  const hold = useHold()
  function handleHold() {
    // Now: the button goes with the press, and the focus with it.
    document.getElementById(moreId)?.hidePopover()
    hold.press()
  }
  return (
    <div className={`line ${styles.Push}`} data-print="no">
      <LivePill />
      {children}
      <IconButton icon="more" label="More" id={MORE_ID} popoverTarget={moreId} />
      <section id={moreId} popover="auto" aria-label="More" className={styles.Sheet}>
        {hasKeys && (
          <Button
            size="small"
            popoverTarget={moreId}
            popoverTargetAction="hide"
            onClick={() => setOpen(true)}
          >
            Keys and marks
          </Button>
        )}
        {hold.isHeld === false && (
          <Button
            right="orders.announce"
            size="small"
            icon="unseen"
            busy={hold.busy}
            onClick={handleHold}
          >
            Hold decisions back
          </Button>
        )}
        <DownloadButton toSheet={isRead ? sheetOfBoard : null} />
        <BackLink />
      </section>
      {isOpen && (
        <Suspense>
          <KeysAndMarks onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
