import { type ReactNode, Suspense, useId, useState } from 'react'
import { IconButton } from '#client/shared/IconButton.tsx'
import { DownloadButton } from '#client/portal/lists/DownloadButton.tsx'
import { BackLink } from '#client/portal/app/BackLink.tsx'
import { late } from '#client/portal/app/late.tsx'
import { LivePill } from '#client/portal/app/LivePill.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { HoldButton } from './BoardHold.tsx'
import { toBoardSheet } from './board-sheet.ts'
import { useBoard } from './board-store.ts'
import styles from './BoardPage.module.css'

const KeysAndMarks = late(() => import('./KeysAndMarks.tsx'))

type BoardMenuProps = {
  hasKeys?: boolean
  /** Stands after the connection. */
  children?: ReactNode
}

/** The connection, and what is needed once in a while. Where the row has no room, it is behind "More". */
export function BoardMenu({ hasKeys = true, children }: BoardMenuProps) {
  const isRead = useBoard(({ board }) => board !== null)
  const isNarrow = useMedia('(width < 64rem)')
  const [isOpen, setOpen] = useState(false)
  const moreId = useId()
  const ways = (
    <>
      {hasKeys && (
        <Button
          size="small"
          popoverTarget={isNarrow ? moreId : undefined}
          popoverTargetAction="hide"
          onClick={() => setOpen(true)}
        >
          Keys and marks
        </Button>
      )}
      <HoldButton />
      <DownloadButton
        toSheet={
          isRead
            ? () => {
                const { view, index, drafts } = useBoard.getState()
                return toBoardSheet(view, index, drafts)
              }
            : null
        }
      />
      <BackLink />
    </>
  )
  return (
    <div className={styles.Push} data-print="no">
      <LivePill />
      {children}
      {isNarrow ? (
        <>
          <IconButton icon="more" label="More" popoverTarget={moreId} />
          <section id={moreId} popover="auto" aria-label="More" className={styles.Sheet}>
            {ways}
          </section>
        </>
      ) : (
        ways
      )}
      {isOpen && (
        <Suspense>
          <KeysAndMarks onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
