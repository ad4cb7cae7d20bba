import { useEffect } from 'react'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { countLines, heldList } from '#client/portal/ordering/held-list.ts'
import { useAnnouncing } from '#client/portal/ordering/HeldBar.tsx'
import { useHold } from '#client/portal/ordering/HoldSwitch.tsx'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { Count } from './BoardParts.tsx'
import styles from '#client/portal/ordering/Holding.module.css'

/** The button that opens what is seldom needed, where holding back begins. */
export const MORE_ID = 'board-more'

const useIsHeld = () => useOrderingState().value?.decisionsHeld

/** Begins to hold decisions back, and closes the popover in which it stands; away while they are. */
export function HoldButton({ popoverId }: { popoverId: string }) {
  const isHeld = useIsHeld()
  const { busy, press } = useHold()
  if (isHeld !== false) return null
  return (
    <Button
      right="orders.announce"
      size="small"
      icon="unseen"
      busy={busy}
      onClick={() => {
        // Now: the button goes with the press, and the focus with it.
        document.getElementById(popoverId)?.hidePopover()
        press()
      }}
    >
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
  const lines = countLines(rows)
  const { busy, press, dialog } = useHold()
  const announcing = useAnnouncing(rows)
  // The focus went with the bar's own buttons.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById(MORE_ID)?.focus({ preventScroll: true })
    },
    [],
  )
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
              <b className="num">{grouped(lines)}</b> for <Count of={rows.length} noun="club" />{' '}
              {lines === 1 ? 'waits' : 'wait'}.
            </>
          )}
        </span>
        {announcing.button}
        <Button right="orders.announce" busy={busy} onClick={press}>
          Stop holding back
        </Button>
      </output>
      {announcing.dialog}
      {dialog}
    </>
  )
}
