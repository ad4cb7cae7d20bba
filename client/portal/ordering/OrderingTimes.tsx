import { Button } from '#client/portal/ui/Button.tsx'
import { hasTimesToCome, leverWords } from './times-words.ts'
import { useLastPresser } from './use-last-presser.ts'
import type { OrderingNow } from './use-ordering.ts'
import { WindowRule } from './WindowRule.tsx'
import styles from './OrderingTimes.module.css'

/** The button that opens the form takes the focus back when the form closes. */
export const SET_TIMES_ID = 'set-times'

export function OrderingTimes({ shown, onChange }: { shown: OrderingNow; onChange: () => void }) {
  const { left, byHand, times } = leverWords(shown, useLastPresser(shown.ordering))
  const { opensAt, closesAt } = shown.ordering
  const isSet = opensAt !== null || closesAt !== null
  return (
    <div className={styles.Times}>
      {left && (
        <p className={styles.Left} data-soon={left.isSoon || undefined}>
          <b role="timer">{left.text}</b> {left.what}
        </p>
      )}
      {isSet && <WindowRule window={shown.ordering} now={shown.now} />}
      <p>
        {byHand && <b>{byHand}</b>}
        {times}
      </p>
      <Button id={SET_TIMES_ID} size="small" icon="clock" onClick={onChange}>
        {hasTimesToCome(shown) ? 'Change Times' : 'Set Times'}
      </Button>
    </div>
  )
}
