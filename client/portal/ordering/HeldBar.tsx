import { type ReactNode, useState } from 'react'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { counted } from '#src/rules/number-text.ts'
import { countLines, type HeldRow, useHeld } from './held-list.ts'
import styles from './Holding.module.css'

type HeldNoticeProps = {
  /** The clubs with decisions that are held back. */
  rows: readonly HeldRow[]
  /** The sentence; without one the bar is empty. */
  children: ReactNode
  /** Stands after the button that announces. */
  action?: ReactNode
}

/** The bar about decisions that are held back. While some wait, a button in it announces them. */
export function HeldNotice({ rows, children, action }: HeldNoticeProps) {
  const [isAsked, setIsAsked] = useState(false)
  const waits = Boolean(children) && rows.length > 0
  return (
    <>
      <output className={`line ${styles.Bar}`}>
        {children && (
          <>
            <Icon name="unseen" />
            <span>{children}</span>
            {waits && (
              <Button
                right="orders.announce"
                icon="horn"
                aria-haspopup="dialog"
                onClick={() => setIsAsked(true)}
              >
                Announce
                <span className="sr"> to {counted(rows.length, 'club')}</span>
              </Button>
            )}
            {action}
          </>
        )}
      </output>
      {isAsked && waits && <AnnounceDialog of={rows} onClose={() => setIsAsked(false)} />}
    </>
  )
}

/** Says how much is held back. Reads and says nothing while decisions are shown at once. */
export function HeldBar() {
  const { isHeld, rows } = useHeld()
  const lines = countLines(rows)
  return (
    <HeldNotice rows={rows}>
      {isHeld && lines > 0 && (
        <Numbers
          in={`${counted(lines, 'decision')} for ${counted(rows.length, 'club')} ${lines === 1 ? 'is' : 'are'} not announced.`}
        />
      )}
    </HeldNotice>
  )
}
