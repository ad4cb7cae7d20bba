import { Suspense, useState } from 'react'
import { late } from '#client/portal/app/late.tsx'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { countLines, heldList } from '#client/portal/ordering/held-list.ts'
import { useHold } from '#client/portal/ordering/HoldSwitch.tsx'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { clubsText } from '#src/rules/announced.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from '#client/portal/ordering/Holding.module.css'

const AnnounceDialog = late(() => import('#client/portal/ordering/AnnounceDialog.tsx'))

const NOTHING_HELD = { lines: 0, clubs: 0 }

const useIsHeld = () => useOrderingState().value?.decisionsHeld

/** Begins to hold decisions back; away while they are. */
export function HoldButton() {
  const isHeld = useIsHeld()
  const { busy, press } = useHold(NOTHING_HELD)
  if (isHeld !== false) return null
  return (
    <Button right="orders.announce" size="small" icon="unseen" busy={busy} onClick={press}>
      Hold decisions back
    </Button>
  )
}

/** Says that decisions are held back and how many wait, and ends it. Reads and says nothing while they are shown at once. */
export function BoardHold() {
  return useIsHeld() ? <Held /> : <output className={styles.Bar} />
}

function Held() {
  const { rows } = useLiveList(heldList)
  const [isAsked, setIsAsked] = useState(false)
  const lines = countLines(rows)
  const { busy, press, dialog } = useHold({ lines, clubs: rows.length })
  return (
    <>
      <output className={styles.Bar}>
        <Icon name="unseen" />
        <span>
          Decisions are held back.{' '}
          {lines === 0 ? (
            'None waits yet.'
          ) : (
            <>
              <b className="num">{grouped(lines)}</b> for{' '}
              <b className="num">{grouped(rows.length)}</b> {rows.length === 1 ? 'club' : 'clubs'}{' '}
              {lines === 1 ? 'waits' : 'wait'}.
            </>
          )}
        </span>
        {lines > 0 && (
          <Button
            right="orders.announce"
            icon="horn"
            aria-haspopup="dialog"
            onClick={() => setIsAsked(true)}
          >
            Announce
            <span className="sr"> to {clubsText(rows.length)}</span>
          </Button>
        )}
        <Button right="orders.announce" busy={busy} onClick={press}>
          Stop holding back
        </Button>
      </output>
      {isAsked && lines > 0 && (
        <Suspense>
          <AnnounceDialog of={rows} onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
      {dialog}
    </>
  )
}
