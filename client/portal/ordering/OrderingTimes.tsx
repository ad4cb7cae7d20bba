import { useQuery } from '@tanstack/react-query'
import { api, call } from '#client/portal/data/api.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { useSession } from '#client/shared/session.ts'
import type { Ordering } from '#src/rules/window.ts'
import { hasTimesToCome, leverWords } from './times-words.ts'
import type { OrderingNow } from './use-ordering.ts'
import { WindowRule } from './WindowRule.tsx'
import styles from './OrderingTimes.module.css'

/** The button that opens the form takes the focus back when the form closes. */
export const SET_TIMES_ID = 'set-times'

async function readTurner(turnedAt: number) {
  const query = { from: new Date(turnedAt).toISOString() }
  const turns = await call(api.cart['ordering-turns'].get({ query }), [{ at: '' }])
  // A switch of this page is shown before the server has written it, so its entry may be missing.
  return turns.find(({ at }) => Date.parse(at) === turnedAt)?.by ?? null
}

/** The name of the person who opened or closed ordering by hand, or "You". `null` if the set time did it, and until the answer comes. */
function useTurner({ turnedAt, turnedBy }: Ordering): string | null {
  const ownId = useSession((session) => session?.user.id)
  const { data: by } = useQuery({
    queryKey: ['turner', turnedAt],
    queryFn: () => readTurner(turnedAt ?? 0),
    enabled: turnedBy === 'person' && turnedAt !== null,
  })
  if (!by) return null
  return by.id === ownId ? 'You' : (by.name ?? null)
}

export function OrderingTimes({ shown, onChange }: { shown: OrderingNow; onChange: () => void }) {
  const { left, byHand, times } = leverWords(shown, useTurner(shown.ordering))
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
