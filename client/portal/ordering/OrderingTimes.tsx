import { useQuery } from '@tanstack/react-query'
import { api, call } from '#client/portal/data/api.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { useSession } from '#client/shared/session.ts'
import type { Ordering } from '#src/rules/window.ts'
import { handText, timesOf } from './times-words.ts'
import type { OrderingNow } from './ordering.ts'
import { WindowRule } from './WindowRule.tsx'
import { HOUR, leftText } from './words.ts'
import styles from './OrderingTimes.module.css'

/** The button that opens the form takes the focus back when the form closes. */
export const SET_TIMES_ID = 'set-times'

/** The name of the person who opened or closed ordering by hand, or "You". `null` if the set time did it, and until the answer comes. */
function useTurner({ turnedAt, turnedBy }: Ordering): string | null {
  const ownId = useSession((session) => session?.user.id)
  const { data: by } = useQuery({
    queryKey: ['turner', turnedAt],
    async queryFn() {
      const query = { from: new Date(turnedAt ?? 0).toISOString() }
      const turns = await call(api.cart['ordering-turns'].get({ query }), [{ at: '' }])
      // A switch of this page is shown before the server has written it, so its entry may be missing.
      return turns.find(({ at }) => Date.parse(at) === turnedAt)?.by ?? null
    },
    enabled: turnedBy === 'person' && turnedAt !== null,
  })
  if (!by) return null
  return by.id === ownId ? 'You' : (by.name ?? null)
}

export function OrderingTimes({ shown, onChange }: { shown: OrderingNow; onChange: () => void }) {
  const { ordering, now, next } = shown
  const byHand = handText(shown, useTurner(ordering))
  const { opensAt, closesAt } = ordering
  const left = next && next.at - now
  const isSet = opensAt !== null || closesAt !== null
  return (
    <div className={styles.Times}>
      {left !== null && (
        <p className={styles.Left} data-soon={(ordering.isOpen && left <= HOUR) || undefined}>
          <b role="timer">{leftText(left)}</b> until it {ordering.isOpen ? 'closes' : 'opens'}
        </p>
      )}
      {isSet && <WindowRule window={ordering} now={now} />}
      <p>
        {byHand && <b>{byHand}</b>}
        {timesOf(shown)}
      </p>
      <Button id={SET_TIMES_ID} size="small" icon="clock" onClick={onChange}>
        {next ? 'Change Times' : 'Set Times'}
      </Button>
    </div>
  )
}
